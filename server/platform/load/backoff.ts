/**
 * The wait after `failures` in a row (1 or more): `first`, doubled with each, at most `most`; in any unit.
 */
export const backoff = (failures: number, first: number, most: number): number =>
  Math.min(first * 2 ** (failures - 1), most);
