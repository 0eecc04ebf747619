import { SSO_ROLES } from '@aerowatch/domain/access';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { system } from '../../platform/viewer.ts';
import { isAdmin } from '../users/rules.ts';
import { changeUserIn } from '../users/service.ts';
import { userForUpdate } from '../users/store.ts';
import type { By } from './by.ts';
import { GROUP } from './protocol/discovery.ts';
import { ScimError } from './protocol/error.ts';
import { itemsOf, memberOf, patched, type Resource, type Shape } from './protocol/patch.ts';
import {
  deleteGroup,
  type GroupRow,
  groupById,
  insertGroup,
  rolesOf,
  setMembers,
  updateGroup,
} from './store-groups.ts';
import { reachedPeople } from './store-people.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'vault' | 'config'>;
const SHAPE: Shape = { displayName: 'value', externalId: 'value', members: 'list' };
const MOST_NAME = 200;

/** A group as a resource of RFC 7643, 4.2. */
export const presentGroup = (base: string, row: GroupRow): Resource => ({
  schemas: [GROUP],
  id: String(row.id),
  ...(row.external_id === null ? {} : { externalId: row.external_id }),
  displayName: row.name,
  // None: absent, as RFC 7643 (2.5) has it.
  ...(row.members.length === 0
    ? {}
    : { members: row.members.map((id) => ({ value: String(id), $ref: `${base}/Users/${id}` })) }),
  meta: {
    resourceType: 'Group',
    created: row.created_at.toISOString(),
    lastModified: row.updated_at.toISOString(),
    location: `${base}/Groups/${row.id}`,
  },
});

/**
 * The role that the name of a group stands for: by OIDC_GROUPS, as at the sign-in, else by its own name (Manager,
 * Operator, Observer). Administrators are made here alone.
 */
export function roleOf({ oidc }: Tools['config'], name: string): number | null {
  const own = name.trim().toLowerCase();
  const role =
    oidc?.groups.get(name) ?? (Object.hasOwn(SSO_ROLES, own) ? (own as keyof typeof SSO_ROLES) : null);
  return role === null ? null : SSO_ROLES[role];
}

interface Sent {
  readonly name: string;
  readonly externalId: string | null;
  readonly members: readonly number[];
}

async function sentOf(trx: Trx, { directory }: By, resource: Resource): Promise<Sent> {
  const name = memberOf(resource, 'displayName');
  if (
    typeof name !== 'string' ||
    name.trim() === '' ||
    name.length > MOST_NAME ||
    /\p{Cc}|\p{Cs}/u.test(name)
  )
    throw new ScimError('invalidValue', `displayName is a text of at most ${MOST_NAME} characters.`);
  const external = memberOf(resource, 'externalId') ?? null;
  if (
    external !== null &&
    (typeof external !== 'string' || external.length > MOST_NAME || external.includes('\0'))
  )
    throw new ScimError('invalidValue', `externalId is a text of at most ${MOST_NAME} characters.`);
  const ids = itemsOf(memberOf(resource, 'members')).map(({ value }) =>
    /^\d{1,9}$/.test(value) ? Number(value) : 0,
  );
  const reached = await reachedPeople(trx, directory, ids);
  if (reached.length < ids.length) throw new ScimError('invalidValue', 'A member is nobody known here.');
  return { name: name.trim(), externalId: external, members: reached };
}

export async function createGroup(trx: Trx, tools: Tools, by: By, resource: Resource): Promise<GroupRow> {
  const { name, externalId, members } = await sentOf(trx, by, resource);
  const role_id = roleOf(tools.config, name);
  const id = await insertGroup(trx, by.directory, { name, external_id: externalId, role_id });
  await setMembers(trx, id, members);
  await note(trx, by, 'create', id, name, undefined, { name, role: role_id, members: members.join(',') });
  if (role_id !== null) await giveRoles(trx, tools, by, members);
  return groupById(trx, by.directory, id);
}

export async function replaceGroup(trx: Trx, tools: Tools, by: By, id: number, resource: Resource) {
  const before = await groupById(trx, by.directory, id, true);
  return change(trx, tools, by, before, resource);
}

export async function patchGroup(trx: Trx, tools: Tools, by: By, id: number, body: Resource) {
  const before = await groupById(trx, by.directory, id, true);
  const now = {
    displayName: before.name,
    externalId: before.external_id,
    members: before.members.map((id) => ({ value: String(id) })),
  };
  return change(trx, tools, by, before, patched(now, body, SHAPE));
}

async function change(
  trx: Trx,
  tools: Tools,
  by: By,
  before: GroupRow,
  resource: Resource,
): Promise<GroupRow> {
  const { name, externalId, members } = await sentOf(trx, by, resource);
  const role_id = roleOf(tools.config, name);
  await updateGroup(trx, before.id, { name, external_id: externalId, role_id }, tools.clock.date());
  await setMembers(trx, before.id, members);
  const was = before.members;
  const logged = (one: { name: string; role: number | null; ids: readonly number[] }) => ({
    name: one.name,
    role: one.role,
    members: one.ids.join(','),
  });
  await note(
    trx,
    by,
    'update',
    before.id,
    name,
    logged({ name: before.name, role: before.role_id, ids: was }),
    logged({ name, role: role_id, ids: members }),
  );
  if (before.role_id !== role_id) await giveRoles(trx, tools, by, [...was, ...members]);
  else if (role_id !== null) await giveRoles(trx, tools, by, differing(was, members));
  return groupById(trx, by.directory, before.id);
}

const differing = (one: readonly number[], other: readonly number[]) => [
  ...one.filter((id) => !other.includes(id)),
  ...other.filter((id) => !one.includes(id)),
];

export async function removeGroup(trx: Trx, tools: Tools, by: By, id: number): Promise<void> {
  const before = await groupById(trx, by.directory, id, true);
  await deleteGroup(trx, id);
  await note(trx, by, 'delete', id, before.name, { name: before.name, role: before.role_id }, undefined);
  if (before.role_id === null) return;
  await giveRoles(trx, tools, by, before.members);
}

/** Gives people the roles of their groups; administrators keep theirs. */
async function giveRoles(trx: Trx, tools: Tools, by: By, ids: readonly number[]): Promise<void> {
  for (const { id, roles } of await rolesOf(trx, system, [...new Set(ids)])) {
    const before = await userForUpdate(trx, system, id);
    if (isAdmin(before) || before.groups.join() === roles.join()) continue;
    await changeUserIn(trx, tools, by.actor, before, { groups: roles }, { by: by.name });
  }
}

async function note(
  trx: Trx,
  by: By,
  action: string,
  id: number,
  name: string,
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown> | undefined,
): Promise<void> {
  await recordAudit(trx, by.actor, {
    action,
    entity: 'scim_groups',
    id,
    name,
    clientId: by.directory.clientId,
    before,
    after: after === undefined ? undefined : { ...after, by: by.name },
  });
}
