import { randomBytes } from 'node:crypto';
import { MANAGER_GROUP, OBSERVER_GROUP } from '@aerowatch/domain/access';
import { DEFAULT_CONFIGURATION } from '@aerowatch/domain/box/box-configuration';
import { CHANNEL_KEYS, type NotifyField, notifyField } from '@aerowatch/domain/notifications/channels';
import type { Insertable } from 'kysely';
import { withoutChoices } from '../server/features/users/channels.ts';
import { newSecret, sha256 } from '../server/platform/crypto/secrets.ts';
import type { Db } from '../server/platform/database/db.ts';
import type { Database } from '../server/platform/database/schema.ts';
import type { Api } from './api.ts';

const unique = () => randomBytes(4).toString('hex');

export async function buildClient(
  db: Db,
  name = `Client ${unique()}`,
): Promise<{ id: number; name: string }> {
  return db.insertInto('clients').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow();
}

export interface UserOverrides extends Partial<Insertable<Database['users']> & Record<NotifyField, boolean>> {
  /** Default: member. */
  readonly level?: 'observer' | 'member' | 'privileged' | 'admin';
  /** Id of the client. */
  readonly client?: number | null;
}
export interface TestUser {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  readonly clientId: number | null;
  /** Talks to the API as this user. */
  readonly api: Api;
}

/** A signed-in user. It has no usable password: set `password_hash` where one is needed. */
export async function buildUser(
  db: Db,
  api: (token: string) => Api,
  overrides: UserOverrides = {},
): Promise<TestUser> {
  const { level = 'member', client = null, ...fields } = overrides;
  const wanted = CHANNEL_KEYS.filter((channel) => fields[notifyField(channel)] === true);
  const columns = withoutChoices(fields);
  const row = await db
    .insertInto('users')
    .values({
      email: `user-${unique()}@example.com`,
      first_name: 'Test',
      last_name: 'User',
      password_hash: '!',
      client_id: client,
      is_staff: level === 'admin',
      ...columns,
    })
    .returning(['id', 'email', 'client_id'])
    .executeTakeFirstOrThrow();
  const group_id = { privileged: MANAGER_GROUP, observer: OBSERVER_GROUP, member: null, admin: null }[level];
  if (group_id !== null) await db.insertInto('user_groups').values({ user_id: row.id, group_id }).execute();
  if (wanted.length > 0)
    await db
      .insertInto('user_channels')
      .values(wanted.map((channel) => ({ user_id: row.id, channel, enabled: true })))
      .execute();
  const token = newSecret();
  // The session counts as freshly confirmed for its whole lifetime; tests of re-authentication override this.
  const end = new Date(Date.now() + 6 * 3_600_000);
  await db
    .insertInto('tokens')
    .values({ hash: sha256(token), user_id: row.id, expires_at: end, confirmed_at: end })
    .execute();
  return { id: row.id, email: row.email, token, clientId: row.client_id, api: api(token) };
}

export interface BoxOverrides extends Omit<Partial<Insertable<Database['boxes']>>, 'desired'> {
  readonly client?: number | null;
  /** One entry per AERO, by position; default: two of model 480. */
  readonly aeros?: readonly Partial<Insertable<Database['aeros']>>[];
  /** Changes to the default configuration. */
  readonly desired?: Readonly<Record<string, unknown>>;
}
export interface TestBox {
  readonly id: number;
  /** Client id and user name on MQTT. */
  readonly serial: string;
  readonly secret: string;
  readonly aeroIds: readonly number[];
}

/** A box with its credentials and AEROs. */
export async function buildBox(db: Db, overrides: BoxOverrides = {}): Promise<TestBox> {
  const { client = null, aeros = [{}, {}], desired = {}, ...columns } = overrides;
  const secret = newSecret();
  const row = await db
    .insertInto('boxes')
    .values({
      serial_number: `BOX-${unique().toUpperCase()}`,
      client_id: client,
      secret_hash: sha256(secret),
      desired: JSON.stringify({ ...DEFAULT_CONFIGURATION, ...desired }),
      ...columns,
    })
    .returning(['id', 'serial_number'])
    .executeTakeFirstOrThrow();
  const aeroIds: number[] = [];
  for (const [index, aero] of aeros.entries()) {
    const { id } = await db
      .insertInto('aeros')
      .values({
        box_id: row.id,
        position: index + 1,
        model_type: 1,
        conductor_type: 'wire',
        regularized_length: 300,
        ...(columns.created_at === undefined ? {} : { created_at: columns.created_at }),
        ...aero,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    aeroIds.push(id);
  }
  return { id: row.id, serial: row.serial_number, secret, aeroIds };
}
