import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import { numberArray, textArray } from '../ingest/write/columns.ts';
import type { Aside } from '../ingest/write/sort-measures.ts';
import { maskPayload, maskText } from './mask.ts';
import { readBounds } from './store-bounds.ts';

/** The results for a box's set-aside messages. */
export interface AsideCounts {
  /** Messages and measures that are new in the list; beyond the quota, all except those already listed. */
  asides: number;
  /** Conflicting values, counted in the same way. */
  conflicts: number;
  /** Of both, those beyond the quota of the box and day: counted, not kept. */
  notKept: number;
}

/** A set-aside message in the form that may be stored, and its size. */
interface Entry {
  readonly aside: Aside;
  readonly payload: Buffer;
  readonly detail: string;
  readonly masked: boolean;
  readonly bytes: number;
}

/**
 * Size of a row apart from payload and detail: its other columns, its header, its entries in three indexes.
 */
const OVERHEAD = 256;
const MIB = 1024 * 1024;
/** The box number of messages without a box. */
const NONE = 0;

/**
 * Writes the set-aside list; returns the results by box (0: without a box). A measure that is already listed
 * is not written again, because a box that resends must not fill the list. Beyond the quota of its box and
 * day, entries are counted but not kept. Conflicting values have a separate quota: their measure has another
 * stored value, while for everything else this is the only copy. `unbounded` for what replaces an entry of
 * the list.
 */
export async function keepAsides(
  trx: Trx,
  asides: readonly Aside[],
  unbounded = false,
): Promise<Map<number, AsideCounts>> {
  const result = new Map<number, AsideCounts>();
  if (asides.length === 0) return result;
  const entries = await notListed(trx, asides.map(entryOf));
  const { within, beyond: lost } = unbounded ? { within: entries, beyond: [] } : await divide(trx, entries);
  const written = await insert(trx, within);
  for (const { box, conflict } of written) count(result, box, conflict);
  for (const { aside } of lost) {
    const box = aside.boxId ?? NONE;
    count(result, box, aside.conflict !== undefined);
    result.get(box)!.notKept += 1;
  }
  if (!unbounded) await noteDays(trx, written, lost);
  return result;
}

function count(result: Map<number, AsideCounts>, box: number, conflict: boolean): void {
  const kept = result.get(box) ?? { asides: 0, conflicts: 0, notKept: 0 };
  if (conflict) kept.conflicts += 1;
  else kept.asides += 1;
  result.set(box, kept);
}

function entryOf(aside: Aside): Entry {
  const payload = aside.single ? aside.payload : maskPayload(aside.payload);
  const detail = maskText(aside.detail);
  const bytes = payload.length + Buffer.byteLength(detail) + OVERHEAD;
  return { aside, payload, detail, masked: payload !== aside.payload, bytes };
}

/**
 * Keeps entries in order of arrival, until today's quota of their box is used up. The counters are locked in
 * order of the boxes' ids: of two processes that write for one box the second sees what the first one kept.
 */
async function divide(
  trx: Trx,
  entries: readonly Entry[],
): Promise<{ within: readonly Entry[]; beyond: Entry[] }> {
  const quota = (await readBounds(trx)).quota_mb * MIB;
  const boxes = [...new Set(entries.map(({ aside }) => aside.boxId ?? NONE))].sort((a, b) => a - b);
  const { rows } = await sql<{ box_id: number; bytes: string; conflict_bytes: string }>`
    insert into set_aside_days (box_id, day)
    select box, (now() at time zone 'UTC')::date from unnest(${numberArray(boxes)}::int[]) as wanted (box)
    on conflict (box_id, day) do update set bytes = set_aside_days.bytes
    returning box_id, bytes, conflict_bytes`.execute(trx);
  const used = new Map<string, number>();
  for (const row of rows) {
    used.set(quotaOf(row.box_id, false), Number(row.bytes));
    used.set(quotaOf(row.box_id, true), Number(row.conflict_bytes));
  }
  const beyond: Entry[] = [];
  const within = entries.filter((entry) => {
    const name = quotaOf(entry.aside.boxId ?? NONE, entry.aside.conflict !== undefined);
    const after = (used.get(name) ?? 0) + entry.bytes;
    if (after <= quota) used.set(name, after);
    else beyond.push(entry);
    return after <= quota;
  });
  return { within, beyond };
}

const quotaOf = (box: number, conflict: boolean) => `${box} ${conflict}`;

interface Written {
  readonly box: number;
  readonly conflict: boolean;
  readonly bytes: number;
}

async function insert(trx: Trx, entries: readonly Entry[]): Promise<Written[]> {
  if (entries.length === 0) return [];
  const texts = (pick: (entry: Entry) => string) => textArray(entries.map(pick));
  const numbers = (pick: (entry: Entry) => number | null) => numberArray(entries.map(pick));
  const conflicts = entries.map(({ aside }) =>
    aside.conflict === undefined ? null : JSON.stringify(aside.conflict),
  );
  const { rows } = await sql<Written>`
    insert into set_aside (box_id, client_id, serial_number, topic, payload, reason, detail, single, masked, conflict)
    select box_id, client_id, serial_number, topic, decode(payload, 'hex'), reason, detail, single, masked, conflict
    from unnest(${numbers(({ aside }) => aside.boxId)}::int[], ${numbers(({ aside }) => aside.clientId)}::int[],
      ${texts(({ aside }) => aside.serial)}::text[], ${texts(({ aside }) => aside.topic)}::text[],
      ${texts(({ payload }) => payload.toString('hex'))}::text[], ${texts(({ aside }) => aside.reason)}::text[],
      ${texts(({ detail }) => detail)}::text[], ${texts(({ aside }) => String(aside.single))}::bool[],
      ${texts(({ masked }) => String(masked))}::bool[], ${sql.val(conflicts)}::jsonb[])
      as aside (box_id, client_id, serial_number, topic, payload, reason, detail, single, masked, conflict)
    on conflict do nothing
    returning coalesce(box_id, ${NONE}) as box, conflict is not null as conflict,
      length(payload) + octet_length(detail) + ${OVERHEAD}::int as bytes`.execute(trx);
  return rows;
}

/** The entries that are not in the list already: only single measures can be, once each. */
async function notListed(trx: Trx, entries: readonly Entry[]): Promise<Entry[]> {
  const single = entries.filter(({ aside }) => aside.single && aside.boxId !== null);
  const seen = new Set<string>();
  if (single.length > 0) {
    const { rows } = await sql<{ box_id: number; payload: Buffer }>`
      select box_id, payload from set_aside
      where single and (box_id, md5(payload)) in (
        select box, md5(decode(payload, 'hex')) from unnest(${numberArray(single.map(({ aside }) => aside.boxId))}::int[],
          ${textArray(single.map(({ payload }) => payload.toString('hex')))}::text[]) as sent (box, payload))`.execute(
      trx,
    );
    for (const row of rows) seen.add(`${row.box_id} ${row.payload.toString('hex')}`);
  }
  return entries.filter(({ aside, payload }) => {
    if (!aside.single || aside.boxId === null) return true;
    const key = `${aside.boxId} ${payload.toString('hex')}`;
    const first = !seen.has(key);
    seen.add(key);
    return first;
  });
}

/** Adds to the days of boxes, in order of id so that two processes cannot deadlock. */
async function noteDays(trx: Trx, written: readonly Written[], lost: readonly Entry[]): Promise<void> {
  const days = new Map<
    number,
    { bytes: number; conflictBytes: number; notKept: number; notKeptBytes: number }
  >();
  const dayOf = (box: number) => {
    const day = days.get(box) ?? { bytes: 0, conflictBytes: 0, notKept: 0, notKeptBytes: 0 };
    days.set(box, day);
    return day;
  };
  for (const { box, conflict, bytes } of written) dayOf(box)[conflict ? 'conflictBytes' : 'bytes'] += bytes;
  for (const { aside, bytes } of lost) {
    const day = dayOf(aside.boxId ?? NONE);
    day.notKept += 1;
    day.notKeptBytes += bytes;
  }
  const entries = [...days].sort(([a], [b]) => a - b);
  if (entries.length === 0) return;
  await sql`
    insert into set_aside_days (box_id, day, bytes, conflict_bytes, not_kept, not_kept_bytes)
    select box, (now() at time zone 'UTC')::date, bytes, conflict_bytes, not_kept, not_kept_bytes
    from unnest(${numberArray(entries.map(([box]) => box))}::int[],
      ${numberArray(entries.map(([, day]) => day.bytes))}::bigint[], ${numberArray(entries.map(([, day]) => day.conflictBytes))}::bigint[],
      ${numberArray(entries.map(([, day]) => day.notKept))}::bigint[], ${numberArray(entries.map(([, day]) => day.notKeptBytes))}::bigint[])
      as noted (box, bytes, conflict_bytes, not_kept, not_kept_bytes)
    on conflict (box_id, day) do update set bytes = set_aside_days.bytes + excluded.bytes,
      conflict_bytes = set_aside_days.conflict_bytes + excluded.conflict_bytes,
      not_kept = set_aside_days.not_kept + excluded.not_kept,
      not_kept_bytes = set_aside_days.not_kept_bytes + excluded.not_kept_bytes`.execute(trx);
}
