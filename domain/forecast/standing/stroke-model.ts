/**
 * How an extreme of a day's stroke follows the weather: stroke = level + slope·(T − at) + sun·(G − sunAt),
 * fitted robustly to the AERO's own last months and drawn towards what its conductor and length imply (ridge
 * regression with a physical prior: Hoerl and Kennard 1970; Huber 1964). The residual of the last days decays
 * from day to day.
 */
import { robustDeviation } from '../../physics/statistics.ts';
import { SUN_HEAT } from '../weather/weather-hours.ts';

/** An extreme of a past day, and its weather. */
export interface Sample {
  readonly day: number;
  /** °C and W/m² at that extreme. */
  readonly temperature: number;
  readonly sun: number;
  /** mm. */
  readonly stroke: number;
}

export interface StrokeModel {
  readonly level: number;
  readonly at: number;
  /** mm/°C, with its sign. */
  readonly slope: number;
  readonly sunAt: number;
  /** mm per W/m². */
  readonly sun: number;
  /** Standard errors of level and slope. */
  readonly levelError: number;
  readonly slopeError: number;
  /** Scatter of the days, mm. */
  readonly deviation: number;
  /** Residual of the newest day, mm, and the share of it that remains a day later. */
  readonly rest: number;
  readonly memory: number;
  readonly newest: number;
}

/**
 * The prior before any day was measured: from the conductor and length, or from others on the line; mm/°C
 * with its sign.
 */
export interface Prior {
  readonly slope: number;
  readonly error: number;
}

/** Days after which a day's weight is halved, and how many are used. */
const HALF_LIFE = 30;
const DAYS = 120;
/** Fewest days. */
export const MIN_DAYS = 5;
/**
 * The sun's effect is known to half of itself before any day was measured: wind, height and shade differ.
 * Judged.
 */
const SUN_ERROR = 0.5;
const HUBER = 1.345;
const ROUNDS = 6;
/**
 * Residuals of consecutive days are correlated: prior of the share, and the days it weighs. Tuned in the
 * bench.
 */
const MEMORY = 0.55;
const MEMORY_DAYS = 20;
/** An outlier is not fully carried over: at most this many deviations of it. */
const CARRIED = 3;
/** The smallest scatter assumed, mm: a sensor's millimetre and trains. */
const MIN_SCATTER = 2;

export function fitStrokeModel(samples: readonly Sample[], prior: Prior): StrokeModel | null {
  const newest = samples.at(-1)?.day;
  if (newest === undefined || samples.length < MIN_DAYS) return null;
  const used = samples.filter(({ day }) => day > newest - DAYS);
  const recent = Float64Array.from(used, ({ day }) => 0.5 ** ((newest - day) / HALF_LIFE));
  const weight = Float64Array.from(recent);
  const rests = new Float64Array(used.length);
  const sunPrior = { slope: prior.slope * SUN_HEAT, error: Math.abs(prior.slope) * SUN_HEAT * SUN_ERROR };
  let scale = Math.max(MIN_SCATTER, Math.abs(prior.slope) * 2);
  let line = {
    level: 0,
    at: 0,
    slope: prior.slope,
    sunAt: 0,
    sun: sunPrior.slope,
    levelError: 0,
    slopeError: 0,
  };
  for (let round = 0; round < ROUNDS; round++) {
    line = solve(used, weight, prior, sunPrior, scale);
    for (let i = 0; i < used.length; i++) {
      const { temperature, sun, stroke } = used[i]!;
      rests[i] = stroke - line.level - line.slope * (temperature - line.at) - line.sun * (sun - line.sunAt);
    }
    scale = Math.max(MIN_SCATTER, robustDeviation(rests));
    for (let i = 0; i < used.length; i++)
      weight[i] = recent[i]! * Math.min(1, (HUBER * scale) / Math.max(1e-9, Math.abs(rests[i]!)));
  }
  const memory = memoryOf(used, rests, scale);
  const limit = CARRIED * scale;
  return {
    ...line,
    deviation: scale,
    memory,
    rest: Math.min(limit, Math.max(-limit, rests.at(-1)!)),
    newest,
  };
}

interface Weighed {
  readonly slope: number;
  readonly error: number;
}

/** Weighted least squares in two variables about their means, each drawn towards its prior. */
function solve(
  used: readonly Sample[],
  weight: Float64Array,
  prior: Weighed,
  sunPrior: Weighed,
  scale: number,
) {
  let [w, mt, mg, my] = [0, 0, 0, 0];
  used.forEach(({ temperature, sun, stroke }, i) => {
    w += weight[i]!;
    mt += weight[i]! * temperature;
    mg += weight[i]! * sun;
    my += weight[i]! * stroke;
  });
  [mt, mg, my] = [mt / w, mg / w, my / w];
  let [tt, tg, gg, ty, gy] = [0, 0, 0, 0, 0];
  used.forEach(({ temperature, sun, stroke }, i) => {
    const [dt, dg, dy, of] = [temperature - mt, sun - mg, stroke - my, weight[i]!];
    tt += of * dt * dt;
    tg += of * dt * dg;
    gg += of * dg * dg;
    ty += of * dt * dy;
    gy += of * dg * dy;
  });
  const noise = scale * scale;
  const [pt, pg] = [noise / prior.error ** 2, noise / sunPrior.error ** 2];
  const [a, c] = [tt + pt, gg + pg];
  const [u, v] = [ty + pt * prior.slope, gy + pg * sunPrior.slope];
  const determinant = a * c - tg * tg;
  return {
    level: my,
    at: mt,
    slope: (u * c - v * tg) / determinant,
    sunAt: mg,
    sun: (v * a - u * tg) / determinant,
    levelError: scale / Math.sqrt(w),
    slopeError: scale * Math.sqrt(c / determinant),
  };
}

/**
 * Share of a day's residual that remains on the next day, from consecutive days, drawn towards the usual
 * share.
 */
function memoryOf(used: readonly Sample[], rests: Float64Array, scale: number): number {
  const kept = (value: number) => Math.min(2.5 * scale, Math.max(-2.5 * scale, value));
  let [both, own] = [MEMORY * MEMORY_DAYS * scale ** 2, MEMORY_DAYS * scale ** 2];
  for (let i = 1; i < used.length; i++) {
    if (used[i]!.day !== used[i - 1]!.day + 1) continue;
    both += kept(rests[i]!) * kept(rests[i - 1]!);
    own += kept(rests[i - 1]!) ** 2;
  }
  return Math.min(0.95, Math.max(0, both / own));
}

/**
 * Stroke in mm on a day under a weather, and the standard deviation of everything but the weather forecast's
 * error: the scatter of the days that is not remembered, and the error of the line itself.
 */
export function strokeOn(
  model: StrokeModel,
  day: number,
  temperature: number,
  sun: number,
): { stroke: number; deviation: number } {
  const { level, at, slope, sunAt, sun: bySun, rest, memory, newest, deviation } = model;
  const left = memory ** Math.max(1, day - newest);
  return {
    stroke: level + slope * (temperature - at) + bySun * (sun - sunAt) + rest * left,
    deviation: Math.hypot(
      deviation * Math.sqrt(1 - left * left),
      model.levelError,
      model.slopeError * (temperature - at),
    ),
  };
}
