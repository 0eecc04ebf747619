import { CONDITION_METRICS } from '@aerowatch/domain/alerting/condition';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import { type Change, recordChanges } from '../../../platform/events/events.ts';
import { wake } from '../../../platform/jobs/jobs.ts';
import { askDiagnoses } from '../../diagnostics/store-requests.ts';
import { NOTIFICATIONS_CHANNEL } from '../../outbox/queue.ts';
import { type PublishedEvent, publishEvents } from '../../outbox/store-events.ts';
import type { AlertOutcome, JudgementEffects } from './judge-aero.ts';
import { findSilences } from './silence/store-silenced.ts';
import { findingsOf } from './store-findings.ts';
import { queueNotifications } from './store-notifications.ts';

/** A person changed the SAMI during judging: it must be repeated. */
export class SamiMoved extends Error {}

const date = (ms: number) => new Date(ms).toISOString();

/** Stores the results of judging, all in the worker's transaction. `now` in ms. */
export async function storeEffects(
  trx: Trx,
  judged: readonly JudgementEffects[],
  now: number,
): Promise<void> {
  const alerts = judged.flatMap((one) => one.alerts);
  const changes: Change[] = [];
  if (alerts.length > 0) {
    await holdBoxes(trx, alerts);
    await findSilences(trx, alerts);
    const findings = await findingsOf(trx, alerts);
    await openAlerts(trx, alerts, findings);
    await touchAlerts(trx, alerts);
    await storeTurns(trx, alerts);
    for (const { change, id, condition } of alerts)
      if (id !== undefined)
        changes.push({
          entity: 'alerts',
          type: change.opened ? 'added' : 'updated',
          id,
          clientId: condition.supervisor.clientId,
        });
    await publishEvents(trx, alerts.flatMap(eventsOf));
    if ((await queueNotifications(trx, alerts, now)) > 0) await wake(trx, NOTIFICATIONS_CHANNEL);
  }
  await storeEpisodes(trx, judged);
  await storeSami(trx, judged, changes);
  await storeWatermarks(trx, judged);
  await recordChanges(trx, changes);
}

function eventsOf({ id, change, condition }: AlertOutcome): PublishedEvent[] {
  if (id === undefined) return [];
  const of = { id, clientId: condition.supervisor.clientId };
  const opened = change.opened === null ? [] : [{ ...of, type: 'alert.opened' as const }];
  return typeof change.clearedAt === 'number'
    ? [...opened, { ...of, type: 'alert.cleared' as const }]
    : opened;
}

/** Locks boxes before AEROs, as edits of a box do, to avoid deadlocks. */
async function holdBoxes(trx: Trx, alerts: readonly AlertOutcome[]): Promise<void> {
  const boxes = [...new Set(alerts.map(({ aero }) => aero.boxId))];
  await sql`select from boxes where id = any(${boxes}::int[]) order by id for key share`.execute(trx);
}

async function openAlerts(
  trx: Trx,
  outcomes: readonly AlertOutcome[],
  findings: ReadonlyMap<AlertOutcome, unknown>,
): Promise<void> {
  const opened = outcomes.filter(({ change }) => change.opened !== null);
  if (opened.length === 0) return;
  // Reserves ids first, so that each alert has a known id, whatever order rows come back in.
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('alerts', 'id'))::int as id from generate_series(1, ${opened.length}::int)`.execute(
    trx,
  );
  opened.forEach((outcome, i) => {
    outcome.id = rows[i]!.id;
  });
  const json = opened.map((outcome) => openedRow(outcome, findings.get(outcome) ?? null));
  await sql`insert into alerts (${OPENED})
    overriding system value
    select ${OPENED} from json_populate_recordset(null::alerts, ${JSON.stringify(json)}::json)`.execute(trx);
  // Diagnoses them within minutes rather than tomorrow, because there are measures that the last diagnosis
  // did not have.
  await askDiagnoses(
    trx,
    opened.flatMap(({ aero, condition }) =>
      CONDITION_METRICS[condition.definition.metric].at === 'measure' ? [aero.id] : [],
    ),
  );
}

const OPENED = sql.raw(
  `id, supervisor_id, supervisor_name, condition_id, condition, aero_id, box_id, client_id, opened_at, value, last_value,
  last_at, occurrences, cleared_at, late, severity, flapping, silenced, silenced_until, silence_id, also, finding`,
);

function openedRow({ id, aero, condition, change, late, silence }: AlertOutcome, finding: unknown) {
  const { also } = change.opened!;
  const others = condition.others.map((other) => ({
    ...other.definition,
    id: other.id,
    compared: also.find(({ conditionId }) => conditionId === other.id)?.value ?? null,
  }));
  return {
    id,
    supervisor_id: condition.supervisor.id,
    supervisor_name: condition.supervisor.name,
    condition_id: condition.id,
    condition: { id: condition.id, ...condition.definition },
    aero_id: aero.id,
    box_id: aero.boxId,
    client_id: condition.supervisor.clientId,
    opened_at: date(change.opened!.at),
    value: change.opened!.value,
    last_value: change.lastValue,
    last_at: date(change.lastAt!),
    occurrences: change.occurrences,
    cleared_at: typeof change.clearedAt === 'number' ? date(change.clearedAt) : null,
    late,
    severity: condition.definition.severity,
    flapping: change.flapping === true,
    silenced: silence !== undefined,
    silenced_until: silence === undefined ? null : date(silence.until),
    silence_id: silence?.id ?? null,
    also: others,
    finding,
  };
}

/** updated_at is unchanged, so that automatic changes do not make a user's edit stale. */
async function touchAlerts(trx: Trx, outcomes: readonly AlertOutcome[]): Promise<void> {
  const rows = outcomes
    .filter(({ change, id }) => change.opened === null && id !== undefined)
    .map(({ id, change, silence }) => ({
      id,
      last_at: change.lastAt === null ? null : date(change.lastAt),
      last_value: change.lastValue,
      occurrences: change.occurrences,
      keeps_cleared: change.clearedAt === undefined,
      cleared_at: typeof change.clearedAt === 'number' ? date(change.clearedAt) : null,
      flapping: change.flapping ?? null,
      silence_id: silence?.id ?? null,
      silenced_until: silence === undefined ? null : date(silence.until),
    }));
  if (rows.length === 0) return;
  await sql`update alerts a set last_at = coalesce(t.last_at, a.last_at), last_value = coalesce(t.last_value, a.last_value),
      occurrences = a.occurrences + t.occurrences,
      cleared_at = case when t.keeps_cleared then a.cleared_at else t.cleared_at end,
      flapping = coalesce(t.flapping, a.flapping), silenced = a.silenced or t.silence_id is not null,
      silenced_until = coalesce(t.silenced_until, a.silenced_until), silence_id = coalesce(t.silence_id, a.silence_id)
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (id int, last_at timestamptz, last_value double precision,
      occurrences int, keeps_cleared boolean, cleared_at timestamptz, flapping boolean, silence_id int, silenced_until timestamptz)
    where a.id = t.id`.execute(trx);
}

/** Changes of an episode in event time: when it cleared, continued, flapped, or stopped flapping. */
async function storeTurns(trx: Trx, outcomes: readonly AlertOutcome[]): Promise<void> {
  const rows = outcomes.flatMap(({ id, change }) =>
    id === undefined ? [] : change.turns.map(({ at, type }) => ({ alert_id: id, at: date(at), type })),
  );
  if (rows.length === 0) return;
  await sql`insert into alert_events (alert_id, at, type)
    select alert_id, at, type from json_to_recordset(${JSON.stringify(rows)}::json) as t (alert_id int, at timestamptz, type text)`.execute(
    trx,
  );
}

async function storeEpisodes(trx: Trx, judged: readonly JudgementEffects[]): Promise<void> {
  const rows = judged.flatMap(({ aero, episodes, alerts }) =>
    episodes.map(({ watch, state }) => ({
      condition_id: watch.condition.id,
      aero_id: aero.id,
      state,
      alert_id:
        alerts.findLast((alert) => alert.condition.id === watch.condition.id)?.id ?? watch.alert?.id ?? null,
    })),
  );
  if (rows.length === 0) return;
  await sql`insert into episodes (condition_id, aero_id, state, alert_id)
    select condition_id, aero_id, state, alert_id from json_populate_recordset(null::episodes, ${JSON.stringify(rows)}::json)
    on conflict (condition_id, aero_id) do update set state = excluded.state, alert_id = excluded.alert_id`.execute(
    trx,
  );
}

async function storeSami(trx: Trx, judged: readonly JudgementEffects[], changes: Change[]): Promise<void> {
  const moved = judged.filter(({ samiChanges }) => samiChanges.length > 0);
  if (moved.length === 0) return;
  const rows = moved.map(({ aero, samiChanges }) => ({
    id: aero.id,
    sami: samiChanges.at(-1)!.to,
    was: aero.sami,
    since: date(samiChanges.at(-1)!.at),
  }));
  const done = await sql`update aeros a set sami = t.sami, sami_since = t.since
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (id int, sami text, was text, since timestamptz)
    where a.id = t.id and a.sami = t.was`.execute(trx);
  if (Number(done.numAffectedRows ?? 0) < rows.length) throw new SamiMoved();
  const history = moved.flatMap(({ aero, samiChanges }) =>
    samiChanges.map(({ at, from, to, condition, alert }) => ({
      aero_id: aero.id,
      from_level: from,
      to_level: to,
      at: date(at),
      supervisor_id: condition.supervisor.id,
      supervisor_name: condition.supervisor.name,
      alert_id: alert.id,
      reason: condition.supervisor.name,
    })),
  );
  await sql`insert into sami_history (aero_id, from_level, to_level, at, supervisor_id, supervisor_name, alert_id, reason)
    select aero_id, from_level, to_level, at, supervisor_id, supervisor_name, alert_id, reason
    from json_populate_recordset(null::sami_history, ${JSON.stringify(history)}::json)`.execute(trx);
  for (const { aero, samiChanges } of moved) {
    const clientId = samiChanges[0]!.condition.supervisor.clientId;
    changes.push({ entity: 'aeros', type: 'updated', id: aero.id, clientId });
    changes.push({ entity: 'boxes', type: 'updated', id: aero.boxId, clientId });
  }
}

const WATERMARKED = [
  ['measure', 'aero_judging'],
  ['diagnosis', 'diagnosis_judging'],
  ['forecast', 'forecast_judging'],
] as const;

/** How far each AERO has been judged: an older datapoint only counts in windows and is not judged again. */
async function storeWatermarks(trx: Trx, judged: readonly JudgementEffects[]): Promise<void> {
  for (const [at, table] of WATERMARKED) {
    const moved = judged.filter((one) => one.at === at && one.judgedUntil > one.aero.judgedUntil);
    if (moved.length === 0) continue;
    await sql`insert into ${sql.table(table)} (aero_id, judged_until)
    select * from unnest(${moved.map(({ aero }) => aero.id)}::int[], ${moved.map((one) => date(one.judgedUntil))}::timestamptz[])
    on conflict (aero_id) do update set judged_until = greatest(${sql.table(table)}.judged_until, excluded.judged_until)`.execute(
      trx,
    );
  }
}
