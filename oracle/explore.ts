import { appendFileSync } from 'node:fs';
import { Coverage } from './cases/axes.ts';
import type { Case } from './cases/case.ts';
import { type Batch, batches } from './cases/generate.ts';
import type { Difference } from './look/difference.ts';
import type { Stage } from './product.ts';
import { differencesOf } from './run-cases.ts';
import { linesOf, shrink } from './shrink.ts';

export interface Counterexample {
  readonly difference: Difference;
  /** As small as it could be made; all cases of its batch when it only differs together with them. */
  readonly cases: readonly Case[];
  readonly lines: readonly string[];
  /** The batch within its seed, and the clock of the product: both are needed to reproduce the difference. */
  readonly batch: number;
  readonly now: number;
}
export interface ExploreResult {
  readonly cases: number;
  readonly found: readonly Counterexample[];
  readonly pairs: { readonly met: number; readonly total: number };
}
export interface ExploreOptions {
  readonly seed: number;
  readonly cases: number;
  /** Number of cases played side by side. */
  readonly size: number;
  /** First batch to run. Earlier ones are generated, as later choices depend on them, but not run. */
  readonly first?: number;
  /** Stops at this many differences. */
  readonly most: number;
  /** Does not shrink the cases found. */
  readonly plain?: boolean;
  readonly onFound?: (found: Counterexample) => void;
  readonly onBatch?: (batch: number, done: number, found: number) => void;
}

/** Plays cases until there are enough, or too many differences were found. */
export async function explore(stage: Stage, asked: ExploreOptions): Promise<ExploreResult> {
  const coverage = new Coverage();
  const found: Counterexample[] = [];
  let done = 0;
  for (const batch of batches(asked.seed, asked.size, coverage)) {
    if (batch.number < (asked.first ?? 0)) continue;
    const differences = await differencesOf(stage, batch.cases);
    done += batch.cases.length;
    if (differences.length > 0) {
      const one = asked.plain ? whole(stage, batch, differences) : await narrow(stage, batch, differences);
      found.push(one);
      asked.onFound?.(one);
    }
    asked.onBatch?.(batch.number, done, found.length);
    if (done >= asked.cases || found.length >= asked.most) break;
  }
  return { cases: done, found, pairs: { met: coverage.met, total: coverage.total } };
}

async function narrow(
  stage: Stage,
  batch: Batch,
  differences: readonly Difference[],
): Promise<Counterexample> {
  const { cases } = batch;
  const numbers = [...new Set(differences.map((one) => one.number)), ...cases.keys()];
  for (const number of new Set(numbers)) {
    const alone = cases[number]!;
    const [first] = await differencesOf(stage, [alone]);
    if (first === undefined) continue;
    const small = await shrink(stage, alone);
    const [difference] = await differencesOf(stage, [small]);
    const lines = linesOf(small);
    return { difference: difference ?? first, cases: [small], lines, ...placeOf(stage, batch) };
  }
  // A difference that does not recur comes from the run: a lost connection, a busy machine.
  const [again] = await differencesOf(stage, cases);
  const found = whole(stage, batch, differences);
  const repeated = again === undefined ? NOT_AGAIN : `again, in company only: ${again.read}`;
  return { ...found, lines: [repeated, ...found.lines] };
}
const NOT_AGAIN = 'NOT seen again: neither in a case alone nor in the whole batch played once more';

const placeOf = ({ clock }: Stage, { number }: Batch) => ({ batch: number, now: clock.now() });

const whole = (stage: Stage, batch: Batch, differences: readonly Difference[]): Counterexample => ({
  difference: differences[0]!,
  cases: batch.cases,
  lines: batch.cases.flatMap(linesOf),
  ...placeOf(stage, batch),
});

/** Stores a counterexample permanently: `corpus` is played before new cases. */
export function keep(found: Counterexample, file: string): void {
  appendFileSync(
    file,
    `${JSON.stringify({ found: found.difference.read.slice(0, 300), batch: found.batch, now: found.now, cases: found.cases })}\n`,
  );
}
