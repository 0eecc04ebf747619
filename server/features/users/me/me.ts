import { createHash } from 'node:crypto';
import { addressKindOf, type ChannelKey, channelOf } from '@aerowatch/domain/notifications/channels';
import type { Parts } from '../../../parts.ts';
import { recordEdit } from '../../../platform/audit/record-edit.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { transaction } from '../../../platform/database/db.ts';
import { BadRequest, Conflict, Forbidden, NotFound } from '../../../platform/errors.ts';
import { system, type UserViewer } from '../../../platform/viewer.ts';
import { hashPassword, refuseWeak } from '../../credentials/passwords.ts';
import { provePassword } from '../../credentials/prove.ts';
import { accountOfId, changePassword } from '../../credentials/store-sessions.ts';
import { count } from '../../credentials/throttle.ts';
import { queueMail } from '../../outbox/queue.ts';
import { browsersOf } from '../../outbox/store-push.ts';
import { aboutUser } from '../about.ts';
import type { By } from '../by.ts';
import { manages } from '../rules.ts';
import { type UserRow, updateUser, userById, userForUpdate } from '../store.ts';
import { avatarOf } from './avatar.ts';

/** With the old password; all other sessions end. Wrong guesses count like failed sign-ins. */
export async function changeOwnPassword(
  { db, clock, config, vault }: Pick<Parts, 'db' | 'clock' | 'config' | 'vault'>,
  { viewer, address, reply }: By,
  sent: { old_password: string; new_password: string },
): Promise<void> {
  const account = await accountOfId(db, system, viewer.id);
  if (account === undefined) throw new NotFound();
  await provePassword({ db, clock, vault }, { viewer, address, reply }, sent.old_password, 'old_password');
  if (sent.old_password === sent.new_password) throw new BadRequest({ new_password: ['password_same'] });
  const { own, around } = account.holder;
  await refuseWeak(sent.new_password, 'new_password', { own, around: [...around, config.title] });
  const hash = await hashPassword(sent.new_password);
  await transaction(db, async (trx) => {
    await changePassword(trx, viewer.id, hash, clock.date(), viewer.tokenId);
    await recordAudit(trx, viewer, { action: 'change_password', ...aboutUser(viewer) });
  });
}

/** Sets a picture, the caller's own or of a person they manage, or removes it when there is no file. */
export async function setAvatar(
  { db, files }: Pick<Parts, 'db' | 'files'>,
  { viewer }: By,
  path: string | null,
  id = viewer.id,
): Promise<UserRow> {
  const may = (user: UserRow): void => {
    if (id !== viewer.id && !manages(viewer, user)) throw new Forbidden();
  };
  // Checked before a file is written for a user whom the caller does not manage.
  may(await userById(db, viewer, id));
  const picture = path === null ? null : await avatarOf(path);
  const version = picture === null ? '' : createHash('sha256').update(picture).digest('hex').slice(0, 12);
  const name = picture === null ? null : `avatars/${id}-${version}.webp`;
  const { before, after } = await transaction(db, async (trx) => {
    const old = await userForUpdate(trx, viewer, id);
    may(old);
    if (picture !== null && name !== null) await files.put(name, picture);
    // A concurrent edit of the profile must not be refused because of the picture.
    await updateUser(trx, id, { avatar: name });
    await recordEdit(trx, viewer, {
      action: 'update',
      ...aboutUser(old),
      before: { avatar: old.avatar !== null },
      after: { avatar: name ?? false },
    });
    return { before: old, after: await userById(trx, viewer, id) };
  });
  if (before.avatar !== null && before.avatar !== name) await files.remove(before.avatar);
  return after;
}

/** Queues a test message; returns its id. */
export async function testNotification(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  viewer: UserViewer,
  channel: ChannelKey,
): Promise<number> {
  const { address, tests } = channelOf(channel);
  const { email, phone, channels } = await userById(db, viewer, viewer.id);
  const browser = address === 'browser' ? ((await browsersOf(db, viewer.id))[0]?.name ?? null) : null;
  const places = { email, phone, browser };
  const place = typeof address === 'string' ? places[address] : (channels[channel]?.shown ?? null);
  if (place === null) throw new Conflict(`test_no_${addressKindOf(channel)}`);
  const subject = `${viewer.id}/${channel}`;
  await count(db, clock, [{ scope: 'test_notification', subject, most: tests, windowMs: 15 * 60_000 }]);
  return transaction(db, (trx) => queueMail(trx, { kind: 'test', userId: viewer.id, channel }));
}
