/** Finds the position of a kilometre point on a railway line, between its known stations. */

/** A station: longitude and latitude (degrees), kilometre point (km), name; in the order of the line. */
export type StationPoint = readonly [longitude: number, latitude: number, km: number, name: string];

/**
 * The position of a kilometre point (km) on a line, on a straight line between the neighbouring stations;
 * null beyond its ends. Degrees to six decimals, as positions of boxes are stored.
 */
export function placeAt(
  stations: readonly StationPoint[],
  km: number,
): { latitude: number; longitude: number } | null {
  const at = stations.findIndex((station) => station[2] >= km);
  const [after, before] = [stations[at], stations[Math.max(0, at - 1)]];
  if (after === undefined || before === undefined || (at === 0 && after[2] !== km)) return null;
  const share = after === before ? 0 : (km - before[2]) / (after[2] - before[2]);
  const between = (from: number, to: number) => Number((from + share * (to - from)).toFixed(6));
  return { latitude: between(before[1], after[1]), longitude: between(before[0], after[0]) };
}
