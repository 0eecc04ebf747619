import type { Parts } from '../../../parts.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { BadRequest, type FieldErrors, Forbidden } from '../../../platform/errors.ts';
import { mustBeConfirmed } from '../../../platform/http/callers/confirm.ts';
import { may, type Viewer } from '../../../platform/viewer.ts';
import { canonicalVersion } from '../files/service.ts';
import { createRollout } from './create.ts';
import { firmwaresFor } from './store-wish.ts';

/** The settings of a rollout for which only a version is given. */
const USUAL = {
  waves: 'standard',
  manual: false,
  at_once: 50,
  stop_percent: 5,
  allow_downgrade: false,
  reason: '',
} as const;

/**
 * Only a rollout installs a version named in a desired configuration: this starts one, with its checks and
 * its approval, for each firmware of that version that the boxes may have. Throws 403, 401 `confirm_again`,
 * 409, and 400 at `firmware_version` where none is stored or the rollout is refused.
 */
export async function startWished(
  trx: Trx,
  parts: Parts,
  viewer: Viewer,
  wish: string,
  boxes: readonly number[],
): Promise<void> {
  if (!may(viewer, 'privileged')) throw new Forbidden();
  mustBeConfirmed(viewer, parts.clock);
  const version = canonicalVersion(wish);
  const found = await firmwaresFor(trx, viewer, version, boxes);
  if (found.some(({ firmware }) => firmware === null))
    throw new BadRequest({ firmware_version: [`firmware_not_stored|${version}`] });
  for (const { firmware, boxes: of } of found)
    try {
      await createRollout(trx, parts, viewer, firmware!, { ...USUAL, boxes: of });
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      throw new BadRequest({ firmware_version: messagesOf(error.fields) });
    }
}

const messagesOf = (fields: FieldErrors): string[] =>
  Object.values(fields).flatMap((messages) => (Array.isArray(messages) ? messages : messagesOf(messages)));
