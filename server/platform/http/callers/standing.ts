import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { grants } from '@aerowatch/domain/access';
import type { Db, Trx } from '../../database/db.ts';
import { ApiError, Forbidden, Unauthorized } from '../../errors.ts';
import { type KeyViewer, levelOfViewer, type UserViewer, type Viewer } from '../../viewer.ts';
import type { Admission } from './authenticate.ts';
import { keyOfId, userOfSession } from './store-credentials.ts';
import { holdRights } from './store-rights.ts';

/** Whether a caller is still the one who began a call, with the same rights. */
export interface Standing {
  /** Throws when the session or key has ended since, or its level, client or scopes have changed. */
  ask(): Promise<void>;
  /** The same within a transaction, and prevents such changes until its end. */
  hold(trx: Trx): Promise<void>;
}

/** Acts on a user's own account may end their sessions, or change their rights. */
const isOfOneself = ({ name, resource }: AnyEndpoint, viewer: Viewer, id: unknown): boolean =>
  /^(me|auth)\./.test(name) || (resource === 'user' && 'id' in viewer && id === String(viewer.id));

/** Endpoints open to everybody check nothing: a session gives no further rights there. */
export function standingOf(
  admission: Admission,
  endpoint: AnyEndpoint,
  viewer: Viewer,
  params: unknown,
): Standing {
  if ((viewer.kind !== 'user' && viewer.kind !== 'key') || endpoint.level === 'visitor')
    return { ask: async () => undefined, hold: async () => undefined };
  const alone = isOfOneself(endpoint, viewer, (params as { id?: unknown } | undefined)?.id);
  const ask = async (db: Db) => {
    const now = await asOfNow(db, admission, viewer);
    refuseOther(viewer, now);
    if (now.kind === 'user' && now.limited !== null && endpoint.whileLimited !== true)
      throw new ApiError(403, now.limited);
  };
  return {
    ask: () => ask(admission.db),
    hold: async (trx) => {
      await holdRights(trx, viewer, alone);
      await ask(trx);
    },
  };
}

async function asOfNow(
  db: Db,
  { clock, sessions }: Admission,
  viewer: UserViewer | KeyViewer,
): Promise<UserViewer | KeyViewer> {
  if (viewer.kind === 'key') {
    const key = await keyOfId(db, viewer.id, clock.date());
    if (key === undefined) throw new Unauthorized('bad_key');
    return key;
  }
  const user = await userOfSession(db, viewer.tokenId, clock.date(), sessions);
  if (user === undefined) throw new Unauthorized('bad_token');
  return user;
}

/**
 * The data for the caller was read with the earlier rights, so even somebody who gained rights must start
 * again.
 */
function refuseOther(before: UserViewer | KeyViewer, now: UserViewer | KeyViewer): void {
  if (!isOther(before, now)) return;
  throw new Forbidden(grants(levelOfViewer(now), levelOfViewer(before)) ? 'rights_changed' : 'forbidden');
}

/** Whether a caller's rights have changed. */
export function isOther(before: Viewer, now: Viewer): boolean {
  const rights = (viewer: Viewer) => [
    levelOfViewer(viewer),
    'clientId' in viewer ? viewer.clientId : null,
    'scopes' in viewer ? viewer.scopes : null,
  ];
  return JSON.stringify(rights(before)) !== JSON.stringify(rights(now));
}
