/** Weather files of the demonstration: forecasts, past and present, from the simulator's own weather. */

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, HOUR } from '../../domain/durations.ts';
import type { BoxDescriptor } from '../../simulator/box/descriptor.ts';
import { type Scene, Weather } from '../../simulator/weather/weather.ts';
import { PlaceForecast } from '../../simulator/weather/weather-forecast.ts';

const AHEAD = 8;
/** Number of days with a full forecast issue, so that forecasts are scored from the first start on. */
const ISSUES = 42;
/** Boxes within this many degrees share a point, like cells of a weather model. */
const CELL = 0.5;
const HEAD = 'latitude,longitude,issued_at,valid_at,temperature,radiation';

export interface DemoWeather {
  readonly fleet: readonly BoxDescriptor[];
  readonly seed: number;
  readonly scene: Scene | null;
  /** The value of WEATHER_FOLDER. */
  readonly folder: string;
  readonly days: number;
}

/**
 * Writes the weather of the past days, the forecast issues of the last weeks, and a forecast from today on;
 * repeats this every new day.
 */
export function tellWeather(demo: DemoWeather): () => void {
  mkdirSync(demo.folder, { recursive: true });
  const places = placesOf(demo);
  let issuedUpTo = 0;
  const drop = (name: string, first: number, last: number, days: number) => {
    const lines = [HEAD];
    for (const place of places)
      for (let issued = first; issued <= last; issued += DAY) addIssue(lines, place, issued, days);
    const path = join(demo.folder, `weather-${name}.csv`);
    writeFileSync(`${path}.tmp`, `${lines.join('\n')}\n`);
    renameSync(`${path}.tmp`, path);
  };
  const tell = () => {
    const today = Math.floor(Date.now() / DAY) * DAY;
    if (today === issuedUpTo) return;
    const past = issuedUpTo === 0 ? Math.min(demo.days, ISSUES) : Math.round((today - issuedUpTo) / DAY) - 1;
    // Files are read in the order of their names: the oldest first, today last.
    if (issuedUpTo === 0 && demo.days > past) drop('0', today - demo.days * DAY, today - (past + 1) * DAY, 1);
    for (let ago = past; ago >= 0; ago--)
      drop(
        new Date(today - ago * DAY).toISOString().slice(0, 10),
        today - ago * DAY,
        today - ago * DAY,
        AHEAD,
      );
    issuedUpTo = today;
  };
  tell();
  const timer = setInterval(tell, HOUR);
  return () => clearInterval(timer);
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly forecast: PlaceForecast;
}

/** One point for each cell that contains a box. */
function placesOf({ fleet, seed, scene }: DemoWeather): Place[] {
  const weather = new Weather(seed, scene);
  const cells = new Map<string, Place>();
  for (const box of fleet) {
    const [latitude, longitude] = [box.latitude, box.longitude].map(
      (value) => Math.round(value / CELL) * CELL,
    ) as [number, number];
    const name = `${latitude} ${longitude}`;
    if (!cells.has(name))
      cells.set(name, { latitude, longitude, forecast: new PlaceForecast(weather.at(box, name), name) });
  }
  return [...cells.values()];
}

function addIssue(lines: string[], place: Place, issued: number, days: number): void {
  const [issuedAt, at] = [new Date(issued).toISOString(), `${place.latitude},${place.longitude}`];
  for (let hour = 0; hour < days * 24; hour++) {
    const time = issued + hour * HOUR;
    const { temperature, radiation } = place.forecast.at(issued, time);
    lines.push(
      `${at},${issuedAt},${new Date(time).toISOString()},${temperature.toFixed(1)},${radiation.toFixed(0)}`,
    );
  }
}
