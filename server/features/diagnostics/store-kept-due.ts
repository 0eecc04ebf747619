/**
 * When each AERO is diagnosed next, kept in `diagnoses_due`. Whatever it depends on is appended to
 * `diagnosis_changes` by triggers, in the transaction of the change; the worker takes these and computes the
 * times of their boxes anew. So a turn reads what changed and what is due, however many AEROs there are.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Trx, transaction } from '../../platform/database/db.ts';

/** Changes that are taken at once. */
const CHANGES_AT_ONCE = 2000;
/** Lock of those who compute times, so that an older reading never replaces a newer one. */
const LOCK = 5_310_001;

/**
 * The AEROs of these boxes that have measures: `id`, `box_id`, `time` of the newest measure, `heard` (that of
 * the box), `baseline`, `asked`, `new`, and `at`: due once this has passed, null while nothing makes it due.
 * `watched` where the next message of the box may.
 */
export const statesOf = (boxes: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select s.*, s.asked_at is not null as asked, s.day is null as new,
    coalesce(s.model_type <> 0 and (s.heard at time zone 'UTC')::date > (s.time at time zone 'UTC')::date, false) and s.day is not null or s.verifying as watched,
    least(
      case when s.day is null then case when s.time > now() - interval '1 day' then '-infinity' else s.received_at + interval '20 seconds' end end,
      case when s.day < (s.time at time zone 'UTC')::date
        then greatest(s.computed_at + interval '1 hour', least(s.received_at + interval '30 seconds', s.computed_at + interval '25 hours')) end,
      case when s.model_type <> 0 and s.heard > s.time + interval '1 day' then s.computed_at + interval '1 day' end,
      case when s.verifying and s.received_at > s.computed_at then s.computed_at + interval '2 hours' end,
      case when s.loaded_at < s.reset_at or s.loaded_at < s.updated_at then '-infinity'::timestamptz end,
      s.asked_at) as at
  from (
    select a.id, a.box_id, a.model_type, a.updated_at, latest.time, latest.received_at, max(latest.time) over (partition by a.box_id) as heard,
      d.day, d.computed_at, coalesce(d.loaded_at, d.computed_at) as loaded_at, coalesce(d.repair->>'state' = 'verifying', false) as verifying,
      reset.at as baseline, reset.created_at as reset_at,
      least(asked.last_at + interval '1 minute', asked.first_at + interval '10 minutes') as asked_at
    from aeros a join measure_latest latest on latest.aero_id = a.id
      left join diagnostics d on d.aero_id = a.id
      left join diagnostics_asked asked on asked.aero_id = a.id
      left join lateral (select max(r.at) filter (where r.metrics is null) as at, max(r.created_at) as created_at from notes r
        where r.kind = 'baseline_reset' and r.box_id = a.box_id and (r.aero_id is null or r.aero_id = a.id)) reset on true
    where a.box_id in ${boxes}) s)`;

/** Computes the times of these boxes anew and keeps them. */
const kept = (boxes: RawBuilder<unknown>) => sql`
  states as materialized (select * from ${statesOf(boxes)} s where at is not null or watched),
  gone as (delete from diagnoses_due where aero_id in (select id from aeros where box_id in ${boxes}) and aero_id not in (select id from states)),
  saved as (insert into diagnoses_due as due (aero_id, box_id, rank, at, watched)
    select id, box_id, case when asked then 0 when new then 1 else 2 end, coalesce(at, 'infinity'), watched from states order by id
    on conflict (aero_id) do update set box_id = excluded.box_id, rank = excluded.rank, at = excluded.at, watched = excluded.watched
    where (due.box_id, due.rank, due.at, due.watched) is distinct from (excluded.box_id, excluded.rank, excluded.at, excluded.watched))`;

async function lock(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
}

/** Takes all changes and keeps what follows from them. Acts for the server itself. */
export async function followChanges(db: Db): Promise<void> {
  for (let taken = CHANGES_AT_ONCE; taken === CHANGES_AT_ONCE; )
    taken = await transaction(db, async (trx) => {
      await lock(trx);
      const boxes = sql`(select box_id from boxes_changed)`;
      const { rows } = await sql<{ taken: number }>`
        with taken as (delete from diagnosis_changes where id in (select id from diagnosis_changes order by id limit ${CHANGES_AT_ONCE}) returning aero_id),
          boxes_changed as materialized (select distinct box_id from aeros where id in (select aero_id from taken)),
          ${kept(boxes)}
        select count(*)::int as taken from taken`.execute(trx);
      return rows[0]!.taken;
    });
}

/** Computes the times of these boxes anew: they were not due, since messages came in meanwhile. */
export async function keepAgain(db: Db, boxes: readonly number[]): Promise<void> {
  if (boxes.length === 0) return;
  await transaction(db, async (trx) => {
    await lock(trx);
    await sql`with ${kept(sql`(select unnest(${[...boxes]}::int[]))`)} select`.execute(trx);
  });
}

/** A box that may have a due AERO; `timed` when the time of one has passed. */
export interface Candidate {
  readonly box: number;
  readonly timed: boolean;
}

/** Boxes that may be due, requested ones first; `limit` of each rank, and those that are watched. */
export async function candidates(db: Db, limit: number, without: readonly number[]): Promise<Candidate[]> {
  const ranked = sql.join(
    // A box has two AEROs.
    [0, 1, 2].map(
      (rank) => sql`(select box_id, true as timed from diagnoses_due
        where rank = ${sql.lit(rank)} and at < now() and box_id <> all(${[...without]}::int[]) order by at limit ${2 * limit})`,
    ),
    sql` union all `,
  );
  const { rows } = await sql<Candidate>`select box_id as box, bool_or(timed) as timed from (
      ${ranked} union all select box_id, false from diagnoses_due where watched and box_id <> all(${[...without]}::int[])) d
    group by box_id`.execute(db);
  return rows;
}
