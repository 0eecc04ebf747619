import type { silencesCreate, silencesPatch } from '@aerowatch/contracts/api/silences';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import { DAY } from '@aerowatch/domain/durations';
import { isChannel } from '@aerowatch/domain/notifications/channels';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { type Db, type Trx, transaction } from '../../../platform/database/db.ts';
import { BadRequest, Conflict, type FieldErrors } from '../../../platform/errors.ts';
import { recordChanges } from '../../../platform/events/events.ts';
import { wake } from '../../../platform/jobs/jobs.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { NOTIFICATIONS_CHANNEL } from '../../outbox/queue.ts';
import { queueForAll } from '../judging/store-notifications.ts';
import * as store from './store.ts';
import { MAX_DAYS, windowsOf } from './windows.ts';

type SilenceBody = BodyOf<typeof silencesCreate>;
type SilenceChanges = BodyOf<typeof silencesPatch>;

function scopeOf({ boxes, tag, line }: SilenceBody): store.NewSilence['scope'] {
  const given = [boxes && 'boxes', tag && 'tag', line && 'line'].filter(
    (one) => one,
  ) as store.NewSilence['scope'][];
  const [scope, ...others] = given;
  if (scope === undefined || others.length > 0) throw new BadRequest({ non_field_errors: ['silence_scope'] });
  return scope;
}

function checkTimes(from: number, to: number, now: number): void {
  if (to <= from) throw new BadRequest({ to: ['after_from'] });
  if (to <= now) throw new BadRequest({ to: ['silence_past'] });
  if (to > now + MAX_DAYS * DAY) throw new BadRequest({ to: [`period_too_long|${MAX_DAYS}`] });
}

/** The validated request. */
async function checked(
  trx: Trx,
  viewer: Viewer,
  body: SilenceBody & { client: number },
  now: number,
): Promise<store.NewSilence> {
  const { client, reason } = body;
  const scope = scopeOf(body);
  const [boxes, tag, line] = [body.boxes ?? [], body.tag ?? null, body.line ?? null];
  const [from, to] = [body.from === undefined ? now : Date.parse(body.from), Date.parse(body.to)];
  checkTimes(from, to, now);
  await checkBelongs(trx, viewer, client, { boxes, tag });
  const zone = body.time_zone ?? (viewer.kind === 'user' ? viewer.timeZone : 'UTC');
  const stretch = stretchOf(scope, body);
  return { client, scope, boxes, tag, line, ...stretch, from, to, rrule: body.rrule ?? null, zone, reason };
}

function stretchOf(scope: store.NewSilence['scope'], { from_km, to_km, track }: SilenceBody) {
  if (scope !== 'line') return { from_km: null, to_km: null, track: null };
  const [from, to] = [from_km ?? null, to_km ?? null];
  if (from !== null && to !== null && to < from) throw new BadRequest({ to_km: ['km_order'] });
  return { from_km: from, to_km: to, track: track ?? null };
}

async function checkBelongs(
  trx: Trx,
  viewer: Viewer,
  client: number,
  about: { boxes: readonly number[]; tag: number | null },
): Promise<void> {
  const belongs = await store.belong(trx, viewer, client, about);
  const errors: FieldErrors = {};
  if (!belongs.client) errors.client = ['unknown'];
  else if (!belongs.boxes) errors.boxes = ['unknown'];
  else if (!belongs.tag) errors.tag = ['unknown'];
  if (Object.keys(errors).length > 0) throw new BadRequest(errors);
}

export async function createSilence(
  trx: Trx,
  viewer: Viewer,
  body: SilenceBody,
  now: number,
): Promise<store.SilenceRow> {
  const own = viewer.kind === 'user' ? viewer : undefined;
  const client = body.client ?? own?.clientId ?? null;
  if (client === null) throw new BadRequest({ client: ['required'] });
  const given = await checked(trx, viewer, { ...body, client }, now);
  const windows = windowsOf(given, given.rrule, given.zone, now);
  if (windows.length === 0) throw new BadRequest({ rrule: ['rrule_none'] });
  const id = await store.insertSilence(trx, viewer, given, windows);
  const row = await store.silenceById(trx, viewer, id);
  await written(trx, viewer, 'create', row);
  return row;
}

/** Changes a silence that is not over; its boxes are sent completely, or stay. Throws 409 `silence_over`. */
export async function changeSilence(
  trx: Trx,
  viewer: Viewer,
  id: number,
  changes: SilenceChanges,
  now: number,
): Promise<store.SilenceRow> {
  const before = await store.silenceById(trx, viewer, id);
  if (before.window_to === null) throw new Conflict('silence_over');
  const rescoped = SCOPE_FIELDS.some((field) => changes[field] !== undefined);
  const body = {
    ...(rescoped ? {} : scopeIn(before)),
    from: before.starts_at.toISOString(),
    to: before.ends_at.toISOString(),
    rrule: before.rrule,
    time_zone: before.time_zone,
    reason: before.reason,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    client: before.client_id,
  };
  const given = await checked(trx, viewer, body, now);
  const windows = windowsOf(given, given.rrule, given.zone, now);
  if (windows.length === 0) throw new BadRequest({ rrule: ['rrule_none'] });
  await store.changeSilence(trx, id, given, windows, new Date(now));
  const row = await store.silenceById(trx, viewer, id);
  await written(trx, viewer, 'update', row, before);
  return row;
}

const SCOPE_FIELDS = ['boxes', 'tag', 'line', 'from_km', 'to_km', 'track'] as const;
const scopeIn = ({ boxes, tag_id: tag, line, from_km, to_km, track }: store.SilenceRow) => ({
  ...{ boxes, tag, line, from_km, to_km, track },
});

export async function endSilence(trx: Trx, viewer: Viewer, id: number, at: Date): Promise<store.SilenceRow> {
  const before = await store.silenceById(trx, viewer, id);
  if (before.window_to === null) return before;
  await store.endSilence(trx, id, at);
  const row = await store.silenceById(trx, viewer, id);
  await written(trx, viewer, 'end', row);
  return row;
}

async function written(
  trx: Trx,
  viewer: Viewer,
  action: 'create' | 'update' | 'end',
  row: store.SilenceRow,
  before?: store.SilenceRow,
): Promise<void> {
  const { id, reason: name, client_id: clientId } = row;
  await recordAudit(trx, viewer, [
    {
      ...{ action, entity: 'silences', id, name, clientId, after: auditOf(row) },
      ...(before === undefined ? {} : { before: auditOf(before) }),
    },
  ]);
  await recordChanges(trx, [
    { entity: 'silences', type: action === 'create' ? 'added' : 'updated', id, clientId },
  ]);
}

/** Maximum number of boxes listed by name; beyond this only their number is given. */
const NAMED = 50;
const auditOf = (row: store.SilenceRow) => ({
  from: row.starts_at,
  to: row.ends_at,
  ended_at: row.ended_at,
  rrule: row.rrule,
  line: row.line,
  track: row.track,
  tag: row.tag_id,
  boxes: row.boxes !== null && row.boxes.length > NAMED ? row.boxes.length : row.boxes,
  reason: row.reason,
});

const BATCH = 500;

/** Ends the silence of alerts when it is over; those still firing are notified as if they had just begun. */
export async function endSilences(db: Db, now: number): Promise<number> {
  return transaction(db, async (trx) => {
    const woken = await store.wakeSilenced(trx, new Date(now), BATCH);
    if (woken.length === 0) return 0;
    const told = await queueForAll(
      trx,
      woken
        .filter(({ fires }) => fires)
        .flatMap(({ id, client_id, flapping, occurrences: occurrence, actions }) =>
          actions.flatMap(({ type }) =>
            isChannel(type)
              ? [
                  {
                    client_id,
                    channel: type,
                    alert_id: id,
                    occurrence,
                    kind: flapping ? 'flapping' : 'alert',
                  },
                ]
              : [],
          ),
        ),
      now,
    );
    if (told > 0) await wake(trx, NOTIFICATIONS_CHANNEL);
    await recordChanges(
      trx,
      woken.map(({ id, client_id: clientId }) => ({ entity: 'alerts', type: 'updated', id, clientId })),
    );
    return woken.length;
  });
}
