/**
 * Where an AERO would stand at a device temperature: its own line through the nights of its last weeks, pulled towards what
 * its conductor and length say, and what the sun of a day adds to it, with how sure that is (docs/domain.md, "Expected
 * stroke"). Slider, line, gauges and the findings on stops rest on it.
 */
import { DAY } from '../durations.ts';
import { correlation, quantile, robustDeviation } from '../physics/statistics.ts';
import { NORMAL_TO_T, type Quantiles, spreadOf, TWENTIETH } from './spread.ts';
import { marginChances, stopChances, type Travel, withinTravel } from './travel.ts';
import type { Unavailable } from './unavailable.ts';
import { darkHours, roundedWarmth, type SunPlace, type Warmth, warmthAt, warmthOf } from './warmth.ts';

/** An hour of an AERO: the medians of its measures. */
export interface StandingHour {
  /** ms. */
  readonly time: number;
  /** Of the device, °C. */
  readonly temperature: number;
  /** mm. */
  readonly stroke: number;
}

/** A line and its uncertainty: what `standsAt` needs, small enough to be sent to a browser for every AERO. */
export interface Standing {
  /** Stroke at the temperature `at`, mm. */
  readonly level: number;
  /** °C, the middle of its nights. */
  readonly at: number;
  /** mm/°C, with its sign. */
  readonly slope: number;
  /** Standard errors, mm and mm/°C. */
  readonly levelError: number;
  readonly slopeError: number;
  /** What hours of the night scatter about the line by: scales below and above it, mm (friction, drift). */
  readonly below: number;
  readonly above: number;
  /** °C between which it was seen. */
  readonly coldest: number;
  readonly warmest: number;
  /** By how much the wire is warmer than its device; without it, of lines kept before, by nothing. */
  readonly warmth?: Warmth | undefined;
}

const to = (decimals: number) => (value: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const [tenth, thousandth, fine] = [to(1), to(3), to(5)];

/** The line as it is kept and sent: a hundredth of a millimetre at any temperature. */
export function roundedStanding(standing: Standing): Standing {
  const { level, at, slope, levelError, slopeError, below, above, coldest, warmest, warmth } = standing;
  return {
    ...(warmth && { warmth: roundedWarmth(warmth) }),
    level: thousandth(level),
    at: thousandth(at),
    slope: fine(slope),
    levelError: thousandth(levelError),
    slopeError: fine(slopeError),
    below: thousandth(below),
    above: thousandth(above),
    coldest: tenth(coldest),
    warmest: tenth(warmest),
  };
}

/**
 * Days looked back on: a season's change of slope is small, creep and friction are not (docs/domain.md, "Expected
 * stroke").
 */
const DAYS = 60;
/** Days after which an hour counts half: where the ram stands now matters more than where it stood. */
const HALF_LIFE = 14;
/** Fewest hours, days and °C of them. */
const MIN_HOURS = 24;
const MIN_DAYS = 3;
const MIN_SPAN = 4;
/** Correlation from which it is sure which way the ram moves. */
const ONE_WAY = 0.6;
/**
 * Softness of the gas and friction take about 4 % of α·L; lengths are entered to 3 %, gas is tuned to 8 %
 * (docs/domain.md, "Installations").
 */
const SOFT = 0.96;
const PRIOR_ERROR = 0.06;
/** Without a length: any slope, as a share of that of 600 m of copper (mm/°C). */
const ANY_SLOPE = 10;
/** A year's slope is not quite that of a season: gas and friction differ. A share of it; tuned in the bench. */
const SEASON = 0.015;
/** Huber's constant: 95 % as good as least squares where nothing is wild (Huber 1964). */
const HUBER = 1.345;
const ROUNDS = 8;

/** Prior of a slope, mm/°C without sign. */
export interface SlopePrior {
  readonly slope: number;
  readonly error: number;
}

/**
 * @param theory mm/°C by length and conductor, without sign; null without a length.
 * @param shared slope of others of its line and conductor; null where they are not used, or too few.
 * @param place where it stands, for its sun.
 */
export function standingOf(
  hours: readonly StandingHour[],
  theory: number | null,
  shared: SlopePrior | null = null,
  place: SunPlace = { latitude: null, longitude: null },
): Standing | Unavailable {
  const newest = hours.at(-1)?.time;
  if (newest === undefined) return 'no_data';
  const used = hours.filter(({ time }) => time > newest - DAYS * DAY);
  const days = new Set(used.map(({ time }) => Math.floor(time / DAY))).size;
  if (used.length < Math.min(MIN_HOURS, 4 * MIN_DAYS) || days < MIN_DAYS) return 'too_few_days';
  const x = Float64Array.from(used, ({ temperature }) => temperature);
  const y = Float64Array.from(used, ({ stroke }) => stroke);
  const [coldest, warmest] = [quantile(x, 0.02), quantile(x, 0.98)];
  if (warmest - coldest < MIN_SPAN) return 'temperature_span_too_small';
  const r = correlation(x, y);
  if (Math.abs(r) < ONE_WAY) return 'does_not_follow';
  const dark = darkHours(used, place);
  const recent = Float64Array.from(dark, ({ time }) => 0.5 ** ((newest - time) / DAY / HALF_LIFE));
  const known =
    shared ??
    (theory === null
      ? { slope: ANY_SLOPE, error: ANY_SLOPE }
      : { slope: SOFT * theory, error: PRIOR_ERROR * theory });
  const line = robustLine(
    Float64Array.from(dark, ({ temperature }) => temperature),
    Float64Array.from(dark, ({ stroke }) => stroke),
    recent,
    { ...known, slope: Math.sign(r) * known.slope },
    days,
  );
  const scales = scalesOf(line.rests, recent);
  return { ...line.fitted, ...scales, coldest, warmest, warmth: warmthOf(used, line.fitted, place) };
}

/** Weighted line with a prior of its slope, in which outliers count less; hours of a day count as two independent ones. */
function robustLine(
  x: Float64Array,
  y: Float64Array,
  recent: Float64Array,
  prior: SlopePrior,
  days: number,
): {
  fitted: Pick<Standing, 'level' | 'at' | 'slope' | 'levelError' | 'slopeError'>;
  rests: Float64Array;
} {
  const weight = Float64Array.from(recent);
  const rests = new Float64Array(x.length);
  let fitted = { level: 0, at: 0, slope: prior.slope, levelError: 0, slopeError: prior.error };
  let scale = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    let [w, wx, wy, sxx, sxy] = [0, 0, 0, 0, 0];
    for (let i = 0; i < x.length; i++) {
      w += weight[i]!;
      wx += weight[i]! * x[i]!;
      wy += weight[i]! * y[i]!;
    }
    const [mx, my] = [wx / w, wy / w];
    for (let i = 0; i < x.length; i++) {
      sxx += weight[i]! * (x[i]! - mx) ** 2;
      sxy += weight[i]! * (x[i]! - mx) * (y[i]! - my);
    }
    // Hours that follow each other say the same: as many count as there are half days.
    const apart = Math.min(1, (2 * days) / x.length);
    const noise = Number.isFinite(scale) ? Math.max(1, scale) ** 2 : 400;
    const [own, known] = [(apart * sxx) / noise, 1 / prior.error ** 2];
    const slope = sxx > 0 ? (own * (sxy / sxx) + known * prior.slope) / (own + known) : prior.slope;
    fitted = {
      level: my,
      at: mx,
      slope,
      levelError: Math.sqrt(noise / Math.max(1, apart * w)),
      slopeError: Math.sqrt(1 / (own + known)),
    };
    for (let i = 0; i < x.length; i++) rests[i] = y[i]! - my - slope * (x[i]! - mx);
    scale = robustDeviation(rests);
    const limit = Math.max(1, HUBER * scale);
    for (let i = 0; i < x.length; i++) weight[i] = recent[i]! * Math.min(1, limit / Math.abs(rests[i]!));
  }
  return { fitted, rests };
}

/** Scales on either side from the twentieths of what is left, by weight; never under a millimetre. */
function scalesOf(rests: Float64Array, weight: Float64Array): { below: number; above: number } {
  const order = [...rests.keys()].sort((one, other) => rests[one]! - rests[other]!);
  const whole = weight.reduce((sum, one) => sum + one, 0);
  const at = (share: number) => {
    let sum = 0;
    for (const i of order) {
      sum += weight[i]!;
      if (sum >= share * whole) return rests[i]!;
    }
    return rests[order.at(-1)!]!;
  };
  return {
    below: Math.max(1, -at(0.05) / TWENTIETH),
    above: Math.max(1, at(0.95) / TWENTIETH),
  };
}

/** Stroke in mm at a device temperature in °C: 5 %, 50 % and 95 %, ends of the travel not reckoned with. */
export function freeStrokeAt(standing: Standing, temperature: number): Quantiles {
  const { level, at, slope, below, above, warmth } = standing;
  const sun = warmth ? warmthAt(warmth, temperature) : NO_SUN;
  const error = standingError(standing, temperature);
  const scatter = sun.share * Math.abs(slope) * (warmth?.scatter ?? 0);
  const scale = (own: number) => NORMAL_TO_T * Math.hypot(error, (1 - sun.share) * own, scatter);
  return spreadOf(level + slope * (temperature - at + sun.added), scale(below), scale(above));
}
const NO_SUN = { added: 0, error: 0, share: 0 };

/** Standard error, mm, of where it stands at a device temperature in the middle of all days: of its line and of the sun. */
export function standingError(
  { levelError, slopeError, slope, at, warmth }: Standing,
  temperature: number,
): number {
  const slopes = Math.hypot(slopeError, SEASON * slope);
  const sun = warmth ? Math.abs(slope) * warmthAt(warmth, temperature).error : 0;
  return Math.hypot(levelError, slopes * (temperature - at), sun);
}

export interface StandsAt {
  readonly stroke: Quantiles;
  /** Chance that it stands within its safety margin, and on its stop, at the nearer end; null without a model's travel. */
  readonly margin: number | null;
  readonly stop: number | null;
}

/** Where it would stand at a device temperature (°C), and the chance that this is too far. */
export function standsAt(standing: Standing, travel: Travel | null, temperature: number): StandsAt {
  const free = freeStrokeAt(standing, temperature);
  if (travel === null) return { stroke: withinTravel(free, null), margin: null, stop: null };
  const [margin, stop] = [marginChances(travel, free, free), stopChances(travel, free, free)];
  return {
    stroke: withinTravel(free, travel),
    margin: Math.max(margin.lower, margin.upper),
    stop: Math.max(stop.lower, stop.upper),
  };
}

/**
 * Device temperatures at which the middle of its stroke comes within the safety margin, °C: of heat and of cold.
 * Null without a slope that moves it.
 */
export function marginTemperatures(
  standing: Standing,
  { stroke, minOffset, maxOffset }: Travel,
): { hot: number; cold: number } | null {
  const { slope } = standing;
  if (Math.abs(slope) < 0.1) return null;
  const upper = temperatureAt(standing, stroke - maxOffset);
  const lower = temperatureAt(standing, minOffset);
  return slope > 0 ? { hot: upper, cold: lower } : { hot: lower, cold: upper };
}

/** Device temperature at which the middle stands at a stroke: of the pieces between which the wire's warmth is a line. */
function temperatureAt({ level, at, slope, warmth }: Standing, stroke: number): number {
  const wire = at + (stroke - level) / slope;
  if (!warmth) return wire;
  const { from, seen, now, full, hot } = warmth;
  if (wire <= from) return wire;
  if (wire <= seen + now) return from + ((wire - from) * (seen - from)) / (seen + now - from);
  if (wire <= full + hot) return seen + ((wire - seen - now) * (full - seen)) / (full + hot - seen - now);
  return wire - hot;
}
