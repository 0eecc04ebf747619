/** Weather of the demonstration: what a service would have said, and says, of the simulator's own weather. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoxDescriptor } from '../simulator/descriptor.ts';
import { Weather } from '../simulator/weather.ts';
import { PlaceForecast } from '../simulator/weather-forecast.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AHEAD = 8;
/** Degrees within which boxes share a point, as cells of a weather model do. */
const CELL = 0.25;
/** °C a heat week adds, from the second day on, as a spell of heat builds up. */
const HEAT = [0, 2, 6, 10, 11, 11, 9, 6] as const;

export interface DemoWeather {
  readonly fleet: readonly BoxDescriptor[];
  readonly seed: number;
  /** WEATHER_FOLDER. */
  readonly folder: string;
  readonly days: number;
  readonly heat: boolean;
}

/** Drops the weather of the past days, an issue a day, and a forecast from today on; again at each new day. */
export function tellWeather(demo: DemoWeather): () => void {
  mkdirSync(demo.folder, { recursive: true });
  const places = placesOf(demo.fleet, demo.seed);
  let told = 0;
  const tell = () => {
    const today = Math.floor(Date.now() / DAY) * DAY;
    if (today === told) return;
    const lines = ['latitude,longitude,issued_at,valid_at,temperature,radiation'];
    const first = told === 0 ? today - demo.days * DAY : told + DAY;
    for (const place of places)
      for (let issued = first; issued <= today; issued += DAY)
        addIssue(lines, place, issued, issued === today ? AHEAD : 1, demo.heat && issued === today);
    told = today;
    const name = `weather-${new Date(today).toISOString().slice(0, 10)}.csv`;
    writeFileSync(join(demo.folder, `${name}.tmp`), `${lines.join('\n')}\n`);
    renameSync(join(demo.folder, `${name}.tmp`), join(demo.folder, name));
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

/** A point for each cell with a box in it. */
function placesOf(fleet: readonly BoxDescriptor[], seed: number): Place[] {
  const weather = new Weather(seed);
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

function addIssue(lines: string[], place: Place, issued: number, days: number, heat: boolean): void {
  const [issuedAt, at] = [new Date(issued).toISOString(), `${place.latitude},${place.longitude}`];
  for (let hour = 0; hour < days * 24; hour++) {
    const time = issued + hour * HOUR;
    const { temperature, radiation } = place.forecast.at(issued, time);
    const warmth = heat ? (HEAT[Math.floor(hour / 24)] ?? 0) : 0;
    lines.push(
      `${at},${issuedAt},${new Date(time).toISOString()},${(temperature + warmth).toFixed(1)},${radiation.toFixed(0)}`,
    );
  }
}
