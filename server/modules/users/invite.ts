import { DAY } from '@aerowatch/domain/durations';
import { queueMail } from '../../outbox/queue.ts';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { type Trx, transaction } from '../../platform/database/db.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { mustBeConfirmed } from '../../platform/http/confirm.ts';
import { system, type UserViewer } from '../../platform/viewer.ts';
import { comesBySsoAlone, insertReset, killLinks } from '../credentials/store-sessions.ts';
import type { By } from './by.ts';
import { isAdmin, manages } from './rules.ts';
import { type UserRow, userById, userForUpdate } from './store.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'vault' | 'config'>;
/** How long somebody has to follow an invitation. */
const LIFE_MS = 7 * DAY;

export interface Invitation {
  /** By e-mail; else the link is to be handed over. */
  mailed: boolean;
  /** Told once, and only where no e-mail can be sent. */
  link: string | null;
  expires_at: string;
}

/** A link with which somebody chooses a password of their own, once; links of before end. */
export async function invite(
  trx: Trx,
  { clock, vault, config }: Tools,
  viewer: UserViewer,
  userId: number,
): Promise<Invitation> {
  const token = newSecret();
  const now = clock.date();
  const expires = new Date(now.getTime() + LIFE_MS);
  await killLinks(trx, userId, now);
  await insertReset(trx, userId, sha256(token), now, expires);
  const path = `/reset-password/${userId}/${token}`;
  const mailed = config.channelsEnabled.email;
  if (mailed) {
    const { first_name, last_name } = await userById(trx, viewer, viewer.id);
    await queueMail(trx, {
      kind: 'invitation',
      userId,
      path,
      vault,
      by: `${first_name} ${last_name}`.trim(),
    });
  }
  return { mailed, link: mailed ? null : config.publicUrl + path, expires_at: expires.toISOString() };
}

/** The same for somebody who is there: who lost the first link, or the password. */
export async function inviteAgain(tools: Tools, { viewer, address }: By, id: number): Promise<Invitation> {
  return transaction(tools.db, async (trx) => {
    const user = await userForUpdate(trx, viewer, id);
    if (!manages(viewer, user) || viewer.id === id) throw new Forbidden();
    if (!user.is_active) throw new Conflict('invite_inactive');
    // Who comes by the provider alone is let in and out there.
    if (await comesBySsoAlone(trx, system, id)) throw new Conflict('sso_only');
    if (takesOver(user)) mustBeConfirmed(viewer, tools.clock);
    const invitation = await invite(trx, tools, viewer, id);
    await recordAudit(trx, viewer, {
      action: 'invite',
      entity: 'users',
      id,
      name: user.email,
      clientId: user.client_id,
      after: { mailed: invitation.mailed, expires_at: invitation.expires_at },
      address,
    });
    return invitation;
  });
}

/** Who has the link has the account: of an administrator, or of one that is in use, it takes the password once more. */
const takesOver = (user: UserRow) => isAdmin(user) || user.last_login !== null;
