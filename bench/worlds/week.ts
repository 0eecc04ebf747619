/**
 * The week ahead in the plain world, day by day: `node bench/worlds/week.ts --seed 1,2 --mode none` forecasts
 * without weather (`weather`: with it; `silent`: a source that falls silent for a fortnight of every forty
 * days), each place a client that learns. `--world second` is that of bench/worlds/second. `--change slip|leak|sensor-step` changes every AERO on `--day`, and
 * `--wave 12` brings a week of so many °C on top.
 */
import { parseArgs } from 'node:util';
import type { Change } from '@aerowatch/domain/forecast/change';
import { seasonOf } from '@aerowatch/domain/forecast/climate';
import type { DayExtremes } from '@aerowatch/domain/forecast/extremes';
import { type ForecastDay, forecastDays } from '@aerowatch/domain/forecast/forecast-days';
import { type Factors, noFactors } from '@aerowatch/domain/forecast/learning/conformal';
import { nothingLearnt } from '@aerowatch/domain/forecast/learning/learnt';
import { type Lessons, learnFrom, noLessons } from '@aerowatch/domain/forecast/learning/lessons';
import { climateChance, marginReached } from '@aerowatch/domain/forecast/learning/score';
import { teach } from '@aerowatch/domain/forecast/learning/teach';
import { settledExtremes, type Travel } from '@aerowatch/domain/forecast/standing/travel';
import type { WeatherDay } from '@aerowatch/domain/forecast/weather/weather-hours';
import { quantile } from '@aerowatch/domain/physics/statistics';
import type { Change as PlainChange } from './plain.ts';
import { type WeekRecord, WORLDS, weekRecords } from './week-record.ts';
import { printScores, WeekScores } from './week-scores.ts';

const { values } = parseArgs({
  options: {
    world: { type: 'string', default: 'plain' },
    seed: { type: 'string', default: '1,2' },
    aeros: { type: 'string', default: '3' },
    mode: { type: 'string', default: 'none' },
    cache: { type: 'string' },
    change: { type: 'string' },
    wave: { type: 'string' },
    day: { type: 'string', default: '200' },
  },
});
/** Share of days on which an AERO reaches its margin. */
const REACHED = 0.08;
/** A source is silent in the last days of each period. */
const [PERIOD, HEARD] = [40, 26];
const KEPT = 121;
/** Of all forecasts of an AERO, the share that are its hottest. */
const HOTTEST = 0.02;

interface Walker {
  readonly record: WeekRecord;
  readonly travel: Travel;
  /** Highest air temperature from which a forecast is one of its hottest, °C. */
  readonly hottest: number;
  readonly own: Factors;
  readonly weather: Map<number, WeatherDay>;
  readonly actual: ReadonlyMap<number, DayExtremes>;
  readonly open: Map<number, { one: ForecastDay; slope: number }[]>;
}

function walkerOf(record: WeekRecord): Walker {
  const high = quantile(
    record.extremes.map((day) => day.high),
    1 - REACHED,
  );
  const low = quantile(
    record.extremes.map((day) => day.low),
    REACHED,
  );
  return {
    record,
    travel: {
      stroke: record.stroke,
      minOffset: Math.max(5, low),
      maxOffset: Math.max(5, record.stroke - high),
    },
    hottest: quantile(
      record.issues.flatMap(({ weather }) => weather.map(({ airMax }) => airMax)),
      1 - HOTTEST,
    ),
    own: noFactors(),
    weather: new Map(),
    actual: new Map(record.extremes.map((day) => [day.day, day])),
    open: new Map(),
  };
}

const scores = new WeekScores();
const changeDay = Number(values.day);

function hear(walker: Walker, n: number): void {
  if (values.mode === 'none') return;
  if (values.mode === 'silent' && n % PERIOD >= HEARD) return;
  const issue = walker.record.issues[n]!;
  for (const day of issue.weather) walker.weather.set(day.day, { ...day, issued: issue.today });
  walker.weather.delete(issue.today - KEPT);
}

const FAULTS = { slip: 'slipped_wire', leak: 'leak' } as const;
/** A change is known on the day after it. */
function changeOf({ record }: Walker, today: number): Change | null {
  const fault = FAULTS[values.change as keyof typeof FAULTS];
  const day = record.from + changeDay;
  return fault && today > day ? { fault, day } : null;
}
const changedBy = (walker: Walker, today: number) => changeOf(walker, today)?.day ?? null;

/** Scores the chances of a forecast, those of heat on the hottest days that were forecast apart too. */
function addChances(
  { record: { client }, travel, hottest }: Walker,
  { one, slope }: { one: ForecastDay; slope: number },
  actual: DayExtremes,
  season: readonly DayExtremes[],
): void {
  for (const side of ['hot', 'cold'] as const) {
    const upper = (side === 'hot') === slope > 0;
    const happened = marginReached(travel, actual, upper);
    scores.chance(client, one, side, happened, climateChance(travel, season, upper));
    const isHottest = one.temperature !== null && one.temperature.max >= hottest;
    if (side === 'hot' && isHottest)
      scores.hottest(client, one, settledExtremes(actual, travel), slope, happened);
  }
}

function judge(walker: Walker, today: number, lessons: Lessons): void {
  const over = today - 1;
  const actual = walker.actual.get(over);
  for (const { one, slope } of walker.open.get(over) ?? []) {
    if (!actual) continue;
    const known = one.day - one.lead - 1;
    const extremes = walker.record.extremes;
    teach(
      { forecast: one, actual, extremes, slope, travel: walker.travel, changed: changedBy(walker, today) },
      walker.own,
      lessons,
    );
    const season = seasonOf(extremes, one.day, known);
    // Of a wave its days count, whenever they were forecast; of a change the days on which it was known.
    const at = values.wave ? one.day : one.day - one.lead;
    const since = at - walker.record.from - (values.change || values.wave ? changeDay : 0);
    scores.add(walker.record.client, one, settledExtremes(actual, walker.travel), slope, since);
    if (!one.margin || season.length < 5) continue;
    addChances(walker, { one, slope }, actual, season);
  }
  walker.open.delete(over);
}

function forecast(walker: Walker, n: number, learnt: ReturnType<typeof nothingLearnt>): void {
  const { record, travel, own, weather } = walker;
  const { today, slope, slopeError } = record.issues[n]!;
  for (const one of forecastDays({
    today,
    extremes: record.extremes.filter(({ day }) => day < today),
    weather,
    prior: { slope, error: Math.hypot(slopeError, 0.05 * slope) },
    travel,
    own,
    ...learnt,
    latitude: record.latitude,
    change: changeOf(walker, today),
  })) {
    const list = walker.open.get(one.day) ?? [];
    list.push({ one, slope });
    walker.open.set(one.day, list);
  }
}

function walk(records: readonly WeekRecord[]): void {
  const walkers = records.map(walkerOf);
  let learnt = nothingLearnt();
  for (let n = 0; n < records[0]!.issues.length; n++) {
    const lessons = noLessons();
    for (const walker of walkers) {
      hear(walker, n);
      judge(walker, walker.record.issues[n]!.today, lessons);
    }
    for (const walker of walkers) forecast(walker, n, learnt);
    learnt = learnFrom(learnt, lessons, walkers.length);
  }
}

const world = WORLDS.find((one) => one === values.world);
if (!world) throw new Error(`--world is one of ${WORLDS.join(', ')}`);
const wave = values.wave ? { day: changeDay, kelvin: Number(values.wave) } : undefined;
const change = values.change ? { kind: values.change as PlainChange['kind'], day: changeDay } : undefined;
for (const seed of values.seed.split(',').map(Number)) {
  const records = weekRecords({ world, seed, aeros: Number(values.aeros), change, wave }, values.cache);
  for (const client of Map.groupBy(records, (one) => one.client).values()) walk(client);
}
printScores(scores, values.change || values.wave ? 'since' : 'all');
