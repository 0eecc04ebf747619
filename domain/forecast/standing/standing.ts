/**
 * Where an AERO would be at a device temperature: its own line through the nights of its last weeks, drawn
 * towards what its conductor and length imply, plus the effect of the sun by day, with the uncertainty of
 * both (docs/domain.md, "Expected stroke"). Slider, line, gauges and the findings on stops use it.
 */
import { DAY } from '../../durations.ts';
import { correlation, quantile, robustDeviation } from '../../physics/statistics.ts';
import { NORMAL_TO_T, type Quantiles, spreadOf, TWENTIETH } from '../spread.ts';
import type { Unavailable } from '../unavailable.ts';
import { marginChances, stopChances, type Travel, withinTravel } from './travel.ts';
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

/**
 * A line and its uncertainty: the input of `standsAt`, small enough to be sent to a browser for every AERO.
 */
export interface Standing {
  /** Stroke at the temperature `at`, mm. */
  readonly level: number;
  /** °C, the median of its nights. */
  readonly at: number;
  /** mm/°C, with its sign. */
  readonly slope: number;
  /** Standard errors, mm and mm/°C. */
  readonly levelError: number;
  readonly slopeError: number;
  /** Scatter of night hours about the line: scales below and above it, mm (friction, drift). */
  readonly below: number;
  readonly above: number;
  /** Range of the measured temperatures, °C. */
  readonly coldest: number;
  readonly warmest: number;
  /** By how much the wire is warmer than its device; absent in lines stored by earlier versions: zero. */
  readonly warmth?: Warmth | undefined;
}

const to = (decimals: number) => (value: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const [tenth, thousandth, fine] = [to(1), to(3), to(5)];

/** The line as it is stored and sent: accurate to a hundredth of a millimetre at any temperature. */
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
 * Days looked back: a season's change of slope is small, creep and friction are not (docs/domain.md,
 * "Expected stroke").
 */
const DAYS = 60;
/**
 * Days after which an hour's weight is halved: the present position of the ram matters more than its past
 * ones.
 */
const HALF_LIFE = 14;
/** Fewest hours and days, and least range in °C. */
const MIN_HOURS = 24;
const MIN_DAYS = 3;
const MIN_SPAN = 4;
/** Correlation from which the direction of the ram is certain. */
const ONE_WAY = 0.6;
/**
 * Compliance of the gas and friction reduce α·L by about 4 %; lengths are entered to 3 %, gas is tuned to 8 %
 * (docs/domain.md, "Installations").
 */
const SOFT = 0.96;
const PRIOR_ERROR = 0.06;
/** Without a length: any slope, as a share of that of 600 m of copper (mm/°C). */
const ANY_SLOPE = 10;
/**
 * The slope of a year differs slightly from a season's: gas and friction differ. As a share; tuned in the
 * bench.
 */
const SEASON = 0.015;
/** Huber's constant: 95 % as efficient as least squares without outliers (Huber 1964). */
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
 * @param place its position, for the sun.
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

/**
 * Weighted line with a prior for its slope, in which outliers count less; the hours of a day count as two
 * independent ones.
 */
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
    // Consecutive hours are correlated: as many count as there are half days.
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

/** Scales on either side from the weighted twentieths of the residuals; never under a millimetre. */
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

/** Stroke in mm at a device temperature in °C: 5 %, 50 % and 95 %, ignoring the ends of the travel. */
export function freeStrokeAt(standing: Standing, temperature: number): Quantiles {
  const { level, at, slope, below, above, warmth } = standing;
  const sun = warmth ? warmthAt(warmth, temperature) : NO_SUN;
  const error = standingError(standing, temperature);
  const scatter = sun.share * Math.abs(slope) * (warmth?.scatter ?? 0);
  const scale = (own: number) => NORMAL_TO_T * Math.hypot(error, (1 - sun.share) * own, scatter);
  return spreadOf(level + slope * (temperature - at + sun.added), scale(below), scale(above));
}
const NO_SUN = { added: 0, error: 0, share: 0 };

/** Standard error, mm, of the median position at a device temperature: of its line and of the sun. */
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
  /**
   * Chance that it is within its safety margin, and on its stop, at the nearer end; null if the travel is
   * unknown.
   */
  readonly margin: number | null;
  readonly stop: number | null;
}

/** Where it would be at a device temperature (°C), and the chance that this is too far. */
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
 * Device temperatures at which the median of its stroke reaches the safety margin, °C: in heat and in cold.
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

/** Device temperature at which the median reaches a stroke, by the linear pieces of the wire's warmth. */
function temperatureAt({ level, at, slope, warmth }: Standing, stroke: number): number {
  const wire = at + (stroke - level) / slope;
  if (!warmth) return wire;
  const { from, seen, now, full, hot } = warmth;
  if (wire <= from) return wire;
  if (wire <= seen + now) return from + ((wire - from) * (seen - from)) / (seen + now - from);
  if (wire <= full + hot) return seen + ((wire - seen - now) * (full - seen)) / (full + hot - seen - now);
  return wire - hot;
}
