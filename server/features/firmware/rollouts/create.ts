import { wavesOf } from '@aerowatch/domain/firmware/waves';
import type { Parts } from '../../../parts.ts';
import { recordEdit } from '../../../platform/audit/record-edit.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { BadRequest, Conflict } from '../../../platform/errors.ts';
import { wake } from '../../../platform/jobs/jobs.ts';
import { userIdOf, type Viewer } from '../../../platform/viewer.ts';
import { isSigned } from '../files/signing.ts';
import type { FirmwareRow } from '../files/store.ts';
import { permitFor } from './downgrade.ts';
import { ROLLOUTS_CHANNEL } from './firmware-reports.ts';
import { moveWishes } from './move-wishes.ts';
import { candidates, insertRollout } from './store-rollouts.ts';

export interface RolloutInput {
  readonly boxes: readonly number[];
  readonly waves: 'standard' | 'none';
  readonly manual: boolean;
  readonly at_once: number;
  readonly stop_percent: number;
  readonly allow_downgrade: boolean;
  readonly reason: string;
  readonly permit?: string | undefined;
}

type Signing = Pick<Parts, 'config' | 'signer' | 'clock' | 'vault' | 'hooks'>;

/** Throws where no box may get the firmware: nobody has signed it, or it was withdrawn. */
export function refuseUninstallable(parts: Pick<Parts, 'config' | 'signer'>, firmware: FirmwareRow): void {
  if (!isSigned(parts, firmware)) throw new BadRequest({ firmware: ['firmware_unsigned'] });
  if (firmware.withdrawn_at !== null) throw new BadRequest({ firmware: ['firmware_withdrawn'] });
}

/**
 * The boxes of an update. Throws when the firmware may not be installed on one of them, or one is already
 * being updated.
 */
async function updatableBoxes(
  trx: Trx,
  parts: Signing,
  viewer: Viewer,
  firmware: FirmwareRow,
  requested: readonly number[],
) {
  refuseUninstallable(parts, firmware);
  const ids = [...new Set(requested)];
  const boxes = await candidates(trx, viewer, ids);
  if (boxes.length < ids.length) throw new BadRequest({ boxes: ['unknown'] });
  if (boxes.length === 0) throw new BadRequest({ boxes: ['no_boxes'] });
  if (firmware.client_id !== null && boxes.some((box) => box.client_id !== firmware.client_id))
    throw new BadRequest({ boxes: ['other_client'] });
  const busy = boxes.find((box) => box.busy);
  if (busy !== undefined) throw new Conflict(`box_in_rollout|${busy.serial_number}`);
  return boxes;
}

/**
 * Starts an update, or makes it wait for a second person; boxes that already run the version count as
 * installed and belong to no wave.
 */
export async function createRollout(
  trx: Trx,
  parts: Signing,
  viewer: Viewer,
  firmware: FirmwareRow,
  input: RolloutInput,
): Promise<number> {
  const boxes = await updatableBoxes(trx, parts, viewer, firmware, input.boxes);
  const [due, done] = [
    boxes.filter((box) => !sameVersion(box.firmware_version, firmware.version)),
    boxes.filter((box) => sameVersion(box.firmware_version, firmware.version)),
  ];
  const permit = permitFor(parts, firmware, due, input);
  const above = parts.config.rolloutApproval;
  const waits = above !== null && due.length > above;
  const waves = wavesOf(due.length, input.waves);
  const clients = new Set(boxes.map((box) => box.client_id));
  const clientId = clients.size === 1 ? boxes[0]!.client_id : null;
  const id = await insertRollout(
    trx,
    {
      firmware_id: firmware.id,
      client_id: clientId,
      started_by: userIdOf(viewer),
      waves: Math.max(1, ...waves),
      manual: input.manual,
      at_once: input.at_once,
      stop_percent: input.stop_percent,
      state: waits ? 'waiting' : 'running',
      allow_downgrade: permit !== null,
      reason: input.reason,
      permit: permit === null ? null : JSON.stringify(permit),
    },
    [
      ...due.map((box, index) => ({ box_id: box.id, wave: waves[index]!, state: 'queued' })),
      // In no wave, because they do not show how the update goes.
      ...done.map((box) => ({ box_id: box.id, wave: 0, state: 'installed' })),
    ],
  );
  await moveWishes(
    trx,
    parts,
    due.map((box) => box.id),
    firmware.version,
  );
  await wake(trx, ROLLOUTS_CHANNEL);
  await recordRollout(trx, viewer, {
    id,
    clientId,
    version: firmware.version,
    serials: boxes.map((box) => box.serial_number),
    waits,
    isDowngrade: permit !== null,
    input,
  });
  return id;
}

interface StartedRollout {
  readonly id: number;
  readonly clientId: number | null;
  readonly version: string;
  readonly serials: readonly string[];
  readonly waits: boolean;
  readonly isDowngrade: boolean;
  readonly input: RolloutInput;
}

async function recordRollout(
  trx: Trx,
  viewer: Viewer,
  { id, clientId, version, serials, waits, isDowngrade, input }: StartedRollout,
): Promise<void> {
  await recordEdit(trx, viewer, {
    action: 'create',
    entity: 'rollouts',
    id,
    name: version,
    clientId,
    after: {
      firmware: version,
      boxes: serials.slice(0, 1000),
      count: serials.length,
      waits_for_approval: waits,
      allow_downgrade: isDowngrade,
      reason: input.reason,
      ...settings(input),
    },
  });
}

function settings({ waves, manual, at_once, stop_percent }: RolloutInput) {
  return { waves, manual, at_once, stop_percent };
}

/** `1.2.0` and `01.2.0` are one version. */
export function sameVersion(a: string | null, b: string): boolean {
  const numbers = (version: string) => version.split('.').map(Number).join('.');
  return a !== null && numbers(a) === numbers(b);
}
