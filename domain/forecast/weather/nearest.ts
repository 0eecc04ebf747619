import { distanceKm } from '../../climate/place-extremes.ts';

/**
 * km within which a point's weather is used for a box: hot and cold days are alike over such a distance at
 * equal heights.
 */
export const NEAR_KM = 40;
const KM_A_DEGREE = 110;

/** The nearest point within 40 km; null when there is none. */
export function nearestPoint<T extends { readonly latitude: number; readonly longitude: number }>(
  latitude: number,
  longitude: number,
  points: readonly T[],
): T | null {
  let [best, least]: [T | null, number] = [null, NEAR_KM];
  for (const point of points) {
    if (Math.abs(point.latitude - latitude) * KM_A_DEGREE > least) continue;
    const distance = distanceKm(latitude, longitude, point.latitude, point.longitude);
    if (distance <= least) [best, least] = [point, distance];
  }
  return best;
}
