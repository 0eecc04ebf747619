import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import type { Trx } from '../../../../platform/database/db.ts';
import type { MeasureSpan } from '../../../../platform/events/events.ts';
import { keepAsides } from '../../set-aside/store-keep.ts';
import { CONFLICT, type Conflict, mergeValues } from './merge-values.ts';
import { type Aside, asideOf, type Intake, type Row, type Values } from './sort-measures.ts';
import { differing, fillMeasures, lockLatest, placesOf } from './store-fill.ts';
import { insertMeasures } from './store-insert.ts';
import { tallyOf } from './tally.ts';

const ONE_MORE = { stored: 0, merged: 0, duplicates: 1, fill: null, conflicts: [] };

/**
 * Stores intake rows and asides and completes the tallies of their boxes; returns the spans with new measures
 * or values, and the number of conflicts. A message set aside as a whole counts as one, so that the ledger's
 * `set_aside` and `conflicts` equal the length of the list.
 */
export async function storeIntake(
  trx: Trx,
  intake: Intake,
  how: { live: boolean; careful: boolean; unbounded?: boolean },
): Promise<{ touched: MeasureSpan[]; conflicts: number }> {
  const rows = [...intake.rows.values()];
  const { days, known } = await insertMeasures(trx, rows, intake.boxOfAero, how);
  if (known.length > 0) await lockLatest(trx, known);
  const { fills, conflicts } = countOutcomes(intake, rows, new Set(known), await differing(trx, known));
  await fillMeasures(trx, fills, how.live);
  await keep(trx, intake, await asidesOf(trx, conflicts), how.unbounded);
  const touched = spansOf([
    ...days.map(({ aero, first, last }) => ({ aero, from: first, to: last })),
    ...fills.map(({ aero, time }) => ({ aero, from: time, to: time })),
  ]);
  return { touched, conflicts: conflicts.length };
}

/** The outcome of each row, counted for its box; `before` as `differing` returns it. */
export function countOutcomes(
  intake: Pick<Intake, 'boxOfAero' | 'tallies'>,
  rows: readonly Row[],
  known: ReadonlySet<Row>,
  before: ReadonlyMap<string, Values>,
): { fills: Row[]; conflicts: Conflict[] } {
  const fills: Row[] = [];
  const conflicts: Conflict[] = [];
  for (const row of rows) {
    const tally = tallyOf(intake.tallies, intake.boxOfAero.get(row.aero) ?? 0);
    const there = known.has(row);
    if (!there && row.sent === undefined) {
      tally.stored += 1;
      continue;
    }
    const values = there ? before.get(`${row.aero}:${row.time}`) : undefined;
    const merged = there && values === undefined ? ONE_MORE : mergeValues(row, values);
    tally.stored += merged.stored;
    tally.merged += merged.merged;
    tally.duplicates += merged.duplicates;
    if (merged.fill !== null) fills.push({ aero: row.aero, time: row.time, values: merged.fill });
    conflicts.push(...merged.conflicts);
  }
  return { fills, conflicts };
}

/** Conflicting values as set-aside rows. */
async function asidesOf(trx: Trx, conflicts: readonly Conflict[]): Promise<Aside[]> {
  if (conflicts.length === 0) return [];
  const places = await placesOf(trx, [...new Set(conflicts.map(({ aero }) => aero))]);
  return conflicts.flatMap((conflict): Aside[] => {
    const place = places.get(conflict.aero);
    if (place === undefined) return [];
    const { metric, stored, refused } = conflict;
    const measure = {
      position: place.position,
      time: conflict.time,
      values: METRIC_KEYS.map((key) => (key === metric ? refused : null)),
    };
    const box = { id: place.boxId, clientId: place.clientId, serial: place.serial };
    const aside = asideOf(box, `boxes/${place.serial}/measures`, measure, CONFLICT);
    const time = new Date(conflict.time).toISOString();
    const { position } = place;
    return [{ ...aside, conflict: { aero: conflict.aero, position, time, metric, stored, refused } }];
  });
}

async function keep(
  trx: Trx,
  { asides, tallies }: Intake,
  conflicts: readonly Aside[],
  unbounded?: boolean,
): Promise<void> {
  const kept = await keepAsides(trx, [...conflicts, ...asides], unbounded);
  for (const [boxId, ofBox] of kept) {
    if (boxId === 0) continue;
    const tally = tallyOf(tallies, boxId);
    tally.conflicts += ofBox.conflicts;
    tally.notKept += ofBox.notKept;
  }
  for (const [boxId, ofBox] of Map.groupBy(asides, (aside) => aside.boxId)) {
    if (boxId === null) continue;
    const tally = tallyOf(tallies, boxId);
    const count = kept.get(boxId)?.asides ?? 0;
    tally.setAside += count;
    tally.duplicates += ofBox.length - count;
  }
}

/** One span per AERO. */
function spansOf(parts: readonly MeasureSpan[]): MeasureSpan[] {
  const spans = new Map<number, MeasureSpan>();
  for (const { aero, from, to } of parts) {
    const before = spans.get(aero);
    const span = { aero, from: Math.min(from, before?.from ?? from), to: Math.max(to, before?.to ?? to) };
    spans.set(aero, span);
  }
  return [...spans.values()];
}
