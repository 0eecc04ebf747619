import type { Case } from './cases/case.ts';
import type { Difference } from './look/difference.ts';
import { look } from './look/look.ts';
import { playBatch, type Stage } from './product.ts';

/** Plays cases of one plan; returns the differences, each with its case. An error is a difference too. */
export async function differencesOf(stage: Stage, cases: readonly Case[]): Promise<Difference[]> {
  try {
    return await playBatch(stage, cases, (played, now) => look(stage, played, now));
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ number: 0, read: `error ${text.slice(0, 800)}`, expected: null, got: null }];
  }
}
