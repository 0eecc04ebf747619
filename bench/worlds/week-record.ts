/** What the week ahead sees of an AERO of the plain world: its days, its line, and the weather of each issue. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { DAY } from '@aerowatch/domain/durations';
import { daysOf } from '@aerowatch/domain/faults/shared/days/days';
import { LEADS } from '@aerowatch/domain/forecast/basis';
import { type DayExtremes, extremesOf, logHours, solarOffset } from '@aerowatch/domain/forecast/extremes';
import { standingOf } from '@aerowatch/domain/forecast/standing/standing';
import { type WeatherDay, weatherDay } from '@aerowatch/domain/forecast/weather/weather-hours';
import { thermalSlope } from '@aerowatch/domain/physics/expansion';
import { Draws, keyOf } from '@aerowatch/simulator/prng';
import { type Change, FOLLOWED, type PlainAero, plainWorld, type Wave } from './plain.ts';

const ALPHA = 17e-6;
/** Days of the record before the first forecast, between lines, and used for a line. */
const FIRST = 8;
const LINE_EVERY = 6;
const LINE_DAYS = 60;
/** Somebody types a length to three per cent. */
const TYPED = 0.03;

export interface WeekIssue {
  readonly today: number;
  readonly slope: number;
  readonly slopeError: number;
  readonly weather: readonly WeatherDay[];
}
export interface WeekRecord {
  readonly client: string;
  readonly latitude: number;
  readonly stroke: number;
  readonly from: number;
  readonly extremes: readonly DayExtremes[];
  readonly issues: readonly WeekIssue[];
}

/** AEROs of a seed; kept in `cache`, if named, as making them takes longer than forecasting them. */
export function weekRecords(
  seed: number,
  aeros: number,
  cache: string | undefined,
  change?: Change,
  wave?: Wave,
): WeekRecord[] {
  const name = ['week', seed, aeros, change?.kind, change?.day, wave?.kelvin, wave?.day].join('-');
  const file = cache && join(cache, `${name}.bin`);
  if (file && existsSync(file)) return deserialize(readFileSync(file)) as WeekRecord[];
  const records = plainWorld(seed, aeros, change, wave).map((aero) => recordOf(aero, seed));
  if (file) {
    mkdirSync(cache!, { recursive: true });
    writeFileSync(file, serialize(records));
  }
  return records;
}

function recordOf(aero: PlainAero, seed: number): WeekRecord {
  const { place, device, from, service } = aero;
  const hours = daysOf(aero.measures).flatMap((day) => day.hours);
  const offset = solarOffset(place.longitude);
  const mask = logHours(hours);
  const typed = device.length * (1 + new Draws(keyOf('typed', aero.id)).normal(0, TYPED));
  const theory = device.sign * Math.abs(thermalSlope(typed, ALPHA));
  const issues: WeekIssue[] = [];
  let line = { slope: theory, slopeError: 0.25 * Math.abs(theory) };
  for (let day = FIRST; day < FOLLOWED; day++) {
    const today = from + day;
    if (day % LINE_EVERY === 2) {
      const [least, most] = [(today - LINE_DAYS) * DAY, today * DAY];
      const seen = hours.filter(({ time }) => time >= least && time < most);
      const found = standingOf(seen, Math.abs(theory), null, place);
      if (typeof found !== 'string') line = { slope: found.slope, slopeError: found.slopeError };
    }
    const told = { start: today * 24 - 2, ...service.told(day, day * 24 - 2, (LEADS + 1) * 24 + 4) };
    const weather: WeatherDay[] = [];
    for (let lead = 0; lead <= LEADS; lead++) {
      const one = weatherDay(told, today + lead, offset, mask);
      if (one) weather.push(one);
    }
    issues.push({ today, ...line, weather });
  }
  return {
    client: `${seed} ${place.name}`,
    latitude: place.latitude,
    stroke: device.stroke,
    from,
    extremes: extremesOf(hours, offset),
    issues,
  };
}
