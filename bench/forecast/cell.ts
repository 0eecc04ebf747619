/**
 * AEROs of one client in one climate at one log time, day by day: forecast, stored, scored when the day is
 * over.
 */
import { MODEL_STROKES } from '@aerowatch/domain/box/box-configuration';
import { LEADS } from '@aerowatch/domain/forecast/basis';
import { seasonOf } from '@aerowatch/domain/forecast/climate';
import { type DayExtremes, joinedExtremes } from '@aerowatch/domain/forecast/extremes';
import { type ForecastDay, forecastDays } from '@aerowatch/domain/forecast/forecast-days';
import {
  FIRST_CALIBRATION,
  FIRST_SEASON_CALIBRATION,
  learnOutcomes,
  noOutcomes,
  noteOutcome,
} from '@aerowatch/domain/forecast/learning/calibration';
import {
  countMiss,
  type Factors,
  learnOwn,
  learnShared,
  noFactors,
  noMisses,
} from '@aerowatch/domain/forecast/learning/conformal';
import {
  centreOf,
  firstPulls,
  learnPulls,
  noDepartures,
  noteDeparture,
} from '@aerowatch/domain/forecast/learning/pull';
import {
  addChance,
  addExtreme,
  BINS,
  binOf,
  climateChance,
  marginReached,
  noScore,
  type Score,
} from '@aerowatch/domain/forecast/learning/score';
import type { Travel } from '@aerowatch/domain/forecast/standing/travel';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import type { WeatherDay } from '@aerowatch/domain/forecast/weather/weather-hours';
import { quantile } from '@aerowatch/domain/physics/statistics';
import type { PreparedAero } from './aero.ts';

/**
 * Uncertainty of an AERO's line as a share of its slope, in addition to its own error: others of its line and
 * conductor.
 */
const SLOPE_ERROR = 0.05;
/** Shares of days on which an AERO of the bench reaches its margin: enough for scoring. */
const REACHED = 0.08;

export interface LeadResult {
  readonly score: Score;
  /** Squares of the weather forecast's own error in mm of stroke, and its mean, per extreme. */
  weather: { n: number; sum: number; squares: number };
}
export interface CellResult {
  readonly leads: LeadResult[];
  /**
   * By weather and week: for each lead and tenth the number of chances, and by how much events exceeded the
   * stated ones.
   */
  readonly weeks: Map<string, { readonly n: Float64Array; readonly off: Float64Array }>;
  /**
   * For AEROs after their fault began: how often a number was given, how often only a reason, and how good
   * numbers were.
   */
  readonly faulty: {
    given: number;
    withheld: number;
    readonly reasons: Record<string, number>;
    readonly score: Score;
  };
  /** Sound days without a number, by reason. */
  readonly missing: Record<string, number>;
  days: number;
  /** Share of extremes within their interval, by AERO: the worst and the best. */
  readonly byAero: number[];
}

interface Walker {
  readonly aero: PreparedAero & { readonly weather: number };
  readonly travel: Travel;
  readonly own: Factors;
  readonly weather: Map<number, WeatherDay>;
  readonly actual: ReadonlyMap<number, DayExtremes>;
  readonly truth: ReadonlyMap<number, WeatherDay>;
  readonly open: Map<number, OpenForecast[]>;
  extremes: DayExtremes[];
  scored: number;
  inside: number;
  n: number;
}

/** Margins that an AERO's own hottest and coldest days just reach, so that there is something to forecast. */
function travelOf({ actual, modelType }: PreparedAero): Travel {
  const stroke = MODEL_STROKES[modelType]!;
  const high = quantile(
    actual.map((day) => day.high),
    1 - REACHED,
  );
  const low = quantile(
    actual.map((day) => day.low),
    REACHED,
  );
  return { stroke, minOffset: Math.max(5, low), maxOffset: Math.max(5, stroke - high) };
}

const emptyResult = (): CellResult => ({
  leads: Array.from({ length: LEADS }, () => ({ score: noScore(), weather: { n: 0, sum: 0, squares: 0 } })),
  weeks: new Map(),
  faulty: { given: 0, withheld: 0, reasons: {}, score: noScore() },
  missing: {},
  days: 0,
  byAero: [],
});

const makeWalker = (aero: Walker['aero']): Walker => ({
  aero,
  travel: travelOf(aero),
  own: noFactors(),
  weather: new Map(),
  actual: new Map(aero.actual.map((day) => [day.day, day])),
  truth: new Map(aero.truth.map((day) => [day.day, day])),
  open: new Map(),
  extremes: [],
  scored: 0,
  inside: 0,
  n: 0,
});

export function runCell(aeros: readonly Walker['aero'][]): CellResult {
  const shared = noFactors();
  const pulls = firstPulls();
  let calibration = FIRST_CALIBRATION;
  const result = emptyResult();
  const walkers = aeros.map(makeWalker);
  const first = Math.min(...aeros.map(({ issues }) => issues[0]?.today ?? 1e9));
  const last = Math.max(...aeros.map(({ issues }) => issues.at(-1)?.today ?? 0));
  const index = walkers.map(({ aero }) => new Map(aero.issues.map((issue) => [issue.today, issue])));
  for (let today = first; today <= last; today++) {
    const misses = noMisses();
    const lessons = { departures: noDepartures(), outcomes: noOutcomes() };
    walkers.forEach((walker, i) => {
      const issue = index[i]!.get(today);
      if (!issue) return;
      walker.extremes = joinedExtremes(walker.extremes, issue.extremes, 0);
      for (const day of issue.weather) walker.weather.set(day.day, day);
      judge(walker, today, misses, lessons, result);
      const sound = walker.aero.begins === null || today < walker.aero.begins;
      const reason = issue.held ?? (typeof issue.standing === 'string' ? issue.standing : null);
      count(result, sound, reason);
      if (reason !== null || typeof issue.standing === 'string') return;
      const { slope, slopeError } = issue.standing;
      const forecast = forecastDays({
        today,
        extremes: walker.extremes,
        weather: walker.weather,
        prior: { slope, error: Math.hypot(slopeError, SLOPE_ERROR * slope) },
        travel: walker.travel,
        shared,
        pulls,
        calibration,
        seasonCalibration: FIRST_SEASON_CALIBRATION,
        own: walker.own,
        latitude: null,
        change: null,
      });
      for (const day of forecast) {
        const list = walker.open.get(day.day) ?? [];
        list.push({ forecast: day, slope, known: today - 1 });
        walker.open.set(day.day, list);
      }
    });
    learnShared(shared, misses, walkers.length);
    learnPulls(pulls, lessons.departures, walkers.length);
    calibration = learnOutcomes(calibration, lessons.outcomes, walkers.length);
  }
  for (const walker of walkers) if (walker.n > 0) result.byAero.push(walker.inside / walker.n);
  return result;
}

function count(result: CellResult, sound: boolean, reason: Unavailable | null): void {
  if (sound) {
    result.days += 1;
    if (reason !== null) result.missing[reason] = (result.missing[reason] ?? 0) + 1;
  } else if (reason === null) result.faulty.given += 1;
  else {
    result.faulty.withheld += 1;
    result.faulty.reasons[reason] = (result.faulty.reasons[reason] ?? 0) + 1;
  }
}

type Misses = ReturnType<typeof noMisses>;
/** Lessons from the AEROs of a day for those of the next. */
interface Lessons {
  departures: ReturnType<typeof noDepartures>;
  outcomes: ReturnType<typeof noOutcomes>;
}
/** A forecast of a future day; `known`: the last measured day when it was made. */
interface OpenForecast {
  forecast: ForecastDay;
  slope: number;
  known: number;
}

/** Scores the lowest and the highest stroke of a day, and learns from their errors. */
function scoreExtremes(
  walker: Walker,
  one: OpenForecast,
  actual: DayExtremes,
  { score, misses, lessons, sound }: { score: Score; misses: Misses; lessons: Lessons; sound: boolean },
): void {
  const { forecast } = one;
  if (forecast.basis !== 'weather') return;
  for (const extreme of ['low', 'high'] as const) {
    addExtreme(score, forecast[extreme], actual[extreme]);
    countMiss(misses, { basis: 'weather', lead: forecast.lead, extreme }, forecast[extreme], actual[extreme]);
    learnOwn(
      walker.own,
      { basis: 'weather', lead: forecast.lead, extreme },
      forecast[extreme],
      actual[extreme],
    );
    const { p50 } = forecast[extreme];
    const centre = centreOf(walker.extremes, one.known, extreme);
    if (centre !== null)
      noteDeparture(
        lessons.departures,
        forecast.lead,
        extreme,
        (p50 - centre) / one.slope,
        (actual[extreme] - p50) / one.slope,
      );
    if (sound) {
      walker.n += 1;
      if (actual[extreme] >= forecast[extreme].p05 && actual[extreme] <= forecast[extreme].p95)
        walker.inside += 1;
    }
  }
}

/**
 * Scores the chances that a day reaches the margins, together with those of the season without a forecast.
 */
function scoreMargins(
  walker: Walker,
  one: OpenForecast,
  actual: DayExtremes,
  { score, lessons, sound, result }: { score: Score; lessons: Lessons; sound: boolean; result: CellResult },
): void {
  const { forecast } = one;
  if (forecast.basis !== 'weather') return;
  const { day } = forecast;
  const season = seasonOf(walker.extremes, day, one.known);
  for (const side of ['hot', 'cold'] as const) {
    const upper = (side === 'hot') === one.slope > 0;
    if (forecast.margin)
      noteOutcome(lessons.outcomes, forecast.margin[side], marginReached(walker.travel, actual, upper));
    if (forecast.margin && season.length >= 5 && sound)
      noteWeek(
        result,
        `${walker.aero.weather} ${Math.floor(day / 7)}`,
        forecast.lead,
        forecast.margin[side],
        marginReached(walker.travel, actual, upper),
      );
    if (forecast.margin && season.length >= 5)
      addChance(
        score,
        forecast.margin[side],
        marginReached(walker.travel, actual, upper),
        climateChance(walker.travel, season, upper),
      );
  }
}

/** Scores past days whose measures have arrived. */
function judge(walker: Walker, today: number, misses: Misses, lessons: Lessons, result: CellResult): void {
  const measured = new Map(walker.extremes.map((day) => [day.day, day]));
  for (const [day, list] of walker.open) {
    const actual = measured.get(day);
    if (!actual) {
      if (day < today - 12) walker.open.delete(day);
      continue;
    }
    walker.open.delete(day);
    const sound = walker.aero.begins === null || day < walker.aero.begins;
    for (const one of list) {
      const { forecast } = one;
      if (forecast.basis !== 'weather') continue;
      const score = sound ? result.leads[forecast.lead - 1]!.score : result.faulty.score;
      scoreExtremes(walker, one, actual, { score, misses, lessons, sound });
      scoreMargins(walker, one, actual, { score, lessons, sound, result });
      if (sound) noteWeather(walker, one, day, result.leads[forecast.lead - 1]!);
    }
  }
}

/**
 * AEROs under one weather reach their margins together, so chances are counted by its weeks. Changes `weeks`.
 */
function noteWeek(
  { weeks }: CellResult,
  week: string,
  lead: number,
  stated: number,
  happened: boolean,
): void {
  let sums = weeks.get(week);
  if (!sums) {
    sums = { n: new Float64Array(LEADS * BINS), off: new Float64Array(LEADS * BINS) };
    weeks.set(week, sums);
  }
  const at = (lead - 1) * BINS + binOf(stated);
  sums.n[at]! += 1;
  sums.off[at]! += (happened ? 1 : 0) - stated;
}

/** The error of the weather forecast alone, as stroke. */
function noteWeather(
  walker: Walker,
  { forecast, known }: { forecast: ForecastDay; known: number },
  day: number,
  { weather }: LeadResult,
): void {
  const issue = walker.aero.issues.find(({ today }) => today === known + 1);
  const truth = walker.truth.get(day);
  const said = issue?.weather.find((one) => one.day === day);
  if (!truth || !said || !issue || typeof issue.standing === 'string' || forecast.basis !== 'weather') return;
  const { slope } = issue.standing;
  for (const error of [slope * (said.hot - truth.hot), slope * (said.cold - truth.cold)]) {
    weather.n += 1;
    weather.sum += error;
    weather.squares += error * error;
  }
}
