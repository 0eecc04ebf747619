import { sql } from 'kysely';
import { type Db, type Trx, transaction } from '../database/db.ts';
import type { System } from '../viewer.ts';
import { type ChainEntry, chainHash, FIRST_HASH } from './chain.ts';

/** One process appends to the chain at a time; writers of entries never wait for it. */
const LOCK = 7_306_221;
const BATCH = 1000;

/** The present end of the chain. */
export interface Head {
  readonly seq: number;
  readonly hash: Buffer;
}

/** Columns of a row of `audit a`. */
const ENTRY = sql`a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, a.user_id as user,
  a.client_id as client, a.action, a.entity, a.entity_id, a.entity_name, a.changes::text as changes, a.personal`;

export async function headOf(db: Db, _viewer: System): Promise<Head> {
  const { rows } = await sql<Head>`select seq, hash from (
      (select seq, hash from audit_chain order by seq desc limit 1)
      union all (select seq, hash from audit_heads order by seq desc limit 1)) h order by seq desc limit 1`.execute(
    db,
  );
  return rows[0] ?? { seq: 0, hash: FIRST_HASH };
}

/**
 * Appends waiting entries in order of their numbers: returns how many, the number of the entry before them,
 * and the last link. None while another process does.
 */
export function appendWaiting(
  db: Db,
  viewer: System,
): Promise<{ after: number; count: number; head: Head | null }> {
  return transaction(db, async (trx) => {
    const { rows: locked } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as mine`.execute(trx);
    if (locked[0]?.mine !== true) return { after: 0, count: 0, head: null };
    const { rows } =
      await sql<ChainEntry>`select ${ENTRY} from audit_waiting w join audit a on a.id = w.audit_id
      order by a.id limit ${BATCH}`.execute(trx);
    if (rows.length === 0) return { after: 0, count: 0, head: null };
    const head = await headOf(trx, viewer);
    return { after: head.seq, count: rows.length, head: await append(trx, head, rows) };
  });
}

async function append(trx: Trx, head: Head, entries: readonly ChainEntry[]): Promise<Head> {
  let { seq, hash } = head;
  const links = entries.map((entry) => {
    seq += 1;
    hash = chainHash(hash, entry);
    return { seq, audit_id: entry.id, hash };
  });
  await trx.insertInto('audit_chain').values(links).execute();
  await trx
    .deleteFrom('audit_waiting')
    .where(
      'audit_id',
      'in',
      entries.map(({ id }) => id),
    )
    .execute();
  return { seq, hash };
}

/** The hash of a link; undefined if there is none, `pruned` if retention deleted it. */
export async function hashAt(db: Db, _viewer: System, seq: number): Promise<Buffer | 'pruned' | undefined> {
  const { rows } = await sql<{ hash: Buffer | null; pruned: boolean }>`
    select (select hash from audit_chain where seq = ${seq}) as hash,
      ${seq} <= coalesce((select max(seq) from audit_heads), 0) as pruned`.execute(db);
  return rows[0]?.hash ?? (rows[0]?.pruned === true ? 'pruned' : undefined);
}

/**
 * Numbers of entries that were assigned but never chained: from a transaction that was rolled back, or an
 * entry that was removed before it was chained.
 */
export async function countGaps(db: Db, _viewer: System): Promise<number> {
  const { rows } = await sql<{ gaps: number }>`
    select coalesce(sum(audit_id - before - 1), 0)::integer as gaps from (
      select audit_id, lag(audit_id) over (order by audit_id) as before
      from (select audit_id from audit_chain union all select audit_id from audit_waiting) numbers) n
    where before is not null`.execute(db);
  return rows[0]?.gaps ?? 0;
}

/** A link with its content; the entry is null if it was deleted. */
export interface Link extends Head {
  readonly entry: ChainEntry | null;
  /** By part; erased ones are missing. */
  readonly personal: Readonly<Record<string, { readonly salt: string; readonly content: string }>>;
}

/** Links after a number, in order. */
export async function linksAfter(db: Db, _viewer: System, after: number, limit = BATCH): Promise<Link[]> {
  const { rows } = await sql<
    { seq: number; hash: Buffer; held: Link['personal'] | null } & {
      [Name in keyof ChainEntry]: ChainEntry[Name] | null;
    }
  >`select c.seq, c.hash, ${ENTRY}, (select jsonb_object_agg(p.part, jsonb_build_object('salt', encode(p.salt, 'hex'), 'content', p.content))
      from audit_personal p where p.audit_id = a.id) as held
    from audit_chain c left join audit a on a.id = c.audit_id where c.seq > ${after} order by c.seq limit ${limit}`.execute(
    db,
  );
  return rows.map(({ seq, hash, held, ...entry }) => ({
    seq,
    hash,
    entry: entry.id === null ? null : (entry as ChainEntry),
    personal: held ?? {},
  }));
}

/** The start for checking the chain: the last head that retention kept, else the beginning. */
export async function startOfChain(db: Db, _viewer: System): Promise<Head> {
  const row = await db
    .selectFrom('audit_heads')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? { seq: 0, hash: FIRST_HASH };
}

/** Entries outside the chain: those waiting longer than a minute, and those that are not even waiting. */
export async function countUnchained(
  db: Db,
  _viewer: System,
): Promise<{ waiting: number; late: number; loose: number }> {
  const { rows } = await sql<{ waiting: number; late: number; loose: number }>`
    select count(w.audit_id)::integer as waiting, count(w.audit_id) filter (where a.at < now() - interval '1 minute')::integer as late,
      count(*) filter (where w.audit_id is null)::integer as loose
    from audit a left join audit_waiting w on w.audit_id = a.id
    where not exists (select from audit_chain c where c.audit_id = a.id)`.execute(db);
  return rows[0] ?? { waiting: 0, late: 0, loose: 0 };
}

/** Allowed gaps: data about people whose deletion is in the log, and the entries it mentions. */
export interface ErasureLog {
  readonly people: ReadonlySet<number>;
  /** Entries that contained a typed e-mail. */
  readonly typed: ReadonlySet<number>;
}

export async function readErasures(db: Db, _viewer: System): Promise<ErasureLog> {
  const rows = await db
    .selectFrom('audit')
    .select(['entity_id', 'changes'])
    .where('entity', '=', 'users')
    .where('action', '=', 'delete')
    .execute();
  const typedOf = (changes: unknown) =>
    (changes as { typed_names?: { to?: readonly number[] } }).typed_names?.to ?? [];
  return {
    people: new Set(rows.flatMap(({ entity_id }) => entity_id ?? [])),
    typed: new Set(rows.flatMap(({ changes }) => typedOf(changes))),
  };
}

/** Deletes what is beyond the retention set by the owner of the database; its last hash stays. */
export async function prune(db: Db, _viewer: System): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select audit_prune() as gone`.execute(db);
  return rows[0]?.gone ?? 0;
}
