import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';
import { numberArray } from './columns.ts';
import type { Tally } from './tally.ts';

/** Adds to the ledgers of boxes, in the order of their ids so that two processes never wait crosswise. */
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

/** Measures of boxes that came from a file: stored, but no part of what the boxes sent. */
export async function addImported(trx: Trx, tallies: ReadonlyMap<number, Tally>): Promise<void> {
  const entries = [...tallies].filter(([, tally]) => tally.stored > 0).sort(([a], [b]) => a - b);
  if (entries.length === 0) return;
  await sql`
    insert into box_ledgers (box_id, imported)
    select * from unnest(${numberArray(entries.map(([id]) => id))}::int[], ${numberArray(entries.map(([, tally]) => tally.stored))}::bigint[])
    on conflict (box_id) do update set imported = box_ledgers.imported + excluded.imported`.execute(trx);
}

/** Written this seldom at most, in seconds: a box with a backlog sends hundreds of messages in a moment. */
const HEARD_EVERY = 2;

/**
 * Takes boxes in the order of their ids, as everybody does who changes several: handlers of messages
 * would take them in the order of their arrival, and a bulk change the other way round.
 */
export async function lockBoxes(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`select from boxes where id = any(${numberArray(ids)}::int[]) order by id for no key update`.execute(
    trx,
  );
}

/** Notes that boxes were heard of now, and which of them sent measures. */
export async function touchBoxes(trx: Trx, heard: readonly number[], sent: readonly number[]): Promise<void> {
  if (heard.length === 0) return;
  await sql`
    update boxes set last_contact = now(), last_send = case when id = any(${numberArray(sent)}::int[]) then now() else last_send end
    where id in (
      select id from boxes where id = any(${numberArray(heard)}::int[])
        and (last_contact is null or last_contact < now() - make_interval(secs => ${HEARD_EVERY})
          or (id = any(${numberArray(sent)}::int[]) and (last_send is null or last_send < now() - make_interval(secs => ${HEARD_EVERY}))))
      order by id for no key update)`.execute(trx);
}
