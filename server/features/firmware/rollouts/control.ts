import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { Conflict } from '../../../platform/errors.ts';
import { recordChange } from '../../../platform/events/events.ts';
import { wake } from '../../../platform/jobs/jobs.ts';
import { system, userOf, type Viewer } from '../../../platform/viewer.ts';
import { HAND_DAYS, isOneHand } from '../../users/store-hands.ts';
import { ROLLOUTS_CHANNEL } from './firmware-reports.ts';
import { moveWishes } from './move-wishes.ts';
import { cancelBoxes, requeueFailed, waveCounts, withdrawOffers } from './store-boxes.ts';
import { type RolloutRow, updateRollout } from './store-rollouts.ts';
import { versionOf } from './store-wish.ts';

type Tools = Pick<Parts, 'clock' | 'config' | 'vault' | 'hooks'>;
/** Resolves with additional facts for the audit log. */
type Act = (
  trx: Trx,
  rollout: RolloutRow,
  at: Date,
  viewer: Viewer,
  tools: Tools,
) => Promise<Readonly<Record<string, unknown>> | undefined>;

function allow(rollout: RolloutRow, ...states: string[]): void {
  if (!states.includes(rollout.state)) throw new Conflict('rollout_state');
}

/** Acts of users on an update that is under way. */
export const ACTS = {
  /** Only somebody other than the person who started it may approve: nobody updates so many boxes alone. */
  async approve(trx, rollout, at, viewer, { config: { rolloutApprovalIndependent } }) {
    allow(rollout, 'waiting');
    const { id } = userOf(viewer);
    const startedBy = rollout.started_by;
    if (startedBy === id) throw new Conflict('approval_own');
    // The log cannot tell this for an account that has been deleted since.
    const independent = startedBy !== null && !(await isOneHand(trx, system, startedBy, id, at));
    if (rolloutApprovalIndependent && !independent) throw new Conflict(`approval_one_hand|${HAND_DAYS}`);
    await updateRollout(trx, rollout.id, { state: 'running', approved_by: id, approved_at: at });
    return { independent };
  },
  async pause(trx, rollout, at) {
    allow(rollout, 'running');
    await withdrawOffers(trx, rollout.id, at);
    await updateRollout(trx, rollout.id, { state: 'paused', detail: null });
  },
  /** After a stop: the failures so far are accepted, further ones stop it again. */
  async resume(trx, rollout) {
    allow(rollout, 'paused', 'stopped');
    const { failed } = await waveCounts(trx, rollout.id, rollout.wave);
    await updateRollout(trx, rollout.id, {
      state: 'running',
      detail: null,
      accepted_failures: rollout.state === 'stopped' ? failed : rollout.accepted_failures,
    });
  },
  /** The desired version of its boxes is reset too. */
  async cancel(trx, rollout, at, _viewer, tools) {
    allow(rollout, 'waiting', 'running', 'paused', 'stopped');
    const boxes = await cancelBoxes(trx, rollout.id, at);
    await moveWishes(trx, tools, boxes, null, await versionOf(trx, rollout.firmware_id));
    await updateRollout(trx, rollout.id, { state: 'cancelled', detail: null });
  },
  async retry(trx, rollout, at) {
    allow(rollout, 'running', 'paused', 'stopped', 'done');
    if ((await requeueFailed(trx, rollout.id, at)) === 0) throw new Conflict('rollout_state');
    const state = rollout.state === 'paused' ? 'paused' : 'running';
    await updateRollout(trx, rollout.id, { state, detail: null, accepted_failures: 0 });
  },
  async advance(trx, rollout) {
    allow(rollout, 'running');
    if (rollout.wave >= rollout.waves) throw new Conflict('last_wave');
    await updateRollout(trx, rollout.id, { wave: rollout.wave + 1, detail: null, accepted_failures: 0 });
  },
} as const satisfies Record<string, Act>;

export async function actOn(
  trx: Trx,
  tools: Tools,
  viewer: Viewer,
  rollout: RolloutRow,
  act: keyof typeof ACTS,
): Promise<void> {
  const after = await ACTS[act](trx, rollout, tools.clock.date(), viewer, tools);
  await wake(trx, ROLLOUTS_CHANNEL);
  await recordAudit(trx, viewer, {
    action: act,
    entity: 'rollouts',
    id: rollout.id,
    name: String(rollout.id),
    clientId: rollout.client_id,
    ...(after && { after }),
  });
  await recordChange(trx, {
    entity: 'rollouts',
    type: 'updated',
    id: rollout.id,
    clientId: rollout.client_id,
  });
}
