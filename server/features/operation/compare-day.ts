import { createHash } from 'node:crypto';
import type pg from 'pg';
import { aerosOf, type Day, type Row, readAudit, readMeasures } from './store-rehearsal.ts';

/** The content of a restored database for a day, and its differences from the running one. */
export interface Comparison {
  readonly measures: number;
  readonly entries: number;
  /** SHA-256 of the common content. */
  readonly sha256: string;
  /** Rows that only one of them has, or that differ; none when all is well. */
  readonly lost: number;
  readonly foreign: number;
  readonly changed: number;
}

/** Compares a day of measures and of the audit log, row by row, in both databases. */
export async function compareDay(restored: pg.Client, live: pg.Client, day: Day): Promise<Comparison> {
  const hash = createHash('sha256');
  const aeros = await aerosOf(live);
  const measures = await compared(readMeasures(restored, day), readMeasures(live, day), hash, ([aero]) =>
    aeros.has(aero),
  );
  const entries = await compared(readAudit(restored, day), readAudit(live, day), hash, () => true);
  return {
    measures: measures.rows,
    entries: entries.rows,
    sha256: hash.digest('hex'),
    lost: measures.lost + entries.lost,
    foreign: measures.foreign + entries.foreign,
    changed: measures.changed + entries.changed,
  };
}

async function compared(
  restored: AsyncGenerator<Row>,
  live: AsyncGenerator<Row>,
  hash: ReturnType<typeof createHash>,
  counts: (key: Row['key']) => boolean,
) {
  const found = { rows: 0, lost: 0, foreign: 0, changed: 0 };
  const next = async (rows: AsyncGenerator<Row>) => {
    for (;;) {
      const { done, value } = await rows.next();
      if (done === true) return undefined;
      if (counts(value.key)) return value;
    }
  };
  let [mine, theirs] = [await next(restored), await next(live)];
  while (mine !== undefined || theirs !== undefined) {
    const order = orderOf(mine, theirs);
    if (mine !== undefined && theirs !== undefined && order === 0) {
      if (isFilled(mine.values, theirs.values)) hash.update(`${mine.key}${JSON.stringify(mine.values)}\n`);
      else found.changed += 1;
    } else if (order < 0) found.foreign += 1;
    else found.lost += 1;
    if (order <= 0) {
      found.rows += 1;
      mine = await next(restored);
    }
    if (order >= 0) theirs = await next(live);
  }
  return found;
}

function orderOf(a: Row | undefined, b: Row | undefined): number {
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a.key[0] - b.key[0] || a.key[1] - b.key[1];
}

/** A later message about the same moment adds missing values and changes nothing else. */
const isFilled = (before: Row['values'], after: Row['values']) =>
  Object.entries(before).every(([name, value]) => JSON.stringify(after[name]) === JSON.stringify(value));
