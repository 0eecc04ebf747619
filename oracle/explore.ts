import { appendFileSync } from 'node:fs';
import { Coverage } from './axes.ts';
import type { Case } from './case.ts';
import type { Difference } from './difference.ts';
import { type Batch, batches } from './generate.ts';
import type { Stage } from './product.ts';
import { differencesOf } from './run-cases.ts';
import { linesOf, shrink } from './shrink.ts';

export interface Found {
  readonly difference: Difference;
  /** As small as it could be made; all cases of its batch when it needs their company. */
  readonly cases: readonly Case[];
  readonly lines: readonly string[];
}
export interface Explored {
  readonly cases: number;
  readonly found: readonly Found[];
  readonly pairs: { readonly met: number; readonly total: number };
}
export interface Asked {
  readonly seed: number;
  readonly cases: number;
  /** Cases played side by side. */
  readonly size: number;
  /** Stops at so many finds. */
  readonly most: number;
  /** Leaves cases as large as they were found. */
  readonly plain?: boolean;
  readonly onBatch?: (done: number, found: number) => void;
}

/** Plays cases until there are enough, or too much was found. */
export async function explore(stage: Stage, asked: Asked): Promise<Explored> {
  const coverage = new Coverage();
  const found: Found[] = [];
  let done = 0;
  for (const batch of batches(asked.seed, asked.size, coverage)) {
    const differences = await differencesOf(stage, batch.cases);
    done += batch.cases.length;
    if (differences.length > 0)
      found.push(asked.plain ? whole(batch, differences) : await narrow(stage, batch, differences));
    asked.onBatch?.(done, found.length);
    if (done >= asked.cases || found.length >= asked.most) break;
  }
  return { cases: done, found, pairs: { met: coverage.met, total: coverage.total } };
}

async function narrow(stage: Stage, { cases }: Batch, differences: readonly Difference[]): Promise<Found> {
  const numbers = [...new Set(differences.map((one) => one.number)), ...cases.keys()];
  for (const number of new Set(numbers)) {
    const alone = cases[number]!;
    const [first] = await differencesOf(stage, [alone]);
    if (first === undefined) continue;
    const small = await shrink(stage, alone);
    const [difference] = await differencesOf(stage, [small]);
    return { difference: difference ?? first, cases: [small], lines: linesOf(small) };
  }
  return whole({ number: 0, cases }, differences);
}

const whole = ({ cases }: Batch, differences: readonly Difference[]): Found => ({
  difference: differences[0]!,
  cases,
  lines: cases.flatMap(linesOf),
});

/** Keeps a find for good: `corpus` is played before anything new. */
export function keep(found: Found, file: string): void {
  appendFileSync(
    file,
    `${JSON.stringify({ found: found.difference.read.slice(0, 300), cases: found.cases })}\n`,
  );
}
