import type { ResourceName } from '@aerowatch/contracts/endpoint';
import { KEY_SCOPES } from '@aerowatch/domain/access';
import { sql } from 'kysely';
import { recordConfigurationChange } from '../../server/features/twin/changes/store-changes.ts';
import { newSecret, sha256 } from '../../server/platform/crypto/secrets.ts';
import type { Db } from '../../server/platform/database/db.ts';
import type { TestServer } from '../start-test-server.ts';

export interface Side {
  readonly client: number;
  readonly mark: string;
  readonly box: number;
  readonly aeros: readonly number[];
}

let serial = 0;
/** A serial number for each thing created. */
export const next = () => ++serial;

const CONDITION = {
  id: 1,
  metric: 'temperature',
  comparator: 'gt',
  value: 30,
  percent: 100,
  average: false,
  period: { value: 0, unit: 'seconds' },
  actions: [{ type: 'email' }],
};

/** Creates a thing of a kind on a side; things of a user belong to `userId`. */
export const MAKE: Readonly<
  Record<ResourceName, (server: TestServer, side: Side, userId: number) => Promise<number>>
> = {
  client: async (_server, side) => side.client,
  group: async () => 1,
  user: async (server, side) =>
    (
      await server.createUser({
        client: side.client,
        first_name: side.mark,
        last_name: `Nr ${next()}`,
        avatar: await picture(server),
      })
    ).id,
  box: async (server, side) => (await makeBox(server, side)).id,
  aero: async (server, side) => (await makeBox(server, side)).aeroIds[0] ?? 0,
  supervisor: ({ db }, side) => makeSupervisor(db, side),
  alert: ({ db }, side) => makeAlert(db, side),
  silence: ({ db }, side) => makeSilence(db, side),
  box_link: async ({ db }, side) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into box_links (box_id, client_id, name, hash, expires_at)
      values (${side.box}, ${side.client}, ${side.mark}, ${sha256(newSecret())}, now() + interval '1 day') returning id`.execute(
      db,
    );
    return rows[0]!.id;
  },
  push_browser: async ({ db }, side, userId) => {
    const { rows } = await sql<{ id: number }>`insert into push_browsers (user_id, name, fingerprint)
      values (${userId}, ${side.mark}, ${`walk ${next()}`}) returning id`.execute(db);
    return rows[0]!.id;
  },
  tag: async ({ db }, side) =>
    (
      await db
        .insertInto('tags')
        .values({ name: `${side.mark} ${next()}`, color: '#123456', client_id: side.client })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  duty_roster: async ({ db }, side, userId) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into duty_rosters (client_id, starts_on, weeks, hour, time_zone)
      values (${side.client}, '2026-01-05', 1, 8, 'Europe/Paris') on conflict (client_id) do update set weeks = 1 returning id`.execute(
      db,
    );
    const id = rows[0]!.id;
    await sql`insert into duty_exceptions (roster_id, place, from_on, to_on, substitute_id, reason)
      values (${id}, ${next()}, '2026-01-06', '2026-01-06', ${userId}, ${side.mark})`.execute(db);
    return id;
  },
  key: async ({ db }, side) => (await makeKey(db, side)).id,
  scim_token: async ({ db }, side) => makeScimToken(db, side),
  firmware: (server, side) => makeFirmware(server, side),
  rollout: async (server, side) => makeRollout(server, side),
  configuration_change: async (server, side, userId) => {
    const box = await makeBox(server, side);
    return recordConfigurationChange(server.db as never, userId, { log_time: 900 }, [box.id]);
  },
  job: async (server, side, userId) => makeJob(server, side, userId),
  note: async ({ db }, side, userId) =>
    (
      await db
        .insertInto('notes')
        .values({ box_id: side.box, at: new Date(), text: side.mark, user_id: userId })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  saved_view: async ({ db }, side, userId) =>
    (
      await db
        .insertInto('saved_views')
        .values({ user_id: userId, name: side.mark, query: side.mark })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  set_aside: async ({ db }, side) =>
    (
      await db
        .insertInto('set_aside')
        .values({
          box_id: side.box,
          client_id: side.client,
          serial_number: side.mark,
          topic: 'boxes/X/up/measures',
          payload: Buffer.from(side.mark),
          reason: 'unreadable',
          detail: side.mark,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  work_order: makeOrder,
  work_order_photo: makePhoto,
  webhook: async ({ db }, side, userId) =>
    (
      await db
        .insertInto('webhooks')
        .values({
          client_id: side.client,
          url: `https://example.com/${side.mark}`,
          description: side.mark,
          events: ['work_order.created'],
          language: 'en',
          enabled: false,
          secret: '',
          created_by: userId === 0 ? null : userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  notification: async ({ db }, side, userId) =>
    (
      await db
        .insertInto('messages')
        .values({
          client_id: side.client,
          user_id: userId,
          channel: 'email',
          kind: 'test',
          recipient: side.mark,
          subject: side.mark,
          state: 'failed',
          attempts: 3,
          last_error: side.mark,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
};

/** Orders in other states than open, each of another kind: a box has at most one of each. */
export const MAKE_ORDERS = {
  order: makeOrder,
  proposal: (server: TestServer, side: Side) =>
    makeOrder(server, side, 0, { kind: `walked ${next()}`, state: 'proposed', accepted_at: null }),
  finished: (server: TestServer, side: Side, userId: number) =>
    makeOrder(server, side, userId, {
      state: 'done',
      proof: 'word',
      verdict: 'found',
      closed_at: new Date(),
    }),
} as const;

async function makeOrder({ db }: TestServer, side: Side, userId: number, more: object = {}): Promise<number> {
  const of = { client_id: side.client, box_id: side.box, created_by: userId === 0 ? null : userId };
  const text = { title: side.mark, description: side.mark, external_reference: `${side.mark}-${next()}` };
  const row = { ...of, ...text, kind: 'inspection', source: 'manual', ...more };
  return (await db.insertInto('work_orders').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

async function makePhoto(server: TestServer, side: Side, userId: number): Promise<number> {
  const work_order_id = await makeOrder(server, side, userId);
  const values = {
    work_order_id,
    user_id: userId === 0 ? null : userId,
    caption: side.mark,
    width: 1,
    height: 1,
    size: 4,
    picture: Buffer.from('RIFF'),
  };
  const { id } = await server.db
    .insertInto('work_order_photos')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function picture({ parts }: TestServer): Promise<string> {
  const name = `avatars/walk-${next()}.webp`;
  await parts.files.put(name, Buffer.from('RIFF....WEBP'));
  return name;
}

export async function makeKey(db: Db, side: Side): Promise<{ id: number; value: string }> {
  const value = `aw_${newSecret()}`;
  const row = await db
    .insertInto('api_keys')
    .values({
      name: `${side.mark} ${next()}`,
      client_id: side.client,
      prefix: value.slice(0, 8),
      hash: sha256(value),
      scopes: [...KEY_SCOPES],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, value };
}

async function makeScimToken(db: Db, side: Side): Promise<number> {
  const row = await db
    .insertInto('scim_tokens')
    .values({
      name: `${side.mark} ${next()}`,
      client_id: side.client,
      prefix: 'aw_scim_ab',
      hash: sha256(newSecret()),
      last_used_at: null,
      created_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function makeSilence(db: Db, side: Side): Promise<number> {
  // It begins tomorrow: it can be ended, and silences nothing in the meantime.
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into silences (client_id, scope, line, starts_at, ends_at, time_zone, reason)
      values (${side.client}, 'line', ${side.mark}, now() + interval '1 day', now() + interval '2 days', 'UTC', ${side.mark})
      returning id, client_id, line, starts_at, ends_at),
    timed as (
      insert into silence_windows (silence_id, client_id, line, starts_at, ends_at)
      select id, client_id, line, starts_at, ends_at from made returning silence_id)
    select silence_id as id from timed`.execute(db);
  return rows[0]!.id;
}

async function makeSupervisor(db: Db, { client, aeros, mark }: Side): Promise<number> {
  const { id } = await db
    .insertInto('supervisors')
    .values({ name: `${mark} ${next()}`, client_id: client })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('supervisor_aeros')
    .values(aeros.map((aero_id) => ({ supervisor_id: id, aero_id })))
    .execute();
  await db
    .insertInto('conditions')
    .values({ supervisor_id: id, position: 0, definition: JSON.stringify(CONDITION) })
    .execute();
  return id;
}

async function makeAlert(db: Db, side: Side): Promise<number> {
  const at = new Date(Date.now() - 60_000);
  const [aero_id = 0] = side.aeros;
  const of = {
    supervisor_id: await makeSupervisor(db, side),
    supervisor_name: side.mark,
    condition_id: 1,
    condition: JSON.stringify(CONDITION),
    aero_id,
    box_id: side.box,
    client_id: side.client,
  };
  const row = await db
    .insertInto('alerts')
    .values({ ...of, opened_at: at, value: 31, last_value: 32, last_at: at, comment: side.mark })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('aeros')
    .set({ sami: 'unsatisfactory', sami_since: at })
    .where('id', '=', aero_id)
    .execute();
  await db
    .insertInto('sami_history')
    .values({
      aero_id,
      from_level: 'satisfactory',
      to_level: 'unsatisfactory',
      at,
      supervisor_name: side.mark,
      reason: side.mark,
    })
    .execute();
  return row.id;
}

async function makeFirmware({ db, parts }: TestServer, side: Side): Promise<number> {
  const version = `9.${Math.floor(next() / 900)}.${serial % 900}`;
  const row = {
    version,
    description: side.mark,
    client_id: side.client,
    size: 4,
    sha256: sha256('walk').toString('hex'),
    signature: 'x',
    file: 'pending',
  };
  const { id } = await db.insertInto('firmwares').values(row).returning('id').executeTakeFirstOrThrow();
  const file = `firmwares/${id}.bin`;
  await parts.files.put(file, Buffer.from('walk'));
  await db.updateTable('firmwares').set({ file }).where('id', '=', id).execute();
  return id;
}

async function makeRollout(server: TestServer, side: Side): Promise<number> {
  const firmware_id = await makeFirmware(server, side);
  const { id: box_id } = await makeBox(server, side);
  const { id } = await server.db
    .insertInto('rollouts')
    .values({ firmware_id, client_id: side.client, detail: side.mark })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('rollout_boxes')
    .values({ rollout_id: id, box_id, wave: 1, detail: side.mark })
    .execute();
  return id;
}

async function makeJob({ db, parts }: TestServer, side: Side, userId: number): Promise<number> {
  const file = `exports/walk-${next()}.csv`;
  await parts.files.put(file, Buffer.from(side.mark));
  const values = {
    kind: 'export',
    user_id: userId,
    client_id: side.client,
    state: 'done',
    progress: 1,
    params: JSON.stringify({ format: 'csv', name: side.mark }),
    detail: side.mark,
    file,
    result: JSON.stringify({ name: side.mark }),
  };
  return (await db.insertInto('jobs').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

export async function makeBox(server: TestServer, { client, mark }: Pick<Side, 'client' | 'mark'>) {
  const name = `${mark} ${next()}`;
  const box = await server.createBox({
    client,
    name,
    line: name,
    pole: name,
    comment: name,
    latitude: 45,
    longitude: 5,
    aeros: [{ serial_number: name }, { serial_number: name }],
  });
  const { desired } = await server.db
    .selectFrom('boxes')
    .select('desired')
    .where('id', '=', box.id)
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('box_configurations')
    .values({ box_id: box.id, version: 0, desired: JSON.stringify({ ...desired, log_time: 1200 }) })
    .execute();
  return box;
}
