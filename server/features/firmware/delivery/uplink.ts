import { readFirmwareState } from '@aerowatch/contracts/mqtt/firmware';
import { Unreadable } from '@aerowatch/contracts/mqtt/measures';
import type { Parts } from '../../../parts.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { recordChange } from '../../../platform/events/events.ts';
import { wake } from '../../../platform/jobs/jobs.ts';
import { ROLLOUTS_CHANNEL } from '../rollouts/firmware-reports.ts';
import { lockRolloutBox, setBoxState } from '../rollouts/store-boxes.ts';

const ENDED = new Set(['installed', 'failed', 'cancelled']);
/** Step of the percentage at which browsers get an event. */
const STEP = 5;

/**
 * Processes a box's report on its update. It does not count as installed until the box reports the version;
 * until then it is installing. Reports after the end change nothing.
 */
export async function onFirmwareState(
  trx: Trx,
  box: { readonly id: number },
  message: unknown,
  parts: Parts,
): Promise<void> {
  const said = readFirmwareState(message);
  const part = await lockRolloutBox(trx, said.rollout, box.id);
  if (part === undefined) throw new Unreadable('unknown_rollout', String(said.rollout));
  if (ENDED.has(part.state)) return;
  const state = said.state === 'installed' ? 'installing' : said.state;
  const progress = progressOf(state, said.progress ?? null, part.progress);
  await setBoxState(trx, said.rollout, box.id, {
    state,
    progress,
    detail: said.detail?.replaceAll('\u0000', '').slice(0, 500) || null,
    at: parts.clock.date(),
  });
  const isNews = state !== part.state || Math.floor(progress / STEP) !== Math.floor(part.progress / STEP);
  if (isNews)
    await recordChange(trx, {
      entity: 'rollouts',
      type: 'updated',
      id: said.rollout,
      clientId: part.client_id,
    });
  if (state === 'failed') await wake(trx, ROLLOUTS_CHANNEL);
}

/** Percent of the download; a box that verifies has downloaded everything. */
function progressOf(state: string, sent: number | null, before: number): number {
  if (state === 'verifying' || state === 'installing') return 100;
  if (state === 'offered') return 0;
  return sent === null || !Number.isFinite(sent) ? before : Math.min(100, Math.max(0, sent));
}
