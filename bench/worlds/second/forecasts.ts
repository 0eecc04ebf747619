import { makeRandom, type Random } from './random.ts';
import { clearHour, DAY, HOUR, type Sky, throughCloud } from './sky.ts';

/** Hours of a forecast. */
export const AHEAD = 168;
/** Hours after midnight UTC at which the forecast of the day is issued. */
const ISSUE_HOUR = 5;

/** What a source can do wrong, from a date on. */
export type WrongSource = 'plus-4' | 'another-place' | 'shift-12h' | 'fahrenheit' | 'cut-off';

export interface ForecastOptions {
  seed: number | string;
  /** °C that the source is too warm at this place, at all leads; drawn within ±2 when absent. */
  placeBiasC?: number;
  /** Share of hours without values; default 0.01. */
  missing?: number;
  wrong?: { kind: WrongSource; fromMs: number; toMs?: number; elsewhere?: Sky };
}

/** One forecast. Arrays by hour, the first for an hour after `issuedMs`; NaN where the source says nothing. */
export interface Issue {
  issuedMs: number;
  /** °C, unless the source is wrong in just that. */
  airC: Float64Array;
  /** W/m², mean of the hour that ends then. */
  globalWm2: Float64Array;
  windMs: Float64Array;
  cloud: Float64Array;
}

/** The error said of a forecast of the air by hours ahead, without the place's bias: 1.2 to 3.5 °C. */
export function saidErrorC(ahead: number): number {
  return 1.2 + 2.3 * Math.max(0, Math.min(1, (ahead - 12) / 150)) ** 1.15;
}

/** Fields of error over the valid hours: alike from hour to hour, and from issue to issue for the same hour. */
function makeField(random: Random, memory: number, kept: number): () => Float64Array {
  const field = new Float64Array(AHEAD);
  const keep = Math.exp(-1 / memory);
  const fresh = Math.sqrt(1 - keep * keep);
  let last = random.normal();
  const step = () => {
    last = keep * last + fresh * random.normal();
    return last;
  };
  for (let at = 0; at < AHEAD; at++) field[at] = step();
  return () => {
    const news = Math.sqrt(1 - kept * kept);
    last = random.normal();
    for (let at = 0; at + 24 < AHEAD; at++) field[at] = kept * field[at + 24]! + news * step();
    last = field[AHEAD - 25]!;
    for (let at = AHEAD - 24; at < AHEAD; at++) field[at] = step();
    return field;
  };
}

const clampIndex = (at: number, count: number) => Math.min(count - 1, Math.max(0, at));

function between(column: Float64Array, at: number): number {
  const low = clampIndex(Math.floor(at), column.length);
  const high = clampIndex(low + 1, column.length);
  return column[low]! + (column[high]! - column[low]!) * Math.min(1, Math.max(0, at - low));
}

/**
 * What fronts that come early or late, and extremes that are not believed, add to the air: °C by hour ahead.
 * @param shift hours by which the large weather is early, by hour ahead, of unit variance
 */
function flawsOfLargeWeather(sky: Sky, first: number, shift: Float64Array, flaws: Float64Array): void {
  for (let ahead = 1; ahead <= AHEAD; ahead++) {
    const hour = clampIndex(first + ahead, sky.hours);
    const early = shift[ahead - 1]! * (0.8 + ahead / 22);
    const season = sky.seasonC[hour]!;
    const seen = between(sky.largeC, hour + early) - season;
    // Far ahead, what is beyond six degrees of the season is only half believed.
    const beyond = Math.sign(seen) * Math.max(0, Math.abs(seen) - 6);
    flaws[ahead - 1] = seen - beyond * 0.5 * (ahead / AHEAD) - (sky.largeC[hour]! - season);
  }
}

interface Fields {
  air: () => Float64Array;
  cloud: () => Float64Array;
  wind: () => Float64Array;
  shift: () => Float64Array;
}

/** Air far from its season is harder to foretell: factor on the drawn error. */
const wildness = (sky: Sky, hour: number) =>
  1 + 0.06 * Math.max(0, Math.abs(sky.largeC[hour]! - sky.seasonC[hour]!) - 6);

/** The flaws of all days first: what is left of the error said is then drawn on top, so that the sum is as said. */
function flawsOfAllDays(sky: Sky, fields: Fields): { flaws: Float64Array[]; rest: Float64Array } {
  const flaws: Float64Array[] = [];
  const squares = new Float64Array(AHEAD);
  for (let day = 0; day < sky.days; day++) {
    const of = new Float64Array(AHEAD);
    flawsOfLargeWeather(sky, day * 24 + ISSUE_HOUR, fields.shift(), of);
    flaws.push(of);
    for (let at = 0; at < AHEAD; at++) squares[at]! += of[at]! ** 2 / sky.days;
  }
  let wild = 0;
  for (let hour = 0; hour < sky.hours; hour++) wild += wildness(sky, hour) ** 2 / sky.hours;
  // In a place of hard fronts their timing alone could exceed the error said: at most 70 % of its square is theirs.
  const most = squares.map((_, at) => 0.7 * saidErrorC(at + 1) ** 2);
  const scale = squares.map((square, at) => Math.min(1, Math.sqrt(most[at]! / square)));
  for (const of of flaws) for (let at = 0; at < AHEAD; at++) of[at]! *= scale[at]!;
  const rest = squares.map((square, at) =>
    Math.sqrt((saidErrorC(at + 1) ** 2 - Math.min(square, most[at]!)) / wild),
  );
  return { flaws, rest };
}

/** One right issue, from what is true. */
function makeIssue(
  sky: Sky,
  day: number,
  errors: { flaws: Float64Array; rest: Float64Array },
  fields: Fields,
  bias: { all: number; night: number },
  random: Random,
): Issue {
  const first = day * 24 + ISSUE_HOUR;
  const issue: Issue = {
    issuedMs: sky.startMs + first * HOUR,
    airC: new Float64Array(AHEAD),
    globalWm2: new Float64Array(AHEAD),
    windMs: new Float64Array(AHEAD),
    cloud: new Float64Array(AHEAD),
  };
  const [air, cloud, wind] = [fields.air(), fields.cloud(), fields.wind()];
  const seesFog = random.chance(0.45);
  for (let at = 0; at < AHEAD; at++) {
    const hour = clampIndex(first + at + 1, sky.hours);
    const ms = sky.startMs + hour * HOUR;
    const clock = ((ms % DAY) / HOUR + sky.climate.longitude / 15 + 24) % 24;
    const placed = bias.all + bias.night * Math.cos((2 * Math.PI * (clock - 5)) / 24);
    issue.airC[at] =
      sky.airC[hour]! + errors.flaws[at]! + errors.rest[at]! * wildness(sky, hour) * air[at]! + placed;
    const truth = Math.min(0.985, Math.max(0.015, (seesFog ? sky.cloud : sky.cloudAbove)[hour]!));
    const odds = Math.log(truth / (1 - truth)) * (1 - at / 400) + (0.7 + at / 100) * cloud[at]!;
    issue.cloud[at] = 1 / (1 + Math.exp(-odds));
    issue.globalWm2[at] = clearHour(ms, sky.climate) * throughCloud(issue.cloud[at]!);
    issue.windMs[at] = sky.windMs[hour]! * Math.exp((0.2 + at / 420) * wind[at]! - 0.05);
  }
  return issue;
}

/** Runs of hours without a value, in all columns or in one. */
function loseHours(issue: Issue, share: number, random: Random): void {
  const mean = 6;
  const columns = [issue.airC, issue.globalWm2, issue.windMs, issue.cloud];
  for (let at = 0; at < AHEAD; at++) {
    if (!random.chance(share / mean)) continue;
    const lost = random.chance(0.5) ? columns : [random.pick(columns)];
    const count = 1 + Math.round(random.exponential(mean - 1));
    for (const column of lost) column.fill(Number.NaN, at, at + count);
  }
}

/** The same issue from a source that went wrong. */
function spoil(issue: Issue, kind: WrongSource, random: Random): Issue {
  const cut = 24 + Math.floor(random.next() * 72);
  if (kind === 'plus-4') return { ...issue, airC: issue.airC.map((air) => air + 4) };
  if (kind === 'fahrenheit') return { ...issue, airC: issue.airC.map((air) => air * 1.8 + 32) };
  if (kind === 'cut-off') {
    return {
      issuedMs: issue.issuedMs,
      airC: issue.airC.slice(0, cut),
      globalWm2: issue.globalWm2.slice(0, cut),
      windMs: issue.windMs.slice(0, cut),
      cloud: issue.cloud.slice(0, cut),
    };
  }
  if (kind === 'shift-12h') {
    // As if 12-hour clocks were read wrongly: every value stands half a day late.
    const late = (column: Float64Array) => column.map((_, at) => column[at - 12] ?? Number.NaN);
    const { issuedMs, airC, globalWm2, windMs, cloud } = issue;
    return {
      issuedMs,
      airC: late(airC),
      globalWm2: late(globalWm2),
      windMs: late(windMs),
      cloud: late(cloud),
    };
  }
  return issue;
}

/** All issues of right sources for a sky. */
function makeRightIssues(sky: Sky, options: ForecastOptions, name: string): Issue[] {
  const random = makeRandom(options.seed, name, sky.seed);
  const drawn = Math.min(2, Math.max(-2, 0.9 * random.normal()));
  const bias = { all: options.placeBiasC ?? drawn, night: 0.5 * random.normal() };
  const field = (part: string, memory: number, kept: number) =>
    makeField(makeRandom(options.seed, name, sky.seed, part), memory, kept);
  const fields = {
    air: field('air', 14, 0.65),
    cloud: field('cloud', 9, 0.5),
    wind: field('wind', 9, 0.5),
    shift: field('shift', 50, 0.7),
  };
  const { flaws, rest } = flawsOfAllDays(sky, fields);
  return flaws.map((of, day) => makeIssue(sky, day, { flaws: of, rest }, fields, bias, random));
}

/**
 * Forecasts of a sky: one issue a day at 05:00 UTC for 168 hours, about one day in seventy without any.
 * @throws RangeError when another place is asked for and none is given
 */
export function makeForecasts(sky: Sky, options: ForecastOptions): Issue[] {
  const { wrong } = options;
  if (wrong?.kind === 'another-place' && !wrong.elsewhere) throw new RangeError('elsewhere is missing');
  const issues = makeRightIssues(sky, options, 'right');
  const others = wrong?.elsewhere ? makeRightIssues(wrong.elsewhere, options, 'elsewhere') : issues;
  const random = makeRandom(options.seed, 'files', sky.seed);
  return issues.flatMap((right, day) => {
    const isWrong = wrong && right.issuedMs >= wrong.fromMs && right.issuedMs < (wrong.toMs ?? Infinity);
    const from = isWrong && wrong.kind === 'another-place' ? (others[day] ?? right) : right;
    const issue = isWrong ? spoil(from, wrong.kind, random) : from;
    loseHours(issue, options.missing ?? 0.01, random);
    return random.chance(1 / 70) ? [] : [{ ...issue, issuedMs: right.issuedMs }];
  });
}
