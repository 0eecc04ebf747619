/** What the week ahead sees of an AERO of either world: its days, its line, and the weather of each issue. */
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
import type { Followed } from './followed.ts';
import { type Change, FOLLOWED, type PlainAero, plainWorld, type Wave } from './plain.ts';
import { secondWorld } from './second-week.ts';

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

export const WORLDS = ['plain', 'second'] as const;
export interface WorldOf {
  readonly world: (typeof WORLDS)[number];
  readonly seed: number;
  readonly aeros: number;
  readonly change?: Change | undefined;
  readonly wave?: Wave | undefined;
}

/** AEROs of a seed; kept in `cache`, if named, as making them takes longer than forecasting them. */
export function weekRecords(of: WorldOf, cache: string | undefined): WeekRecord[] {
  const { world, seed, aeros, change, wave } = of;
  const name = [world, seed, aeros, change?.kind, change?.day, wave?.kelvin, wave?.day].join('-');
  const file = cache && join(cache, `${name}.bin`);
  if (file && existsSync(file)) return deserialize(readFileSync(file)) as WeekRecord[];
  const records = followedOf(of).map(recordOf);
  if (file) {
    mkdirSync(cache!, { recursive: true });
    writeFileSync(file, serialize(records));
  }
  return records;
}

function followedOf({ world, seed, aeros, change, wave }: WorldOf): Followed[] {
  return world === 'second'
    ? secondWorld(seed, aeros)
    : plainWorld(seed, aeros, change, wave).map((aero) => plainFollowed(aero, seed));
}

function plainFollowed({ id, place, device, from, service, measures }: PlainAero, seed: number): Followed {
  const { length, sign, stroke } = device;
  return {
    id,
    client: `${seed} ${place.name}`,
    place,
    length: length * (1 + new Draws(keyOf('typed', id)).normal(0, TYPED)),
    sign,
    stroke,
    from,
    days: FOLLOWED,
    measures,
    told: (day, count) => ({ start: (from + day) * 24 - 2, ...service.told(day, day * 24 - 2, count) }),
  };
}

function recordOf({ client, place, length, sign, stroke, from, days, measures, told }: Followed): WeekRecord {
  const hours = daysOf(measures).flatMap((day) => day.hours);
  const offset = solarOffset(place.longitude);
  const mask = logHours(hours);
  const theory = sign * Math.abs(thermalSlope(length, ALPHA));
  const issues: WeekIssue[] = [];
  let line = { slope: theory, slopeError: 0.25 * Math.abs(theory) };
  for (let day = FIRST; day < days; day++) {
    const today = from + day;
    if (day % LINE_EVERY === 2) {
      const [least, most] = [(today - LINE_DAYS) * DAY, today * DAY];
      const seen = hours.filter(({ time }) => time >= least && time < most);
      const found = standingOf(seen, Math.abs(theory), null, place);
      if (typeof found !== 'string') line = { slope: found.slope, slopeError: found.slopeError };
    }
    const heard = told(day, (LEADS + 1) * 24 + 4);
    const weather: WeatherDay[] = [];
    for (let lead = 0; lead <= LEADS; lead++) {
      const one = weatherDay(heard, today + lead, offset, mask);
      if (one) weather.push(one);
    }
    issues.push({ today, ...line, weather });
  }
  return { client, latitude: place.latitude, stroke, from, extremes: extremesOf(hours, offset), issues };
}
