import { grants, levelOf, OBSERVER_GROUP } from '@aerowatch/domain/access';
import { CHANNEL_KEYS, notifyField } from '@aerowatch/domain/notifications/channels';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { type Db, type Trx, transaction } from '../../platform/database/db.ts';
import { BadRequest } from '../../platform/errors.ts';
import { recheckSessions, recordChange } from '../../platform/events/events.ts';
import { type System, system, type UserViewer } from '../../platform/viewer.ts';
import {
  clientOfNames,
  type LinkedAccount,
  linkIdentity,
  userOfIdentity,
  userOfVerified,
} from '../credentials/store-identities.ts';
import { BY_SSO_ALONE, changePassword } from '../credentials/store-sessions.ts';
import { forgetChoices } from '../outbox/store-channels.ts';
import { removeBrowsersOf } from '../outbox/store-push.ts';
import { isMadeByDirectory } from '../scim/store-people.ts';
import { removeFactors } from '../second-factor/remove.ts';
import { aboutUser } from '../users/about.ts';
import { insertUser, lockAdmins, setGroups, type UserRow, updateUser, userById } from '../users/store.ts';
import { groupsOf, type Person } from './claims.ts';

/**
 * The account of a provider's identity: linked by `sub`, at first by its verified e-mail, else created where
 * the operator allows it. Fields governed by claims are updated. Throws 400 `sso_…`.
 */
export function admit(db: Db, person: Person, create: boolean, by: System): Promise<LinkedAccount> {
  return transaction(db, async (trx) => {
    if (person.roles !== null) await lockAdmins(trx);
    if (person.roles?.length === 0) throw new BadRequest('sso_no_role');
    const known = await userOfIdentity(trx, system, person.issuer, person.sub);
    const user = known ?? (await linked(trx, person, create, by));
    if (!user.is_active) throw new BadRequest('sso_inactive');
    await takeOver(trx, user, person, by);
    return user;
  });
}

/**
 * Links the account of the verified e-mail. A privileged account can only be linked by its owner, after
 * signing in to it (`linkOwn`): whoever obtains the address at the provider gains no rights. One that the
 * provider's directory created has no other owner.
 */
async function linked(trx: Trx, person: Person, create: boolean, by: System): Promise<LinkedAccount> {
  const { issuer, sub, email } = person;
  if (email === null) throw new BadRequest('sso_unverified');
  const found = await userOfVerified(trx, system, issuer, email);
  if (found === undefined && !create) throw new BadRequest('sso_unknown');
  const isOwned = found?.is_linked === false && grants(levelOf(found), 'privileged');
  if (isOwned && !(await isMadeByDirectory(trx, system, found.id))) throw new BadRequest('sso_link_first');
  const user = found ?? (await makeUser(trx, person, email, by));
  if (found?.is_linked === true || !(await linkIdentity(trx, issuer, sub, user.id)))
    throw new BadRequest('sso_other_identity');
  await noteLink(trx, user, person, by);
  return user;
}

/** Links the account of somebody who is signed in to it. Throws 400 `sso_other_identity`. */
export function linkOwn(db: Db, { issuer, sub }: Person, by: UserViewer): Promise<void> {
  return transaction(db, async (trx) => {
    const known = await userOfIdentity(trx, system, issuer, sub);
    if (known?.id === by.id) return;
    if (known !== undefined || !(await linkIdentity(trx, issuer, sub, by.id)))
      throw new BadRequest('sso_other_identity');
    await recordAudit(trx, by, { action: 'sso_linked', ...aboutUser(by), after: { issuer, sub } });
  });
}

async function makeUser(trx: Trx, person: Person, email: string, by: System): Promise<LinkedAccount> {
  const client_id = isAdministrator(person) ? null : await clientOf(trx, person);
  const id = await insertUser(trx, {
    email,
    first_name: person.firstName,
    last_name: person.lastName,
    language: person.language,
    password_hash: BY_SSO_ALONE,
    client_id,
    is_staff: isAdministrator(person),
  });
  // Without a role claim people only read, until somebody here grants more.
  await setGroups(trx, id, person.roles === null ? [OBSERVER_GROUP] : groupsOf(person.roles));
  await recordChange(trx, { entity: 'users', type: 'added', id, clientId: client_id });
  const after = { email, first_name: person.firstName, last_name: person.lastName, client: client_id };
  await recordAudit(trx, by, {
    action: 'create',
    entity: 'users',
    id,
    name: email,
    clientId: client_id,
    after: { ...after, by: 'sso' },
  });
  return { id, email, is_active: true };
}

const isAdministrator = ({ roles }: Person) => roles?.includes('admin') === true;

async function clientOf(trx: Trx, { clients }: Person): Promise<number | null> {
  const client = await clientOfNames(trx, system, clients);
  // A client named by the provider must exist here.
  if (client === null && clients !== null) throw new BadRequest('sso_no_client');
  return client;
}

/** Fields governed by claims are set at each sign-in; all others stay as they were set here. */
async function takeOver(trx: Trx, { id }: LinkedAccount, person: Person, by: System): Promise<void> {
  const before = await userById(trx, system, id, true);
  const change = await changeOf(trx, before, person);
  const groups = person.roles === null ? before.groups : groupsOf(person.roles).sort();
  const regroup = groups.join() !== before.groups.join();
  if (!regroup && Object.keys(change).length === 0) return;
  const isNew = isRaised(before, change);
  await updateUser(trx, id, { ...change, ...(isNew ? { phone: null } : {}), updated_at: new Date() });
  if (regroup) await setGroups(trx, id, groups);
  if (isNew) await takeFromManager(trx, before, by);
  await recheckSessions(trx, id);
  const after = await userById(trx, system, id);
  await recordChange(trx, { entity: 'users', type: 'updated', id, clientId: after.client_id });
  await recordAudit(trx, by, {
    action: 'update',
    ...aboutUser(after),
    before: rightsOf(before),
    after: { ...rightsOf(after), by: 'sso' },
  });
}

/**
 * A former manager of the account may know its password, have set up its factors, or receive its
 * notifications.
 */
async function takeFromManager(trx: Trx, before: UserRow, by: System): Promise<void> {
  await changePassword(trx, before.id, BY_SSO_ALONE, new Date(), null);
  await removeFactors(trx, by, before);
  await removeBrowsersOf(trx, before.id);
  await forgetChoices(trx, before.id);
}

/** Becomes an administrator, or moves to another client; a superuser stays one. */
function isRaised(before: UserRow, change: { is_staff?: boolean; client_id?: number | null }): boolean {
  const moves = change.client_id !== undefined && before.client_id !== null;
  return !before.is_superuser && (change.is_staff === true || moves);
}

async function changeOf(trx: Trx, before: UserRow, person: Person) {
  // Superusers are made only here, and remain so: no claim can lock them out.
  const is_staff = person.roles === null ? before.is_staff : isAdministrator(person);
  const client_id =
    person.clients === null || is_staff || before.is_superuser
      ? before.client_id
      : await clientOf(trx, person);
  return {
    ...(is_staff === before.is_staff ? {} : { is_staff }),
    ...(client_id === before.client_id ? {} : { client_id }),
  };
}

const rightsOf = ({ is_staff, client_id, groups, phone, channels }: UserRow) => ({
  is_staff,
  client: client_id,
  groups: groups.join(','),
  phone,
  ...Object.fromEntries(CHANNEL_KEYS.map((key) => [notifyField(key), channels[key]?.enabled ?? false])),
});

async function noteLink(trx: Trx, user: LinkedAccount, { issuer, sub }: Person, by: System): Promise<void> {
  const { client_id } = await userById(trx, system, user.id);
  await recordAudit(trx, by, {
    action: 'sso_linked',
    entity: 'users',
    id: user.id,
    name: user.email,
    clientId: client_id,
    after: { issuer, sub },
  });
}
