import { sql } from 'kysely';
import type { Trx } from '../../../../platform/database/db.ts';
import { numberArray } from './columns.ts';
import type { Tally } from './tally.ts';

/** Adds to the ledgers of boxes, in order of id so that two processes cannot deadlock. */
export async function addToLedgers(trx: Trx, tallies: ReadonlyMap<number, Tally>): Promise<void> {
  const entries = [...tallies].sort(([a], [b]) => a - b);
  if (entries.length === 0) return;
  const column = (pick: (tally: Tally) => number) =>
    sql`${numberArray(entries.map(([, tally]) => pick(tally)))}::bigint[]`;
  await sql`
    insert into box_ledgers (box_id, messages, received, stored, merged, duplicates, set_aside, conflicts, nulled, not_kept)
    select * from unnest(${numberArray(entries.map(([id]) => id))}::int[], ${column((t) => t.messages)}, ${column((t) => t.received)},
      ${column((t) => t.stored)}, ${column((t) => t.merged)}, ${column((t) => t.duplicates)}, ${column((t) => t.setAside)}, ${column((t) => t.conflicts)}, ${column((t) => t.nulled)}, ${column((t) => t.notKept)})
    on conflict (box_id) do update set
      messages = box_ledgers.messages + excluded.messages, received = box_ledgers.received + excluded.received,
      stored = box_ledgers.stored + excluded.stored, merged = box_ledgers.merged + excluded.merged, duplicates = box_ledgers.duplicates + excluded.duplicates,
      set_aside = box_ledgers.set_aside + excluded.set_aside, conflicts = box_ledgers.conflicts + excluded.conflicts,
      nulled = box_ledgers.nulled + excluded.nulled, not_kept = box_ledgers.not_kept + excluded.not_kept`.execute(
    trx,
  );
}

/** Measures of boxes from a file: stored, but not counted as sent by the boxes. */
export async function addImported(trx: Trx, tallies: ReadonlyMap<number, Tally>): Promise<void> {
  const entries = [...tallies].filter(([, tally]) => tally.stored > 0).sort(([a], [b]) => a - b);
  if (entries.length === 0) return;
  await sql`
    insert into box_ledgers (box_id, imported)
    select * from unnest(${numberArray(entries.map(([id]) => id))}::int[], ${numberArray(entries.map(([, tally]) => tally.stored))}::bigint[])
    on conflict (box_id) do update set imported = box_ledgers.imported + excluded.imported`.execute(trx);
}

/** Minimum seconds between two updates: a box with a backlog sends hundreds of messages in a moment. */
const HEARD_EVERY = 2;

/**
 * Locks boxes in order of id, as everywhere where several are changed: handlers of messages would lock them
 * in order of arrival, and a bulk change in the reverse order.
 */
export async function lockBoxes(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`select from boxes where id = any(${numberArray(ids)}::int[]) order by id for no key update`.execute(
    trx,
  );
}

/**
 * Records that boxes were heard now, and which of them sent measures: `sent` has the AEROs that measured,
 * AERO 1 as bit 1, AERO 2 as bit 2; 0 for a box that reported only its battery.
 */
export async function touchBoxes(
  trx: Trx,
  heard: readonly number[],
  sent: ReadonlyMap<number, number>,
): Promise<void> {
  if (heard.length === 0) return;
  const old = (column: string) =>
    sql`(${sql.ref(column)} is null or ${sql.ref(column)} < now() - make_interval(secs => ${HEARD_EVERY}))`;
  await sql`
    with heard as materialized (
      select b.id, s.aeros from boxes b left join unnest(${numberArray(sent.keys())}::int[], ${numberArray(sent.values())}::int[]) as s (box, aeros)
        on s.box = b.id
      where b.id = any(${numberArray(heard)}::int[])
        and (${old('b.last_contact')} or (s.aeros is not null and ${old('b.last_send')})
          or (s.aeros & 1 <> 0 and ${old('b.aero1_send')}) or (s.aeros & 2 <> 0 and ${old('b.aero2_send')}))
      order by b.id for no key update of b)
    update boxes set last_contact = now(), last_send = case when heard.aeros is null then boxes.last_send else now() end,
      aero1_send = case when heard.aeros & 1 <> 0 then now() else boxes.aero1_send end,
      aero2_send = case when heard.aeros & 2 <> 0 then now() else boxes.aero2_send end
    from heard where boxes.id = heard.id`.execute(trx);
}
