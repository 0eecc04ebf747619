import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { freePort } from '../../platform/machine/free-port.ts';
import { newWebhookSecret, signatureHeaders } from './signature.ts';
import { startMaximo, startSap } from './testing-recipes.ts';

const FOLDER = new URL('../../../docs/integrations/', import.meta.url);
const recipe = (name: string) => import(new URL(name, FOLDER).href);

const server = await testServer({ env: { ROLES: 'web' } });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const key = `aw_${newSecret()}`;
await server.db
  .insertInto('api_keys')
  .values({
    name: 'CMMS',
    client_id: client.id,
    prefix: key.slice(0, 8),
    hash: sha256(key),
    scopes: ['read', 'work_orders:write'],
  } as never)
  .execute();
const aerowatch = { url: server.url, key };
const [maximoFake, sapFake] = [await startMaximo('k'), await startSap()];
afterAll(() => {
  maximoFake.stop();
  sapFake.stop();
});

const newOrder = async () => {
  const box = await server.createBox({
    client: client.id,
    line: 'Dijon – Dole',
    pole: '12-07',
    kilometer_point: 315.12,
  });
  const made = await manager.api.post('/work-orders/', {
    box: box.id,
    aero: box.aeroIds[0],
    source: { type: 'finding', kind: 'leak' },
    description: 'Take the long ladder.',
    due_on: '2026-12-01',
  });
  expect(made.status).toBe(201);
  return { ...made.body, serial: box.serial };
};
const now = async (id: number) => (await manager.api.get(`/work-orders/${id}/`)).body;
const change = async (id: number, body: object) => {
  const answer = await manager.api.patch(`/work-orders/${id}/`, body);
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body;
};
const event = (type: string, order: { id: number }) => ({
  specversion: '1.0',
  id: `e-${type}-${order.id}`,
  type: `work_order.${type}`,
  source: 'https://console.example',
  subject: `work_orders/${order.id}`,
  data: order,
});

const SYSTEMS = {
  maximo: {
    make: async () =>
      (await recipe('maximo.mjs')).maximo({ url: maximoFake.url, key: 'k' }, { MAXIMO_SITE: 'EST' }),
    fake: maximoFake,
    of: (id: number) => maximoFake.rows.filter((one) => one.externalrefid === `AW-${id}`),
    reference: 'wonum',
    text: 'description_longdescription',
    isOver: (row: object) => ({ COMP: 'done', CAN: 'cancelled' })[(row as { status: string }).status],
  },
  sap: {
    make: async () =>
      (await recipe('sap-pm.mjs')).sapPm(
        { url: sapFake.url, key: 'dTpw' },
        { SAP_PLANT: '1010', SAP_COMPLETE: 'Complete' },
      ),
    fake: sapFake,
    of: (id: number) => sapFake.rows.filter((one) => one.NotificationText.startsWith(`AW-${id} `)),
    reference: 'MaintenanceNotification',
    text: 'MaintNotifLongTextForEdit',
    isOver: (row: object) => {
      const { NotificationCompletionDate: at, MaintNotifLongTextForEdit: text } = row as Record<
        string,
        string
      >;
      return at === null ? undefined : text?.includes('Cancelled.') ? 'cancelled' : 'done';
    },
  },
} as const;

describe.each(Object.keys(SYSTEMS) as (keyof typeof SYSTEMS)[])('orders in %s', (name) => {
  const system = SYSTEMS[name];
  const only = (id: number) => {
    const rows = system.of(id);
    expect(rows).toHaveLength(1);
    return rows[0] as unknown as Record<string, string>;
  };

  it('are made once, with place, description and checklist, and AeroWatch learns the number', async () => {
    const { takeIn } = await recipe('bridge.mjs');
    const order = await newOrder();
    const target = await system.make();
    const reference = await takeIn(event('created', order), target, aerowatch);
    expect(await takeIn(event('created', order), target, aerowatch)).toBe(reference);
    const row = only(order.id);
    expect(row[system.reference]).toBe(reference);
    for (const part of [
      'Dijon – Dole',
      'KP 315+120',
      'pole 12-07',
      order.serial,
      'Take the long ladder.',
      '[ ] ',
    ])
      expect(row[system.text]).toContain(part);
    expect(await now(order.id)).toMatchObject({ external_reference: reference, state: 'planned' });
    // What the other system reports when the work is finished there.
    const close = { state: 'done', verdict: 'found', acts: ['re_gassed'] };
    const path = `/work-orders/by-reference/${reference}/`;
    const closed = await server.api(`Api-Key ${key}`).patch(path, close);
    expect(closed.body).toMatchObject({ id: order.id, state: 'done', verdict: 'found' });
  });

  it.each([
    ['done', { state: 'done', verdict: 'found', acts: ['re_gassed'], closing_note: 'Valve tightened.' }],
    ['cancelled', { state: 'cancelled' }],
  ] as const)(
    'that were %s before the bridge heard of them keep their reference, and end there too',
    async (state, close) => {
      const { takeIn } = await recipe('bridge.mjs');
      const order = await newOrder();
      const over = await change(order.id, close);
      const target = await system.make();
      // The event was written while it was open, and afterwards; both must work.
      await takeIn(event('created', order), target, aerowatch);
      const { external_reference } = await now(order.id);
      expect(external_reference).toBe(only(order.id)[system.reference]);
      await takeIn(event('closed', over), target, aerowatch);
      expect(system.isOver(only(order.id))).toBe(state);
      if (state === 'done') expect(only(order.id)[system.text]).toContain('Valve tightened.');
      // Sent again, or changed afterwards: a finished order there stays unchanged.
      const before = system.fake.changes();
      await takeIn(event('closed', await now(order.id)), target, aerowatch);
      expect(system.fake.changes()).toBe(before);
      expect((await now(order.id)).state).toBe(state);
    },
  );

  it('follow what is changed in AeroWatch, also when its creation was missed', async () => {
    const { takeIn } = await recipe('bridge.mjs');
    const order = await newOrder();
    const target = await system.make();
    const changed = await change(order.id, { description: 'Take two ladders.' });
    await takeIn(event('changed', changed), target, aerowatch);
    const again = await change(order.id, { description: 'Take three ladders.' });
    await takeIn(event('changed', again), target, aerowatch);
    expect(only(order.id)[system.text]).toContain('Take three ladders.');
    expect((await now(order.id)).external_reference).toBe(only(order.id)[system.reference]);
  });

  it('that were deleted, and events of other things, are left alone', async () => {
    const { takeIn } = await recipe('bridge.mjs');
    const target = await system.make();
    const before = system.fake.rows.length;
    expect(await takeIn({ ...event('changed', { id: 9 }), data: { id: 9 } }, target, aerowatch)).toBeNull();
    expect(await takeIn({ ...event('created', { id: 9 }), type: 'box.back' }, target, aerowatch)).toBeNull();
    expect(system.fake.rows).toHaveLength(before);
  });
});

describe('the bridge', () => {
  it('takes what is signed, and nothing else', async () => {
    const { isGenuine } = await recipe('bridge.mjs');
    const secret = newWebhookSecret();
    const body = JSON.stringify(event('created', await newOrder()));
    const at = new Date();
    const headers = signatureHeaders([newWebhookSecret(), secret], 'e-1', at, body);
    expect(isGenuine(secret, headers, body)).toBe(true);
    expect(isGenuine(secret, headers, `${body} `)).toBe(false);
    expect(isGenuine(newWebhookSecret(), headers, body)).toBe(false);
    expect(isGenuine(secret, headers, body, at.getTime() + 600_000)).toBe(false);
    expect(isGenuine(secret, {}, body)).toBe(false);
  });

  it('runs as the documented command, site and type from its environment; half configured it says what is missing', {
    timeout: 120_000,
  }, async () => {
    const script = fileURLToPath(new URL('bridge.mjs', FOLDER));
    const secret = newWebhookSecret();
    const port = await freePort();
    const env = {
      TARGET: 'maximo',
      TARGET_URL: maximoFake.url,
      TARGET_KEY: 'k',
      WEBHOOK_SECRET: secret,
      AEROWATCH_URL: server.url,
      AEROWATCH_KEY: key,
      PORT: String(port),
    };
    const half = spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const said = (await half.stderr.toArray()).join('');
    expect(said).toContain('MAXIMO_SITE is not set');
    const bridge = spawn(process.execPath, [script], {
      env: { ...env, MAXIMO_SITE: 'OUEST', MAXIMO_WORK_TYPE: 'EM' },
      stdio: 'inherit',
    });
    try {
      const order = await newOrder();
      const body = JSON.stringify(event('created', order));
      const post = () =>
        fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          headers: signatureHeaders([secret], 'e-1', new Date(), body),
          body,
        }).then(
          (answer) => answer.status,
          () => 0,
        );
      await expect.poll(post).toBe(204);
      expect(SYSTEMS.maximo.of(order.id)).toMatchObject([{ siteid: 'OUEST', worktype: 'EM' }]);
    } finally {
      bridge.kill();
      await once(bridge, 'exit');
    }
  });
});
