/**
 * An AERO of the other world as seen by a forecast: the measures stored by each day, and the forecasts of its
 * weather service.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { diagnoseDays } from '@aerowatch/domain/faults/pipeline';
import { LEADS } from '@aerowatch/domain/forecast/basis';
import { type DayExtremes, extremesOf, logHours, solarOffset } from '@aerowatch/domain/forecast/extremes';
import { type Standing, standingOf } from '@aerowatch/domain/forecast/standing/standing';
import { blockingFault, type Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { type WeatherDay, weatherDay } from '@aerowatch/domain/forecast/weather/weather-hours';
import { expansionOf, thermalSlope } from '@aerowatch/domain/physics/expansion';
import { PlaceForecast } from '@aerowatch/simulator/weather/weather-forecast';
import type { Case } from '../diagnostics/case.ts';
import { CaseRecord, weatherOf } from '../diagnostics/record.ts';

/** Hours after midnight (UTC) at which a forecast is issued. */
const ISSUED = 5;
/** Days between evaluations of the line, and of the diagnosis of one with a fault. */
const LINE_EVERY = 5;
const DIAGNOSED_EVERY = 3;

/** A day of issue: everything known then. */
export interface IssueDay {
  readonly today: number;
  /** Extremes of the newest days stored by then; the whole past is assembled from them. */
  readonly extremes: readonly DayExtremes[];
  readonly standing: Standing | Unavailable;
  /** The diagnosis that prevents a forecast. */
  readonly held: Unavailable | null;
  /** Today’s weather as forecast now, and that of the days ahead. */
  readonly weather: readonly WeatherDay[];
}
export interface PreparedAero {
  readonly id: string;
  readonly modelType: number;
  readonly issues: readonly IssueDay[];
  /** The AERO's final measures, every day. */
  readonly actual: readonly DayExtremes[];
  /** The true weather, every day. */
  readonly truth: readonly WeatherDay[];
  /** When its fault began, days since 1970; null for a sound one. */
  readonly begins: number | null;
}

type PlaceWeather = ReturnType<ReturnType<typeof weatherOf>['at']>;

const days = (ms: number) => Math.floor(ms / DAY);

export function prepare(one: Case, cache: string | undefined): PreparedAero {
  const file = cache && join(cache, `forecast-${one.id.replaceAll(' ', '_')}-${one.aero}.bin`);
  if (file && existsSync(file)) return deserialize(readFileSync(file)) as PreparedAero;
  const prepared = issueEachDay(one);
  if (file) {
    mkdirSync(cache!, { recursive: true });
    writeFileSync(file, serialize(prepared));
  }
  return prepared;
}

function issueEachDay(one: Case): PreparedAero {
  const record = new CaseRecord(one);
  const place = weatherOf(one.weatherSeed).at(one.box, one.box.serial_number);
  const service = new PlaceForecast(weatherOf(one.weatherSeed).at(one.box, one.box.serial_number), one.id);
  const offset = solarOffset(one.box.longitude);
  const aero = one.box.aeros[one.aero]!;
  const theory = thermalSlope(
    aero.regularized_length,
    expansionOf(aero.conductor_type, aero.expansion_coefficient),
  );
  const issues: IssueDay[] = [];
  const actual = new Map<number, DayExtremes>();
  let standing: Standing | Unavailable = 'no_data';
  let held: Unavailable | null = null;
  let mask = 0;
  for (let today = days(one.from) + 6; today < days(one.to); today++) {
    const now = today * DAY + ISSUED * HOUR;
    const seen = record.days(one.aero, now);
    const hours = seen.flatMap((day) => day.hours);
    if (hours.length === 0) continue;
    mask = logHours(hours);
    if (typeof standing === 'string' || today % LINE_EVERY === 0) standing = standingOf(hours, theory);
    if (one.fault && now > one.begins && today % DIAGNOSED_EVERY === 0)
      held = blockingFault(
        diagnoseDays({
          days: seen,
          aero: { ...aero, battery_min: null },
          latitude: one.box.latitude,
          extremes: one.extremes,
        } as never).findings,
      );
    const extremes = extremesOf(hours, offset);
    for (const day of extremes) actual.set(day.day, day);
    const weather = weatherAhead(service, today, offset, mask);
    issues.push({ today, extremes: extremes.slice(-12), standing, held, weather });
  }
  return {
    id: `${one.id}-${one.aero}`,
    modelType: aero.model_type,
    issues,
    actual: [...actual.values()].sort((a, b) => a.day - b.day),
    truth: issues.flatMap(({ today }) => weatherOn(place, today, offset, mask)),
    begins: one.fault ? days(one.begins) : null,
  };
}

/** Today’s weather and that of the days ahead, as the service forecasts it at the start of `today`. */
function weatherAhead(service: PlaceForecast, today: number, offset: number, mask: number): WeatherDay[] {
  const hours = hoursOf(today, (time) => service.at(today * DAY, time));
  const weather: WeatherDay[] = [];
  for (let lead = 0; lead <= LEADS; lead++) {
    const day = weatherDay(hours, today + lead, offset, mask);
    if (day) weather.push(day);
  }
  return weather;
}

/** The weather of a day: none if the log hours give no reading. */
function weatherOn(place: PlaceWeather, today: number, offset: number, mask: number): WeatherDay[] {
  const sky = { air: 0, irradiance: 0, beam: 0, cloud: 0, wind: 0, azimuth: 0, sinElevation: 0 };
  const readSky = (time: number) => {
    place.at(time, sky);
    return { temperature: sky.air, radiation: sky.irradiance };
  };
  const day = weatherDay(hoursOf(today, readSky, 1), today, offset, mask);
  return day ? [day] : [];
}

/** Hours from the evening before `today` to the end of the last day ahead. */
function hoursOf(
  today: number,
  at: (time: number) => { temperature: number; radiation: number },
  ahead = LEADS + 1,
) {
  const start = today * 24 - 2;
  const n = ahead * 24 + 4;
  const hours = { start, temperature: new Float64Array(n), radiation: new Float64Array(n) };
  for (let i = 0; i < n; i++) {
    const { temperature, radiation } = at((start + i) * HOUR);
    hours.temperature[i] = temperature;
    hours.radiation[i] = radiation;
  }
  return hours;
}
