import type { usersCreate } from '@aerowatch/contracts/api/users';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import type { Parts } from '../../parts.ts';
import { recordEdit } from '../../platform/audit/record-edit.ts';
import { type Actor, recordAudit } from '../../platform/audit/store-audit.ts';
import { newSecret } from '../../platform/crypto/secrets.ts';
import { type Db, type Trx, transaction } from '../../platform/database/db.ts';
import { BadRequest, Conflict, Forbidden } from '../../platform/errors.ts';
import { recheckSessions, recordChange } from '../../platform/events/events.ts';
import { mustBeConfirmed } from '../../platform/http/callers/confirm.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { system, type UserViewer } from '../../platform/viewer.ts';
import { pseudonymise, takeTypedNames } from '../audit/store.ts';
import { keepIdentity } from '../audit/store-former-people.ts';
import { mustSeeClient } from '../clients/store.ts';
import { hashPassword, refuseWeak } from '../credentials/passwords.ts';
import { changePassword, holderOf, killLinks } from '../credentials/store-sessions.ts';
import { revokeTokens } from '../credentials/store-tokens.ts';
import { saveChoices } from '../outbox/store-channels.ts';
import { aboutUser } from './about.ts';
import type { By } from './by.ts';
import { changedChoices, withoutChoices } from './channels.ts';
import { type Invitation, invite } from './invite.ts';
import { tellOfEmail } from './me/tell-of-email.ts';
import { fieldsOf } from './present.ts';
import {
  isAdmin,
  manages,
  permittedChange,
  permittedNew,
  refuseHalfQuiet,
  takesProof,
  type UserChange,
} from './rules.ts';
import {
  activeAdminCount,
  deleteUser,
  insertUser,
  lockAdmins,
  setGroups,
  type UserRow,
  type UserValues,
  unknownGroups,
  updateUser,
  userById,
  userForUpdate,
} from './store.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'files' | 'vault' | 'config'>;
export interface Created {
  row: UserRow;
  invitation: Invitation | undefined;
}
type NewUser = BodyOf<typeof usersCreate> & { client: number | null };

export async function createUser(
  tools: Tools,
  { viewer }: By,
  sent: BodyOf<typeof usersCreate>,
): Promise<Created> {
  const user = permittedNew(viewer, sent);
  const { password } = user;
  if (password !== undefined)
    await refuseWeakOf(tools, viewer, password, { ...user, client_id: user.client });
  // Nobody knows this password: invited users choose their own.
  const password_hash = await hashPassword(password ?? newSecret());
  return transaction(tools.db, (trx) => createUserIn(trx, tools, viewer, user, password_hash));
}

/** The same in the caller's transaction, for a user whom the viewer may create (`permittedNew`). */
export async function createUserIn(
  trx: Trx,
  tools: Tools,
  viewer: UserViewer,
  user: NewUser,
  password_hash: string,
): Promise<Created> {
  await checkIds(trx, viewer, user);
  refuseHalfQuiet(user);
  const { email, first_name, last_name } = user;
  const id = await insertUser(trx, { ...valuesOf(user), email, first_name, last_name, password_hash });
  if (user.groups) await setGroups(trx, id, [...new Set(user.groups)]);
  await saveChoices(trx, tools.vault, id, changedChoices(user, {}, tools.config.webhookPrivate));
  const row = await userById(trx, system, id);
  await recordEdit(trx, viewer, { action: 'create', ...aboutUser(row), after: audited(row) });
  const invited = user.password === undefined && row.is_active;
  return { row, invitation: invited ? await invite(trx, tools, viewer, id) : undefined };
}

/** PATCH, or with `whole` the PUT of a whole profile. */
export async function changeUser(
  tools: Tools,
  by: By,
  id: number,
  sent: UserChange,
  whole: boolean,
): Promise<UserRow> {
  const { db } = tools;
  const { viewer } = by;
  // Hashing takes time, so it is done before the row is locked. Rights are checked again inside.
  const hash = sent.password === undefined ? undefined : await hashed(tools, by, id, sent, whole);
  return transaction(db, async (trx) => {
    if (sent.is_active === false || sent.is_staff === false || sent.is_superuser === false)
      await lockAdmins(trx);
    const before = await userForUpdate(trx, viewer, id);
    const change = permittedChange(viewer, before, sent, whole);
    if (takesProof(before, change) || setsAddress(tools, before, change))
      mustBeConfirmed(viewer, tools.clock);
    checkIfMatch(by.request, before);
    await checkIds(trx, viewer, change);
    refuseHalfQuiet(change, before);
    return changeUserIn(trx, tools, viewer, before, change, hash === undefined ? {} : { password: hash });
  });
}

/**
 * Stores a permitted change in the caller's transaction; sessions end where it says so. `also`: a new hash of the
 * password, and what else the audit log is told.
 */
export async function changeUserIn(
  trx: Trx,
  tools: Pick<Tools, 'clock' | 'vault' | 'config'>,
  actor: Actor,
  before: UserRow,
  change: UserChange,
  also: { readonly password?: string; readonly by?: string },
): Promise<UserRow> {
  const { id } = before;
  await storeChange(trx, tools, before, change);
  if (also.password !== undefined) await changePassword(trx, id, also.password, tools.clock.date(), null);
  const after = await userById(trx, system, id);
  if (isAdmin(before) && before.is_active) await refuseNoAdmin(trx);
  if (!after.is_active) {
    await revokeTokens(trx, id);
    // Also an invitation, which must not become valid again with the account.
    await killLinks(trx, id, tools.clock.date());
  } else await recheckSessions(trx, id);
  await tellChange(trx, before, after);
  await recordAudit(trx, actor, {
    action: 'update',
    ...aboutUser(after),
    before: audited(before),
    after: { ...audited(after), ...also },
  });
  return after;
}

/** Whether messages would go to another chat or webhook address; removing one needs no confirmation. */
function setsAddress({ config }: Tools, before: UserRow, change: UserChange): boolean {
  return changedChoices(change, before.channels, config.webhookPrivate).some(({ own }) => own);
}

/** Stores row, roles and channels; a changed e-mail invalidates its links, and both addresses are notified. */
async function storeChange(
  trx: Trx,
  { clock, vault, config }: Pick<Tools, 'clock' | 'vault' | 'config'>,
  before: UserRow,
  change: UserChange,
): Promise<void> {
  const { id } = before;
  const now = clock.date();
  if (Object.keys(change).length > 0) await updateUser(trx, id, { ...valuesOf(change), updated_at: now });
  if (change.groups) await setGroups(trx, id, [...new Set(change.groups)]);
  await saveChoices(trx, vault, id, changedChoices(change, before.channels, config.webhookPrivate));
  if (change.email === undefined || change.email === before.email) return;
  await killLinks(trx, id, now);
  for (const to of [before.email, change.email]) await tellOfEmail(trx, id, to, change.email);
}

export async function removeUser(
  { db, files, vault }: Tools,
  { viewer, request }: By,
  id: number,
): Promise<void> {
  const unneeded = await transaction(db, async (trx) => {
    await lockAdmins(trx);
    const before = await userForUpdate(trx, viewer, id);
    if (!manages(viewer, before)) throw new Forbidden();
    checkIfMatch(request, before);
    return removeUserIn(trx, { vault }, viewer, before, {});
  });
  for (const file of unneeded) await files.remove(file);
}

/** The same in the caller's transaction; returns the stored files that are no longer needed. */
export async function removeUserIn(
  trx: Trx,
  { vault }: Pick<Tools, 'vault'>,
  actor: Actor,
  before: UserRow,
  also: { readonly by?: string },
): Promise<string[]> {
  const { id } = before;
  const owned = await deleteUser(trx, id);
  if (isAdmin(before) && before.is_active) await refuseNoAdmin(trx);
  const typed = await takeTypedNames(trx, system, id, before.email);
  const after = { ...(typed.length === 0 ? {} : { typed_names: typed }), ...also };
  await recordEdit(trx, actor, {
    action: 'delete',
    ...aboutUser(before),
    ...(Object.keys(after).length === 0 ? {} : { after }),
  });
  await pseudonymise(trx, system, id);
  const name = `${before.first_name} ${before.last_name}`.trim();
  await keepIdentity(trx, vault, id, { name, email: before.email });
  return owned;
}

async function hashed(
  tools: Tools,
  { viewer }: By,
  id: number,
  sent: UserChange,
  whole: boolean,
): Promise<string> {
  const before = await userById(tools.db, viewer, id);
  const { password = '' } = permittedChange(viewer, before, sent, whole);
  const client_id = sent.client === undefined ? before.client_id : sent.client;
  await refuseWeakOf(tools, viewer, password, { ...before, ...sent, client_id });
  return hashPassword(password);
}

async function refuseWeakOf(
  { db, config }: Tools,
  viewer: UserViewer,
  password: string,
  user: Parameters<typeof holderOf>[2],
): Promise<void> {
  const { own, around } = await holderOf(db, viewer, user);
  await refuseWeak(password, 'password', { own, around: [...around, config.title] });
}

async function refuseNoAdmin(trx: Db): Promise<void> {
  if ((await activeAdminCount(trx)) === 0) throw new Conflict('last_admin');
}

async function checkIds(trx: Db, viewer: UserViewer, change: UserChange): Promise<void> {
  if (typeof change.client === 'number') await mustSeeClient(trx, viewer, change.client);
  const unknown = await unknownGroups(trx, change.groups ?? []);
  if (unknown.length > 0)
    throw new BadRequest({ groups: [`group_unknown|${unknown.slice(0, 10).join(', ')}`] });
}

/** To all users of the client; somebody who moves is removed from one client and added to the other. */
async function tellChange(trx: Db, before: UserRow, after: UserRow): Promise<void> {
  const { id } = after;
  if (before.client_id === after.client_id)
    return recordChange(trx, { entity: 'users', type: 'updated', id, clientId: after.client_id });
  await recordChange(trx, { entity: 'users', type: 'deleted', id, clientId: before.client_id });
  await recordChange(trx, { entity: 'users', type: 'added', id, clientId: after.client_id });
}

function valuesOf(change: UserChange): UserValues {
  const { client, groups: _groups, password: _password, ...columns } = withoutChoices(change);
  const phone = columns.phone === undefined ? {} : { phone: columns.phone || null };
  return { ...columns, ...phone, ...(client === undefined ? {} : { client_id: client }) };
}

function audited(row: UserRow): Record<string, unknown> {
  const { last_login: _never, unreached: _derived, ...fields } = fieldsOf(row);
  return fields;
}
