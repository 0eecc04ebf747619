/** Whether the stated chances of a client are reliable. */
import { brierSkill, type Score } from './score.ts';

/** With fewer margins reached than this, nothing is said about the chances. Judged. */
export const FEW_REACHED = 50;

/**
 * Whether chances were better than those of the AEROs' own climate (Brier skill above 0), of at least 50
 * margins reached: sums over one client and basis. Unproven chances are shown without urgency.
 */
export function isProven(sums: Pick<Score, 'judged' | 'brier' | 'reference' | 'binHits'>): boolean {
  const reached = sums.binHits.reduce((sum, hits) => sum + hits, 0);
  return reached >= FEW_REACHED && (brierSkill(sums) ?? 0) > 0;
}
