/** Whether the stated chances of a client may be relied on. */
import { brierSkill, type Score } from './score.ts';

/** Below this many times that a margin was reached, nothing is said about the chances. Judged. */
export const FEW_REACHED = 50;

/**
 * Whether chances were better than those of the AEROs' own climate (Brier skill above 0), of at least 50 margins that
 * were reached: sums over one client and basis. What is not proven is shown without urgency.
 */
export function isProven(sums: Pick<Score, 'judged' | 'brier' | 'reference' | 'binHits'>): boolean {
  const reached = sums.binHits.reduce((sum, hits) => sum + hits, 0);
  return reached >= FEW_REACHED && (brierSkill(sums) ?? 0) > 0;
}
