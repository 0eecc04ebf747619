/** Air temperatures that a place can have. */
import { placeExtremes } from '../../climate/place-extremes.ts';

/** Lowest and highest air temperature ever on Earth, °C. */
export const AIR = [-70, 58] as const;
/**
 * °C beyond a place's extremes of 30 years from which a temperature is refused: the table is accurate to 3 to
 * 5.
 */
const BEYOND = 12;

/**
 * Plausible air temperatures of a place, °C; the altitude of a point is unknown, so that of the stations is
 * used.
 */
export function plausibleTemperature(
  latitude: number,
  longitude: number,
  known: Map<string, readonly [number, number]> = new Map(),
): readonly [number, number] {
  const key = `${latitude} ${longitude}`;
  const found = known.get(key);
  if (found) return found;
  const { cold, hot, source } = placeExtremes({ latitude, longitude, altitude: null });
  const range: readonly [number, number] =
    source === 'place' ? [Math.round(cold - BEYOND), Math.round(hot + BEYOND)] : AIR;
  known.set(key, range);
  return range;
}
