import { DAY } from '@aerowatch/domain/durations';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { type Trx, transaction } from '../../platform/database/db.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { system, type UserViewer } from '../../platform/viewer.ts';
import { comesBySsoAlone, insertReset, killLinks } from '../credentials/store-sessions.ts';
import { queueMail } from '../outbox/queue.ts';
import { aboutUser } from './about.ts';
import type { By } from './by.ts';
import { manages } from './rules.ts';
import { userById, userForUpdate } from './store.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'vault' | 'config'>;
/** How long an invitation is valid. */
const LIFE_MS = 7 * DAY;

export interface Invitation {
  /** Whether it was sent by e-mail; otherwise the link must be handed over. */
  mailed: boolean;
  /** Returned once, and only where no e-mail can be sent. */
  link: string | null;
  expires_at: string;
}

/** A link for choosing a password, once; earlier links expire. Without a viewer a directory invites. */
export async function invite(
  trx: Trx,
  { clock, vault, config }: Tools,
  viewer: UserViewer | null,
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
    const inviter = viewer === null ? null : await userById(trx, viewer, viewer.id);
    const by = inviter === null ? config.title : `${inviter.first_name} ${inviter.last_name}`.trim();
    await queueMail(trx, {
      kind: 'invitation',
      userId,
      path,
      vault,
      by,
    });
  }
  return { mailed, link: mailed ? null : config.publicUrl + path, expires_at: expires.toISOString() };
}

/** The same for an existing person who lost the first link, or the password. */
export async function inviteAgain(tools: Tools, { viewer }: By, id: number): Promise<Invitation> {
  return transaction(tools.db, async (trx) => {
    const user = await userForUpdate(trx, viewer, id);
    if (!manages(viewer, user) || viewer.id === id) throw new Forbidden();
    if (!user.is_active) throw new Conflict('invite_inactive');
    // People who sign in through the provider are managed there.
    if (await comesBySsoAlone(trx, system, id)) throw new Conflict('sso_only');
    const invitation = await invite(trx, tools, viewer, id);
    await recordAudit(trx, viewer, {
      action: 'invite',
      ...aboutUser(user),
      after: { mailed: invitation.mailed, expires_at: invitation.expires_at },
    });
    return invitation;
  });
}
