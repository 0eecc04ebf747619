import { usersPatch } from '@aerowatch/contracts/api/users';
import { OBSERVER_GROUP } from '@aerowatch/domain/access';
import { type Language, languageFrom } from '@aerowatch/domain/languages';
import type { Parts } from '../../parts.ts';
import { recordEdit } from '../../platform/audit/record-edit.ts';
import { newSecret } from '../../platform/crypto/secrets.ts';
import type { Trx } from '../../platform/database/db.ts';
import { BadRequest, Forbidden } from '../../platform/errors.ts';
import { parse } from '../../platform/http/requests/parse.ts';
import { system } from '../../platform/viewer.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { BY_SSO_ALONE } from '../credentials/store-sessions.ts';
import { aboutUser } from '../users/about.ts';
import { invite } from '../users/invite.ts';
import { isAdmin, type UserChange } from '../users/rules.ts';
import { changeUserIn, removeUserIn } from '../users/service.ts';
import { insertUser, lockAdmins, setGroups, type UserRow, userForUpdate } from '../users/store.ts';
import type { By } from './by.ts';
import { USER } from './protocol/discovery.ts';
import { ScimError } from './protocol/error.ts';
import { asObject, ENTERPRISE, memberOf, patched, type Resource, type Shape } from './protocol/patch.ts';
import { clientOfName, keepPerson, type PersonRow, personById } from './store-people.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'files' | 'vault' | 'config'>;

/** The attributes of a person that a directory may change. */
const SHAPE: Shape = {
  userName: 'value',
  externalId: 'value',
  active: 'value',
  preferredLanguage: 'value',
  name: 'object',
  organization: 'value',
};
const MOST_EXTERNAL = 300;
/** A name that was removed. */
const NO_NAME: Resource = { givenName: null, familyName: null };

/** Somebody as a resource of RFC 7643, 4.1. */
export function presentPerson(base: string, row: PersonRow, withClients: boolean): Resource {
  const formatted = `${row.first_name} ${row.last_name}`.trim();
  return {
    schemas: withClients ? [USER, ENTERPRISE] : [USER],
    id: String(row.id),
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.email,
    ...(formatted === ''
      ? {}
      : {
          name: {
            ...(row.last_name === '' ? {} : { familyName: row.last_name }),
            ...(row.first_name === '' ? {} : { givenName: row.first_name }),
          },
        }),
    displayName: formatted,
    preferredLanguage: languageFrom(row.language),
    active: row.is_active,
    emails: [{ value: row.email, type: 'work', primary: true }],
    groups: row.groups.map(({ id, name }) => ({
      value: String(id),
      $ref: `${base}/Groups/${id}`,
      display: name,
    })),
    ...(withClients && row.client !== null ? { [ENTERPRISE]: { organization: row.client } } : {}),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: `${base}/Users/${row.id}`,
    },
  };
}

/** What a directory says of somebody; absent: nothing. */
interface Sent {
  readonly change: UserChange;
  readonly externalId: string | null | undefined;
}

/** Throws 400 where a value cannot be kept. */
async function sentOf(trx: Trx, { directory }: By, resource: Resource): Promise<Sent> {
  const at = (name: string) => memberOf(resource, name);
  const name = at('name') === null ? NO_NAME : asObject(at('name') ?? {});
  const text = (value: unknown) => (value === null || value === '' ? undefined : value);
  const change = parse(usersPatch.body!, {
    email: text(at('userName')),
    first_name: text(memberOf(name, 'givenName')),
    last_name: text(memberOf(name, 'familyName')),
    language: languageOf(at('preferredLanguage')),
    is_active: flagOf(at('active')),
  }) as UserChange;
  const cleared = {
    ...(memberOf(name, 'givenName') === null ? { first_name: '' } : {}),
    ...(memberOf(name, 'familyName') === null ? { last_name: '' } : {}),
  };
  const client = directory.clientId === null ? await clientOf(trx, organizationOf(resource)) : undefined;
  return {
    change: { ...defined(change), ...cleared, ...(client === undefined ? {} : { client }) },
    externalId: externalOf(at('externalId')),
  };
}

const defined = (change: UserChange): UserChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** Entra sends `"True"` for true. */
function flagOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw new ScimError('invalidValue', 'active is true or false.');
  return text === 'true';
}

/** `fr-CA` is French; languages that the console does not speak are English. */
const languageOf = (value: unknown): Language | undefined =>
  typeof value === 'string' && value !== '' ? languageFrom(value.slice(0, 2).toLowerCase()) : undefined;

function externalOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '') return value === undefined ? undefined : null;
  if (typeof value !== 'string' || value.length > MOST_EXTERNAL || /\p{Cc}|\p{Cs}/u.test(value))
    throw new ScimError('invalidValue', `externalId is a text of at most ${MOST_EXTERNAL} characters.`);
  return value;
}

function organizationOf(resource: Resource): unknown {
  const extension = memberOf(resource, ENTERPRISE);
  return extension === undefined
    ? memberOf(resource, 'organization')
    : memberOf(asObject(extension), 'organization');
}

/** Undefined: nothing was said. */
async function clientOf(trx: Trx, name: unknown): Promise<number | null | undefined> {
  if (name === undefined) return undefined;
  if (name === null || name === '') return null;
  const client = typeof name === 'string' ? await clientOfName(trx, system, name) : undefined;
  if (client === undefined) throw new BadRequest({ client: ['client_unknown'] });
  return client;
}

/**
 * Creates somebody: an observer until a group gives a role. Who signs in by a provider gets no password, everybody else
 * an invitation by e-mail.
 */
export async function createPerson(trx: Trx, tools: Tools, by: By, resource: Resource): Promise<PersonRow> {
  const { change, externalId } = await sentOf(trx, by, resource);
  const { email, first_name = '', last_name = '', language, is_active = true } = change;
  if (email === undefined) throw new BadRequest({ email: ['required'] });
  const client_id = by.directory.clientId ?? change.client ?? null;
  const isSso = tools.config.oidc !== null;
  const id = await insertUser(trx, {
    email,
    first_name,
    last_name: first_name === '' && last_name === '' ? (email.split('@')[0] ?? email) : last_name,
    ...(language === undefined ? {} : { language }),
    password_hash: isSso ? BY_SSO_ALONE : await hashPassword(newSecret()),
    client_id,
    is_active,
  });
  await setGroups(trx, id, [OBSERVER_GROUP]);
  await keepPerson(trx, id, externalId ?? null, true);
  const after = { email, first_name, last_name, is_active, client: client_id, by: by.name };
  await recordEdit(trx, by.actor, {
    action: 'create',
    ...aboutUser({ id, email, client_id }),
    after,
  });
  if (!isSso && is_active && tools.config.channelsEnabled.email) await invite(trx, tools, null, id);
  return personById(trx, by.directory, id);
}

/** PUT (RFC 7644, 3.5.1); what is not sent stays, so that nobody is deactivated by silence. */
export const replacePerson = (trx: Trx, tools: Tools, by: By, id: number, resource: Resource) =>
  changePerson(trx, tools, by, id, resource);

export async function patchPerson(trx: Trx, tools: Tools, by: By, id: number, body: Resource) {
  return changePerson(trx, tools, by, id, patched({}, body, SHAPE));
}

async function changePerson(trx: Trx, tools: Tools, by: By, id: number, resource: Resource) {
  await lockAdmins(trx);
  await personById(trx, by.directory, id);
  const before = await userForUpdate(trx, system, id);
  const { change, externalId } = await sentOf(trx, by, resource);
  const real = differing(before, change);
  refuseBeyond(before, real, by);
  if (Object.keys(real).length > 0) await changeUserIn(trx, tools, by.actor, before, real, { by: by.name });
  const known = await personById(trx, by.directory, id);
  if (externalId !== undefined && externalId !== known.external_id)
    await keepPerson(trx, id, externalId, false);
  return personById(trx, by.directory, id);
}

/** The fields that change. */
function differing(before: UserRow, change: UserChange): UserChange {
  const now: Record<string, unknown> = { ...before, client: before.client_id };
  return Object.fromEntries(Object.entries(change).filter(([field, value]) => value !== now[field]));
}

/**
 * A directory gives nobody the rights of an administrator and takes over no administrator's account by another e-mail;
 * one of a client changes nothing of an administrator.
 */
function refuseBeyond(before: UserRow, change: UserChange, { directory }: By): void {
  if (!isAdmin(before)) return;
  const allowed = ['first_name', 'last_name', 'language', 'is_active'];
  const beyond = Object.keys(change).some((field) => !allowed.includes(field));
  if (beyond || (directory.clientId !== null && Object.keys(change).length > 0)) throw new Forbidden();
}

/** Returns the stored files that are no longer needed. */
export async function removePerson(trx: Trx, tools: Tools, by: By, id: number): Promise<string[]> {
  await lockAdmins(trx);
  await personById(trx, by.directory, id);
  const before = await userForUpdate(trx, system, id);
  if (isAdmin(before) && by.directory.clientId !== null) throw new Forbidden();
  return removeUserIn(trx, tools, by.actor, before, { by: by.name });
}
