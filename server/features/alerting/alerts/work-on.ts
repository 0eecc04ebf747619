import type { alertsPatch } from '@aerowatch/contracts/api/alerts';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import type { Trx } from '../../../platform/database/db.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { wake } from '../../../platform/jobs/jobs.ts';
import { userIdOf, type Viewer } from '../../../platform/viewer.ts';
import { NOTIFICATIONS_CHANNEL } from '../../outbox/queue.ts';
import type { AlertRow } from './store.ts';
import * as store from './store-work.ts';

type Work = Pick<BodyOf<typeof alertsPatch>, 'severity' | 'assignee' | 'mechanism' | 'cause'>;

/** Assigns an alert to a user, who is notified, and sets its severity and cause. */
export async function workOn(
  trx: Trx,
  viewer: Viewer,
  before: AlertRow,
  { severity, assignee, mechanism, cause }: Work,
  at: Date,
): Promise<void> {
  if (assignee !== undefined && assignee !== before.assignee_id)
    await assign(trx, viewer, before, assignee, at);
  if (severity !== undefined && severity !== before.severity) {
    await store.setWork(trx, before.id, { severity });
    await store.note(trx, viewer, [before.id], 'severity', at, severity);
  }
  const causes = {
    ...(mechanism === undefined || mechanism === before.mechanism ? {} : { mechanism }),
    ...(cause === undefined || cause === before.cause ? {} : { cause }),
  };
  if (Object.keys(causes).length > 0) {
    await store.setWork(trx, before.id, causes);
    await store.note(trx, viewer, [before.id], 'cause', at, cause ?? mechanism ?? null);
  }
}

async function assign(
  trx: Trx,
  viewer: Viewer,
  before: AlertRow,
  assignee: number | null,
  at: Date,
): Promise<void> {
  const name = assignee === null ? null : await store.assigneeName(trx, assignee, before.client_id);
  if (name === undefined) throw new BadRequest({ assignee: ['unknown'] });
  await store.setWork(trx, before.id, { assignee_id: assignee });
  await store.note(trx, viewer, [before.id], 'assigned', at, name);
  if (assignee === null || assignee === userIdOf(viewer)) return;
  if ((await store.tellAssignee(trx, before.id, assignee)) > 0) await wake(trx, NOTIFICATIONS_CHANNEL);
}

/** Records in the timeline who marked alerts as seen, or reopened them. */
export async function noteSeen(
  trx: Trx,
  viewer: Viewer,
  seen: readonly number[],
  reopened: readonly number[],
  at: Date,
): Promise<void> {
  await store.note(trx, viewer, seen, 'seen', at, null);
  await store.note(trx, viewer, reopened, 'reopened', at, null);
}
