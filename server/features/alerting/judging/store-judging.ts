import {
  CONDITION_METRICS,
  type Condition,
  type ConditionAction,
  normalizeCondition,
} from '@aerowatch/domain/alerting/condition';
import type { JudgedAt } from '@aerowatch/domain/alerting/condition-metrics';
import type { EpisodeState } from '@aerowatch/domain/alerting/episode';
import { severityRank } from '@aerowatch/domain/alerting/severity';
import { type SamiLevel, samiRank } from '@aerowatch/domain/sami';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import { shareSupervisors } from '../store-locks.ts';

/** One condition on one AERO. */
export interface Watch {
  readonly condition: WatchedCondition;
  /** Only datapoints received later (ms) are judged. */
  readonly startedAt: number;
  episode: EpisodeState | undefined;
  /** The last alert of this (condition, AERO). */
  alert: LastAlert | undefined;
}
export interface WatchedCondition {
  readonly id: number;
  readonly definition: Condition;
  readonly supervisor: { readonly id: number; readonly name: string; readonly clientId: number };
  /** The id of a supervisor whose conditions only count together. */
  readonly joined: number | undefined;
  /** The other conditions of that supervisor, listed beside this one. */
  readonly others: readonly { readonly id: number; readonly definition: Condition }[];
}
export interface LastAlert {
  readonly id: number;
  readonly open: boolean;
  readonly occurrences: number;
  /** The newest datapoint it counts (ms). */
  readonly lastAt: number;
  readonly condition: Condition;
}
export interface WatchedAero {
  readonly id: number;
  readonly boxId: number;
  readonly sami: SamiLevel;
  readonly judgedUntil: number;
  readonly watches: Watch[];
}

/** The due work of an AERO. */
export interface Due {
  /** Start of the datapoints to be judged (ms). */
  readonly from: number;
  /** Metrics that the last judged datapoint got since then, as bits in the order of METRIC_KEYS. */
  readonly filled: number;
}

/** Removes the due marks and returns what was due for each AERO. */
export async function takeDue(trx: Trx, aeros: readonly number[]): Promise<Map<number, Due>> {
  const { rows } = await sql<{ aero_id: number; from_time: Date; filled: number | null }>`
    with taken as (delete from aero_due where aero_id = any(${[...aeros]}::int[]) returning aero_id, from_time, filled)
    select aero_id, min(from_time) as from_time, bit_or(filled) filter (where from_time = judged_until) as filled
    from taken left join aero_judging using (aero_id) where (select measures_stored()) group by aero_id`.execute(
    trx,
  );
  return new Map(
    rows.map((row) => [row.aero_id, { from: row.from_time.getTime(), filled: row.filled ?? 0 }]),
  );
}

/** How far AEROs have been judged, for each trigger of judging. */
const WATERMARKS = {
  measure: sql`left join aero_judging j on j.aero_id = a.id`,
  diagnosis: sql`left join diagnosis_judging j on j.aero_id = a.id`,
  forecast: sql`left join forecast_judging j on j.aero_id = a.id`,
  clock: sql`cross join lateral (select null::timestamptz as judged_until) j`,
} as const satisfies Record<JudgedAt, unknown>;

/**
 * The conditions that watch these AEROs with this trigger: those of enabled supervisors of the client that
 * has the box now. The supervisors are locked in share mode until the transaction ends; AEROs without any are
 * left out.
 */
export async function loadWatched(
  trx: Trx,
  aeros: readonly number[],
  at: JudgedAt = 'measure',
): Promise<WatchedAero[]> {
  const supervisors = await sql<{ id: number }>`
    select distinct sa.supervisor_id as id from supervisor_aeros sa join supervisors s on s.id = sa.supervisor_id
    where s.enabled and sa.aero_id = any(${[...aeros]}::int[])`.execute(trx);
  if (supervisors.rows.length === 0) return [];
  const ids = supervisors.rows.map((row) => row.id);
  await shareSupervisors(trx, ids);
  // Read after locking, so that an edit we waited for is included.
  const conditions = await loadConditions(trx, ids, at);
  if (conditions.size === 0) return [];
  const { rows } = await sql<{
    supervisor_id: number;
    started_at: Date;
    aero_id: number;
    box_id: number;
    sami: SamiLevel;
    judged_until: Date | null;
  }>`
    select sa.supervisor_id, sa.started_at, a.id as aero_id, a.box_id, a.sami, j.judged_until
    from supervisor_aeros sa join supervisors s on s.id = sa.supervisor_id join aeros a on a.id = sa.aero_id
      join boxes b on b.id = a.box_id and b.client_id = s.client_id ${WATERMARKS[at]}
    where sa.supervisor_id = any(${ids}::int[]) and sa.aero_id = any(${[...aeros]}::int[]) order by a.id, s.id`.execute(
    trx,
  );
  const watched = new Map<number, WatchedAero>();
  for (const row of rows) {
    let aero = watched.get(row.aero_id);
    if (!aero) {
      const judgedUntil = row.judged_until?.getTime() ?? Number.NEGATIVE_INFINITY;
      aero = { id: row.aero_id, boxId: row.box_id, sami: row.sami, judgedUntil, watches: [] };
      watched.set(row.aero_id, aero);
    }
    for (const { condition, startedAt } of conditions.get(row.supervisor_id) ?? []) {
      const start = Math.max(startedAt, row.started_at.getTime());
      aero.watches.push({ condition, startedAt: start, episode: undefined, alert: undefined });
    }
  }
  const list = [...watched.values()].filter((aero) => aero.watches.length > 0);
  await loadStates(trx, list);
  return list;
}

/** Conditions with this trigger, and those joined with them. */
async function loadConditions(trx: Trx, supervisors: readonly number[], at: JudgedAt) {
  const { rows } = await sql<{
    id: number;
    definition: Condition;
    started_at: Date;
    supervisor_id: number;
    name: string;
    client_id: number;
    joined: boolean;
  }>`
    select c.id, c.definition, c.started_at, s.id as supervisor_id, s.name, s.client_id, s.joined
    from conditions c join supervisors s on s.id = c.supervisor_id
    where s.enabled and s.id = any(${[...supervisors]}::int[]) order by s.id, c.position`.execute(trx);
  const bySupervisor = new Map<number, { condition: WatchedCondition; startedAt: number }[]>();
  for (const [id, own] of Map.groupBy(rows, (row) => row.supervisor_id)) {
    const all = own.map((row) => ({ ...row, definition: normalizeCondition(row.definition) }));
    const judged = all.filter(({ definition }) => CONDITION_METRICS[definition.metric].at === at);
    if (judged.length === 0) continue;
    const joined = own[0]!.joined && own.length > 1;
    const list = (joined ? all : judged).map((row, place) => {
      const supervisor = { id, name: row.name, clientId: row.client_id };
      const condition: WatchedCondition = {
        id: row.id,
        definition: joined && place === 0 ? together(all.map((one) => one.definition)) : row.definition,
        supervisor,
        joined: joined ? id : undefined,
        others: joined ? all.filter((one) => one !== row) : [],
      };
      return { condition, startedAt: row.started_at.getTime() };
    });
    bySupervisor.set(id, list);
  }
  return bySupervisor;
}

/** The first of joined conditions, with the actions of all and the highest of their severities. */
function together(all: readonly Condition[]): Condition {
  const actions = new Map<string, ConditionAction>();
  for (const action of all.flatMap((one) => one.actions)) {
    const had = actions.get(action.type);
    const worse =
      had?.type === 'sami' && action.type === 'sami' && samiRank(action.level) > samiRank(had.level);
    if (had === undefined || worse) actions.set(action.type, action);
  }
  const gravest = all.reduce((a, b) => (severityRank(b.severity) > severityRank(a.severity) ? b : a));
  return { ...all[0]!, actions: [...actions.values()], severity: gravest.severity };
}

/** Episodes and last alerts of all (condition, AERO) pairs; open alerts are locked against archiving. */
async function loadStates(trx: Trx, aeros: readonly WatchedAero[]): Promise<void> {
  const pairs = aeros.flatMap((aero) => aero.watches.map((watch) => ({ aero: aero.id, watch })));
  const conditionIds = pairs.map(({ watch }) => watch.condition.id);
  const aeroIds = pairs.map(({ aero }) => aero);
  const pairsTable = sql`unnest(${conditionIds}::int[], ${aeroIds}::int[]) as p (condition_id, aero_id)`;
  const episodes = await sql<{
    condition_id: number;
    aero_id: number;
    state: EpisodeState;
    alert_id: number | null;
  }>`
    select e.* from ${pairsTable} join episodes e using (condition_id, aero_id)`.execute(trx);
  const linked = episodes.rows.flatMap((row) => row.alert_id ?? []);
  const alerts = await sql<{
    id: number;
    condition_id: number;
    aero_id: number;
    seen_at: Date | null;
    occurrences: number;
    last_at: Date;
    condition: Condition;
  }>`
    select a.id, a.condition_id, a.aero_id, a.seen_at, a.occurrences, a.last_at, a.condition from alerts a
    where a.id in (select unnest(${linked}::int[]) union
      select o.id from ${pairsTable} join alerts o using (condition_id, aero_id) where o.seen_at is null)
    order by a.id for no key update`.execute(trx);
  const key = (condition: number, aero: number) => `${condition}/${aero}`;
  const episodeOf = new Map(episodes.rows.map((row) => [key(row.condition_id, row.aero_id), row.state]));
  // In order of id: the newest wins.
  const alertOf = new Map(
    alerts.rows.map(({ id, seen_at, occurrences, last_at, condition, ...row }) => [
      key(row.condition_id, row.aero_id),
      { id, open: seen_at === null, occurrences, lastAt: last_at.getTime(), condition } satisfies LastAlert,
    ]),
  );
  for (const { aero, watch } of pairs) {
    watch.episode = episodeOf.get(key(watch.condition.id, aero));
    watch.alert = alertOf.get(key(watch.condition.id, aero));
  }
}
