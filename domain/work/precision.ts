/** How often a named fault was found: counts of one kind at one client. */
export interface Precision {
  readonly found: number;
  readonly not_found: number;
  readonly other_cause: number;
}

/** Number of verdicts from which a share is meaningful. */
export const MIN_VERDICTS = 8;

/** Orders that came back with a verdict. */
export const verdictCount = ({ found, not_found, other_cause }: Precision): number =>
  found + not_found + other_cause;

/** Share of the named faults that were found, 0 to 1; null without a verdict. */
export function confirmedShare(precision: Precision): number | null {
  const all = verdictCount(precision);
  return all === 0 ? null : precision.found / all;
}

/**
 * Whether a kind is confirmed so seldom that notifications must say so: under half, of at least 8 verdicts.
 */
export const isDoubtful = (precision: Precision): boolean =>
  verdictCount(precision) >= MIN_VERDICTS && precision.found * 2 < verdictCount(precision);
