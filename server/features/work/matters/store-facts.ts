import type { ConditionMetricKey } from '@aerowatch/domain/alerting/condition';
import type { Severity } from '@aerowatch/domain/alerting/severity';
import { DAY } from '@aerowatch/domain/durations';
import type { Finding } from '@aerowatch/domain/faults/finding';
import type { Verification } from '@aerowatch/domain/faults/repair';
import { type AlertFact, type BoxFacts, SILENT_DAYS } from '@aerowatch/domain/work/causes-of-matters';
import { kindOfAlert } from '@aerowatch/domain/work/kind-of-condition';
import type { WorkKind } from '@aerowatch/domain/work/kinds';
import { LEAST_PROOF_DAYS } from '@aerowatch/domain/work/proof';
import type { Matter } from '@aerowatch/domain/work/reconcile';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { likeliestDays, riskFrom } from '../../forecast/weeks/store-weeks.ts';

/**
 * A box with its present causes and its matters. `client` null: the box belongs to no client, and nothing is
 * proposed.
 */
export interface KnownBox {
  readonly id: number;
  readonly client: number | null;
  readonly facts: BoxFacts;
  readonly matters: readonly Matter[];
  /** The matter of each open alert, as stored. */
  readonly matterOfAlert: ReadonlyMap<number, number | null>;
  /** Time of the box's last message, ms. */
  readonly heardAt: number;
  /** Verifications of repairs by diagnoses, by order. */
  readonly repairs: ReadonlyMap<number, Verification>;
}

/**
 * Takes notes of boxes that are due, the oldest first, each box once; other workers skip them. Acts for the
 * server itself.
 */
export async function takeDueBoxes(trx: Trx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ box: number }>`with taken as (delete from matters_due where id in (
      select id from matters_due order by id limit ${limit} for update skip locked) returning box_id)
    select distinct box_id as box from taken order by 1`.execute(trx);
  return rows.map(({ box }) => box);
}

/**
 * Locks these boxes, so that only one transaction at a time works on them: creating an order of a box waits
 * for it, and vice versa.
 */
export async function lockBoxes(trx: Trx, boxes: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(11_000)}, id) from unnest(${[...boxes].sort((a, b) => a - b)}::int[]) as t (id)`.execute(
    trx,
  );
}

/**
 * Notes boxes that time alone changes: the day until which a proposal was dismissed, a repair that may be
 * proven by now, a box that fell silent or sends again, a week ahead. At most `limit` of each in a turn. Acts
 * for the server itself.
 */
export async function noteTime(db: Db, now: Date, limit: number): Promise<number> {
  const today = now.toISOString().slice(0, 10);
  const silent = sql`${now}::timestamptz - make_interval(days => ${SILENT_DAYS})`;
  const result = await sql`insert into matters_due (box_id) select distinct box_id from (
      (select box_id from work_orders where state = 'dismissed' and gone_at is null and dismissed_until <= ${today}::date limit ${limit})
      union all (select box_id from work_orders where proof = 'verifying' and closed_at <= ${now}::timestamptz - make_interval(days => ${LEAST_PROOF_DAYS}) limit ${limit})
      union all (select b.id from boxes b where b.client_id is not null and coalesce(b.last_send, b.created_at) < ${silent}
        and not exists (select from work_orders w where w.box_id = b.id and w.client_id = b.client_id and w.kind = 'silence' and w.gone_at is null
          and (w.closed_at is null or w.closed_at > b.last_send or w.proof in ('verifying', 'word'))) limit ${limit})
      union all (select w.box_id from work_orders w join boxes b on b.id = w.box_id
        where w.kind = 'silence' and w.state in ('proposed', 'dismissed') and w.gone_at is null and b.last_send >= ${silent} limit ${limit})
      union all (select a.box_id from ${likeliestDays(today)} f join aeros a on a.id = f.aero_id join boxes b on b.id = a.box_id join clients c on c.id = b.client_id
        where f.chance >= ${riskFrom} and b.client_id is not null and not exists (select from work_orders w where w.aero_id = a.id and w.kind = 'forecast' and w.gone_at is null
          and (w.closed_at is null or w.closed_at > ${now}::timestamptz - interval '14 days')) limit ${limit})
      union all (select w.box_id from work_orders w join clients c on c.id = w.client_id left join ${likeliestDays(today)} f on f.aero_id = w.aero_id
        where w.kind = 'forecast' and w.state in ('proposed', 'dismissed') and w.gone_at is null and coalesce(f.chance, 0) < ${riskFrom} limit ${limit})) due`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0);
}

type AlertRow = Omit<AlertFact, 'kind' | 'openedAt'> & {
  readonly box: number;
  readonly openedAt: Date;
  readonly condition: { metric: ConditionMetricKey; finding?: unknown };
  readonly finding: { fault?: unknown } | null;
  readonly matter: number | null;
};
type MatterRow = Omit<Matter, 'acceptedAt' | 'closedAt' | 'goneAt'> & {
  readonly box: number;
  readonly acceptedAt: Date | null;
  readonly closedAt: Date | null;
  readonly goneAt: Date | null;
};

interface BoxRow {
  readonly id: number;
  readonly client: number | null;
  readonly last_send: Date | null;
  readonly created_at: Date;
  readonly fell: Date | null;
}
/** Faults of an AERO of a box, and the verification of its last repair. */
interface FoundRow {
  readonly box: number;
  readonly id: number;
  readonly findings: Finding[];
  readonly repair: Verification | null;
}

/** Days for which an ended matter helps to judge later ones. */
const ENDED_DAYS = 400;

/** The present state of boxes. Acts for the server itself. */
export async function knownBoxes(db: Db, ids: readonly number[], now: Date): Promise<KnownBox[]> {
  const boxes = [...ids];
  const today = now.toISOString().slice(0, 10);
  const [own, diagnoses, alerts, risks, matters] = await Promise.all([
    sql<BoxRow>`
      select id, client_id as client, last_send, created_at, case when firmware_fell_back is not null then firmware_fell_back_at end as fell
      from boxes where id = any(${boxes}::int[]) order by id`.execute(db),
    sql<FoundRow>`
      select a.box_id as box, a.id, case when d.verdict in ('watch', 'bad') then d.findings else '[]' end as findings, d.repair
      from aeros a join diagnostics d on d.aero_id = a.id
      where a.box_id = any(${boxes}::int[]) and (d.verdict in ('watch', 'bad') or d.repair is not null) order by a.id`.execute(
      db,
    ),
    sql<AlertRow>`
      select al.id, al.box_id as box, al.aero_id as aero, al.condition, al.condition->>'metric' as metric, al.finding, al.severity,
        al.opened_at as "openedAt", al.supervisor_name as rule, case when jsonb_typeof(al.condition->'value') = 'number' then (al.condition->>'value')::float8 end as limit,
        al.work_order_id as matter
      from alerts al join boxes b on b.id = al.box_id and b.client_id = al.client_id
      where al.box_id = any(${boxes}::int[]) and al.seen_at is null and not al.silenced order by al.opened_at, al.id`.execute(
      db,
    ),
    sql<{ box: number; aero: number; chance: number; day: string }>`
      select a.box_id as box, f.aero_id as aero, f.chance, f.day from aeros a join boxes b on b.id = a.box_id left join clients c on c.id = b.client_id join ${likeliestDays(today)} f on f.aero_id = a.id
      where a.box_id = any(${boxes}::int[]) and f.chance >= ${riskFrom} order by a.id`.execute(db),
    sql<MatterRow>`
      select w.id, w.box_id as box, w.aero_id as aero, w.kind, w.state, w.proof, w.severity, w.grade, w.due_by as "dueBy", w.due_on as "dueOn",
        w.accepted_at as "acceptedAt", w.closed_at as "closedAt", w.gone_at as "goneAt", w.verdict, w.joined_into as "joinedInto", w.dismissed_until as "dismissedUntil", w.dismissed_level as "dismissedLevel"
      from work_orders w join boxes b on b.id = w.box_id and b.client_id = w.client_id
      where w.box_id = any(${boxes}::int[]) and (w.closed_at is null or w.closed_at > ${now}::timestamptz - make_interval(days => ${ENDED_DAYS}))
      order by w.id`.execute(db),
  ]);
  const of = <T extends { box: number }>(rows: readonly T[]) => Map.groupBy(rows, ({ box }) => box);
  const [found, rung, foreseen, stored] = [
    of(diagnoses.rows),
    of(alerts.rows),
    of(risks.rows),
    of(matters.rows),
  ];
  return own.rows.map((box) =>
    boxOf(box, now.getTime(), {
      found: found.get(box.id) ?? [],
      rung: rung.get(box.id) ?? [],
      atRisk: foreseen.get(box.id) ?? [],
      stored: stored.get(box.id) ?? [],
    }),
  );
}

/** Builds a box from its rows. */
function boxOf(
  { id, client, last_send, created_at, fell }: BoxRow,
  now: number,
  {
    found,
    rung,
    atRisk,
    stored,
  }: {
    readonly found: readonly FoundRow[];
    readonly rung: readonly AlertRow[];
    readonly atRisk: BoxFacts['atRisk'];
    readonly stored: readonly MatterRow[];
  },
): KnownBox {
  const heardAt = (last_send ?? created_at).getTime();
  return {
    id,
    client,
    facts: {
      now,
      aeros: found,
      alerts: rung.map(alertOf),
      silentSince: heardAt < now - SILENT_DAYS * DAY ? heardAt : null,
      fellBackAt: fell?.getTime() ?? null,
      atRisk,
    },
    matters: stored.map(matterOf),
    matterOfAlert: new Map(rung.map((alert) => [alert.id, alert.matter])),
    heardAt,
    repairs: new Map(found.flatMap(({ repair }) => (repair ? [[repair.order, repair]] : []))),
  };
}

const alertOf = ({ condition, finding, openedAt, ...row }: AlertRow): AlertFact => ({
  ...row,
  severity: row.severity as Severity,
  kind: kindOfAlert({ condition, finding }) as WorkKind,
  openedAt: openedAt.getTime(),
});
const matterOf = (row: MatterRow): Matter => ({
  ...row,
  acceptedAt: row.acceptedAt?.getTime() ?? null,
  closedAt: row.closedAt?.getTime() ?? null,
  goneAt: row.goneAt?.getTime() ?? null,
});
