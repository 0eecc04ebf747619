/**
 * Light that a panel lost between its sunny days of two months ago and those of now, as a factor common to
 * all hours. The seasonal change follows from the panel's orientation, which the shapes of the days show:
 * every orientation counts by how well it explains them.
 */

import { quantile } from '../../physics/statistics.ts';
import { lightOn, type Normal, normalOf, type Sun, voltageAt } from '../shared/light/sun-on-panel.ts';
import type { SunnyDay } from './sunny-days.ts';

/** Loss of light, ln: best estimate, and its standard error. */
export interface SunnyLoss {
  readonly likely: number;
  readonly error: number;
}

/** Days of the newest period; days ago before which the earlier period ends; fewest sunny days of each. */
export const NEWEST = 24;
export const OLDEST = 60;
const DAYS_SEEN = 5;
/**
 * Quantile of the days that represents the brighter ones; the distance between these two is their scatter.
 */
const BRIGHTER = 0.75;
const SPREAD = [0.25, 0.75] as const;
/** ln between those two from which the days were not really sunny. */
const UNLIKE = 0.8;
/** ln of a day below which snow lies on the panel: dirt lets a fifth of the light through. */
const SNOW = -1.6;
/** ln by which two months of a sound panel may differ: haze, dust, reflection from the ground. */
const HAZE = 0.05;

interface Orientation {
  readonly normal: Normal;
  /** Misfit added to orientations in which panels are rarely mounted. */
  readonly seldom: number;
}
/** Panels usually face the noon sun: 50° steep, facing south, with the deviations, °. */
const MOUNTED = { tilt: 50, tiltVaries: 20, azimuth: 180, azimuthVaries: 45 } as const;
const SELDOM = 0.0003;
const orientation = (tilt: number, azimuth: number): Orientation => ({
  normal: normalOf(tilt, azimuth),
  seldom:
    SELDOM *
    (((tilt - MOUNTED.tilt) / MOUNTED.tiltVaries) ** 2 +
      ((azimuth - MOUNTED.azimuth) / MOUNTED.azimuthVaries) ** 2),
});
const TILTS = [25, 40, 55, 70] as const;
const AZIMUTHS = [90, 120, 145, 165, 180, 195, 215, 240, 270] as const;
const ALL = TILTS.flatMap((tilt) => AZIMUTHS.map((azimuth) => orientation(tilt, azimuth)));
/** A few orientations that show whether a loss is possible at all, and the ln from which it is. */
const SOME = [orientation(40, 180), orientation(70, 180), orientation(55, 120), orientation(55, 240)];
const MAYBE = 0.35;
/** Share of misfit by which an orientation's weight falls by a factor e. */
const AS_WELL = 0.04;

/** The loss from the oldest sunny days to the newest; null where there are too few, or it is negligible. */
export function sunnyLossOf(days: readonly SunnyDay[], today: number): SunnyLoss | null {
  const isNew = (day: number) => day > today - NEWEST;
  const isOld = (day: number) => day <= today - OLDEST;
  if (
    Math.min(days.filter(({ day }) => isNew(day)).length, days.filter(({ day }) => isOld(day)).length) <
    DAYS_SEEN
  )
    return null;
  const looked = (one: Orientation) => changeOf(days, one, isNew, isOld) ?? [];
  if (!SOME.flatMap(looked).some(({ loss }) => loss >= MAYBE)) return null;
  const all = ALL.flatMap(looked).toSorted((a, b) => a.misfit - b.misfit);
  const best = all[0];
  if (!best || best.days < DAYS_SEEN || best.unlike > UNLIKE) return null;
  const sums = { weight: 0, loss: 0, squares: 0, variance: 0 };
  for (const { misfit, loss, variance } of all) {
    const weight = Math.exp((1 - misfit / best.misfit) / AS_WELL);
    sums.weight += weight;
    sums.loss += weight * loss;
    sums.squares += weight * loss ** 2;
    sums.variance += weight * variance;
  }
  const likely = sums.loss / sums.weight;
  const byOrientation = Math.max(0, sums.squares / sums.weight - likely ** 2);
  return { likely, error: Math.sqrt(byOrientation + sums.variance / sums.weight + HAZE ** 2) };
}

interface Changed {
  readonly misfit: number;
  /** ln: the smaller of the losses of the middle and the brighter days. */
  readonly loss: number;
  readonly variance: number;
  /** Fewest days of the two periods, and the larger of their spreads. */
  readonly days: number;
  readonly unlike: number;
}

/** The change, assuming an orientation of the panel; null where too few days remain. */
function changeOf(
  days: readonly SunnyDay[],
  { normal, seldom }: Orientation,
  isNew: (day: number) => boolean,
  isOld: (day: number) => boolean,
): Changed | null {
  const [recent, past]: [number[], number[]] = [[], []];
  let [misfit, hours] = [0, 0];
  for (const { day, shares, suns } of days) {
    const fitted = lightOfDay(shares, suns, normal);
    if (fitted === null || fitted.light < SNOW) continue;
    misfit += fitted.misfit;
    hours += shares.length;
    if (isNew(day)) recent.push(fitted.light);
    else if (isOld(day)) past.push(fitted.light);
  }
  const least = Math.min(recent.length, past.length);
  if (least < DAYS_SEEN - 1) return null;
  const lost = (share: number) => quantile(past, share) - quantile(recent, share);
  const spread = (lights: number[]) => quantile(lights, SPREAD[1]) - quantile(lights, SPREAD[0]);
  const [ofRecent, ofPast] = [spread(recent), spread(past)];
  return {
    misfit: misfit / hours + seldom,
    loss: Math.min(lost(BRIGHTER), lost(0.5)),
    variance: ofRecent ** 2 / recent.length + ofPast ** 2 / past.length,
    days: least,
    unlike: Math.max(ofRecent, ofPast),
  };
}

/**
 * Share by which the voltage changes with each e-fold of light in the dark, and reduction of that share for
 * each kW/m² (heat).
 */
const SLOPE = { dark: 0.042, heat: 0.075 } as const;
/**
 * Slope below which an hour says nothing about the light; misfit beyond which its weight falls no further.
 */
const SHOWS = 0.004;
const HIDDEN = 0.02;
/** Range of ln of light in which a day's shape is computed. */
const BETWEEN = [-2, 0.6] as const;

/**
 * Cosine between the sun's rays and the normal of the panel up to which they graze it: there a degree makes a
 * large difference.
 */
const GRAZING = 0.2;
const isGrazing = ({ east, north, up }: Sun, normal: Normal) =>
  Math.abs(east * normal[0] + north * normal[1] + up * normal[2]) < GRAZING;

/** ln of a day's light as a share of a clear sky's, and the scatter of its hours; null if unknown. */
function lightOfDay(
  shares: readonly number[],
  suns: readonly Sun[],
  normal: Normal,
): { light: number; misfit: number } | null {
  let [sum, weights] = [0, 0];
  const clear = suns.map((sun, i) => {
    const { beam, rest } = lightOn(sun, normal);
    const light = beam + rest;
    const slope = SLOPE.dark - (SLOPE.heat * light) / 1000;
    if (slope > SHOWS && !isGrazing(sun, normal)) {
      sum += slope * (shares[i]! - voltageAt(light));
      weights += slope ** 2;
    }
    return light;
  });
  if (weights === 0) return null;
  const light = sum / weights;
  const factor = Math.exp(Math.max(BETWEEN[0], Math.min(BETWEEN[1], light)));
  let misfit = 0;
  for (let i = 0; i < clear.length; i++)
    misfit += Math.min(HIDDEN, Math.abs(shares[i]! - voltageAt(clear[i]! * factor)));
  return { light, misfit };
}
