import { isDetectedLate } from '@aerowatch/domain/alerting/episode';
import { channelOf, isChannel } from '@aerowatch/domain/channels';
import { sql } from 'kysely';
import { askDiagnoses } from '../../modules/diagnostics/store-asked.ts';
import { NOTIFICATIONS_CHANNEL } from '../../outbox/queue.ts';
import { type PublishedEvent, publishEvents } from '../../outbox/store-events.ts';
import type { Trx } from '../../platform/database/db.ts';
import { type Change, recordChanges } from '../../platform/events/events.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import type { AlertOutcome, Judged } from './judge-aero.ts';

/** The SAMI was changed by a person while we judged: to be judged again. */
export class SamiMoved extends Error {}

const date = (ms: number) => new Date(ms).toISOString();

/** Stores what judging found, all in the worker's transaction. `now` in ms. */
export async function storeJudged(trx: Trx, judged: readonly Judged[], now: number): Promise<void> {
  const alerts = judged.flatMap((one) => one.alerts);
  const changes: Change[] = [];
  if (alerts.length > 0) {
    await holdBoxes(trx, alerts);
    await openAlerts(trx, alerts);
    await touchAlerts(trx, alerts);
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

/** Boxes before AEROs, as whoever edits a box takes them: nobody waits in a circle. */
async function holdBoxes(trx: Trx, alerts: readonly AlertOutcome[]): Promise<void> {
  const boxes = [...new Set(alerts.map(({ aero }) => aero.boxId))];
  await sql`select from boxes where id = any(${boxes}::int[]) order by id for key share`.execute(trx);
}

async function openAlerts(trx: Trx, outcomes: readonly AlertOutcome[]): Promise<void> {
  const opened = outcomes.filter(({ change }) => change.opened !== null);
  if (opened.length === 0) return;
  // Ids first, so that each alert is known by its own, whatever order rows come back in.
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('alerts', 'id'))::int as id from generate_series(1, ${opened.length}::int)`.execute(
    trx,
  );
  opened.forEach((outcome, i) => {
    outcome.id = rows[i]!.id;
  });
  const json = opened.map(({ id, aero, condition, change, late }) => ({
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
  }));
  await sql`insert into alerts (id, supervisor_id, supervisor_name, condition_id, condition, aero_id, box_id, client_id,
      opened_at, value, last_value, last_at, occurrences, cleared_at, late)
    overriding system value
    select id, supervisor_id, supervisor_name, condition_id, condition, aero_id, box_id, client_id,
      opened_at, value, last_value, last_at, occurrences, cleared_at, late
    from json_populate_recordset(null::alerts, ${JSON.stringify(json)}::json)`.execute(trx);
  // What is wrong is looked for within minutes, not tomorrow.
  await askDiagnoses(
    trx,
    opened.map(({ aero }) => aero.id),
  );
}

/** updated_at stays: what comes in by itself does not make somebody's edit stale. */
async function touchAlerts(trx: Trx, outcomes: readonly AlertOutcome[]): Promise<void> {
  const rows = outcomes
    .filter(({ change, id }) => change.opened === null && id !== undefined)
    .map(({ id, change }) => ({
      id,
      last_at: change.lastAt === null ? null : date(change.lastAt),
      last_value: change.lastValue,
      occurrences: change.occurrences,
      keeps_cleared: change.clearedAt === undefined,
      cleared_at: typeof change.clearedAt === 'number' ? date(change.clearedAt) : null,
    }));
  if (rows.length === 0) return;
  await sql`update alerts a set last_at = coalesce(t.last_at, a.last_at), last_value = coalesce(t.last_value, a.last_value),
      occurrences = a.occurrences + t.occurrences,
      cleared_at = case when t.keeps_cleared then a.cleared_at else t.cleared_at end
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (id int, last_at timestamptz, last_value double precision,
      occurrences int, keeps_cleared boolean, cleared_at timestamptz)
    where a.id = t.id`.execute(trx);
}

/** A row per (user, channel, alert, act) for everybody who wants it; a late one only where the channel tells such. */
async function queueNotifications(trx: Trx, outcomes: readonly AlertOutcome[], now: number): Promise<number> {
  const rows = outcomes.flatMap(({ id, condition, acts }) =>
    acts.flatMap(({ at, occurrence }) =>
      condition.definition.actions.flatMap(({ type }) =>
        isChannel(type) && (channelOf(type).late || !isDetectedLate(at, now))
          ? [{ client_id: condition.supervisor.clientId, channel: type, alert_id: id, occurrence }]
          : [],
      ),
    ),
  );
  if (rows.length === 0) return 0;
  const result = await sql`insert into notifications (user_id, channel, alert_id, occurrence)
    select u.id, t.channel, t.alert_id, t.occurrence
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (client_id int, channel text, alert_id int, occurrence int)
    join users u on u.client_id = t.client_id and u.is_active
    join user_channels c on c.user_id = u.id and c.channel = t.channel and c.enabled
    order by t.alert_id, u.id on conflict do nothing`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}

async function storeEpisodes(trx: Trx, judged: readonly Judged[]): Promise<void> {
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

async function storeSami(trx: Trx, judged: readonly Judged[], changes: Change[]): Promise<void> {
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

/** How far each AERO has been judged: an older datapoint counts in windows and is not judged again. */
async function storeWatermarks(trx: Trx, judged: readonly Judged[]): Promise<void> {
  const moved = judged.filter(({ aero, judgedUntil }) => judgedUntil > aero.judgedUntil);
  if (moved.length === 0) return;
  await sql`insert into aero_judging (aero_id, judged_until)
    select * from unnest(${moved.map(({ aero }) => aero.id)}::int[], ${moved.map((one) => date(one.judgedUntil))}::timestamptz[])
    on conflict (aero_id) do update set judged_until = greatest(aero_judging.judged_until, excluded.judged_until)`.execute(
    trx,
  );
}
