import { connect } from 'mqtt';
import { expect, test } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { MOST_OF_WAITING } from '../../../platform/mqtt/store-credentials.ts';
import { MOST_WAITING } from './store-claims.ts';

const server = await testServer();
const admin = await server.createUser({ level: 'admin' });
let made = 0;
const label = () => ({ serial: `NEW-${++made}`, code: `LABEL-CODE-${String(made).padStart(8, '0')}` });
type Label = ReturnType<typeof label>;

const form = (text: string) => {
  const body = new FormData();
  body.append('file', new Blob([text]), 'claims.csv');
  return body;
};
const imported = (text: string) => admin.api.post('/boxes/claims/', form(text));
async function delivered(): Promise<Label> {
  const one = label();
  const { body } = await imported(`serial_number,claim_code\n${one.serial},${one.code}\n`);
  expect(body).toMatchObject({ rows: 1, stored: 1, used: 0, errors: [] });
  return one;
}
async function manager() {
  const client = (await server.createClient()).id;
  return { client, ...(await server.createUser({ level: 'privileged', client })) };
}

/** Connects and sends measures of the first AERO, one a minute; whether it was admitted. */
async function comes({ serial, code }: Label, count = 1, boot = 1): Promise<boolean> {
  const box = connect(server.mqttUrl, {
    clientId: serial,
    username: serial,
    password: code,
    reconnectPeriod: 0,
  });
  const isAdmitted = await new Promise<boolean>((resolve) => {
    box.on('connect', () => resolve(true));
    box.on('error', () => resolve(false));
    box.on('close', () => resolve(false));
  });
  const t0 = 1_760_000_000 + boot * 1_000_000;
  const dt = Array.from({ length: count }, (_, index) => (index === 0 ? 0 : 60));
  const batch = { v: 1, boot, seq: 1, aeros: [{ aero: 1, t0, dt, stroke: dt.map(() => 300) }] };
  if (isAdmitted) await box.publishAsync(`boxes/${serial}/measures`, JSON.stringify(batch), { qos: 1 });
  await box.endAsync(true);
  return isAdmitted;
}
const waiting = async () => (await admin.api.get('/boxes/waiting/')).body.results;
const waitingOf = async ({ serial }: Label) =>
  (await waiting()).find((row: { serial_number: string }) => row.serial_number === serial);
const claim = (who: Awaited<ReturnType<typeof manager>>, { serial, code }: Label) =>
  who.api.post('/boxes/claim/', { serial_number: serial, claim_code: code });

test('a box with a claim waits, seen by administrators only, until a client takes it with its measures', async () => {
  const one = await delivered();
  const [mine, stranger] = [await manager(), await manager()];
  expect(await comes({ ...one, code: 'LABEL-CODE-WRONGWRONG' })).toBe(false);
  expect(await comes(label())).toBe(false);
  expect(await waitingOf(one)).toBeUndefined();

  expect(await comes(one, 3)).toBe(true);
  const row = await waitingOf(one);
  expect(row).toMatchObject({ address: '127.0.0.1', measures: 3, full: false });
  expect(row.aeros).toMatchObject([
    { position: 1, stroke: 300 },
    { position: 2, measured_at: null },
  ]);
  for (const { api } of [mine, stranger]) {
    expect((await api.get('/boxes/waiting/')).status).toBe(403);
    expect((await api.get(`/boxes/${row.box}/`)).status).toBe(404);
    expect((await api.get(`/boxes/?search=${one.serial}`)).body.count).toBe(0);
  }

  const taken = await claim(mine, one);
  expect(taken.status, taken.text).toBe(201);
  expect(taken.body).toEqual({ box: row.box, serial_number: one.serial, client: mine.client, measures: 3 });
  expect(await waitingOf(one)).toBeUndefined();
  const box = (await mine.api.get(`/boxes/${row.box}/`)).body;
  // The position that never measured is gone.
  expect(box.aeros).toMatchObject([{ position: 1 }]);
  expect((await mine.api.get(`/boxes/${row.box}/ledger/`)).body.stored).toBe(3);
  expect((await stranger.api.get(`/boxes/${row.box}/`)).status).toBe(404);
  // The label is its password from now on, and its claim is used.
  expect(await comes(one, 1, 2)).toBe(true);
  expect((await claim(stranger, one)).body).toHaveProperty('claim_code');
  const audit = await server.db
    .selectFrom('audit')
    .select(['action', 'client_id'])
    .where('entity', '=', 'boxes')
    .where('entity_id', '=', row.box)
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { action: 'create', client_id: null },
    { action: 'claim', client_id: mine.client },
  ]);
});

test('a box is claimed before it comes, and one that was deleted does not come back', async () => {
  const [one, mine] = [await delivered(), await manager()];
  const { body } = await claim(mine, one);
  expect(body).toMatchObject({ serial_number: one.serial, client: mine.client, measures: 0 });
  expect(await comes(one)).toBe(true);
  expect((await mine.api.get(`/boxes/${body.box}/ledger/`)).body.stored).toBe(1);
  const refused = await delivered();
  expect(await comes(refused)).toBe(true);
  const { box } = await waitingOf(refused);
  expect((await admin.api.delete(`/boxes/${box}/`)).status).toBe(204);
  expect(await comes(refused)).toBe(false);
  expect((await claim(mine, refused)).body).toHaveProperty('claim_code');
});

test('an administrator accepts a box that waits to a client', async () => {
  const [one, mine] = [await delivered(), await manager()];
  await comes(one, 2);
  const { box } = await waitingOf(one);
  const accepted = await admin.api.patch(`/boxes/${box}/`, { client: mine.client });
  expect(accepted.status, accepted.text).toBe(200);
  expect(await waitingOf(one)).toBeUndefined();
  expect((await mine.api.get(`/boxes/${box}/ledger/`)).body.stored).toBe(2);
});

test('codes are kept as hashes, all rows or none, and never come back', async () => {
  const [one, other] = [label(), label()];
  const head = 'Numéro de série;Code d’appropriation';
  const wrong = await imported(`${head}\n${one.serial};${one.code}\n${other.serial};short\n`);
  expect(wrong.body).toMatchObject({
    stored: 0,
    errors: [{ row: 3, cells: { serial_number: other.serial } }],
  });
  expect(JSON.stringify(wrong.body)).not.toContain('short');
  expect((await imported(`${head}\n${one.serial};${one.code}\n`)).body.stored).toBe(1);
  const row = await server.db
    .selectFrom('box_claims')
    .selectAll()
    .where('serial_number', '=', one.serial)
    .executeTakeFirstOrThrow();
  expect(row.code_hash).toHaveLength(32);
  expect(await comes(one)).toBe(true);
  expect((await imported(`${head}\n${one.serial};${other.code}\n`)).body).toMatchObject({
    stored: 0,
    used: 1,
  });
  const { api } = await manager();
  expect((await api.post('/boxes/claims/', form(head))).status).toBe(403);
});

test('of a box that waits so many measures are kept; it keeps the rest itself and sends it later', async () => {
  const [one, mine] = [await delivered(), await manager()];
  expect(await comes(one, MOST_OF_WAITING)).toBe(true);
  expect(await waitingOf(one)).toMatchObject({ measures: MOST_OF_WAITING, full: true });
  expect(await comes(one, 1, 2)).toBe(false);
  const { box } = (await claim(mine, one)).body;
  // While processes are told of the change, a connection may be refused once more; a box comes again.
  await expect.poll(() => comes(one, 1, 2)).toBe(true);
  expect((await mine.api.get(`/boxes/${box}/ledger/`)).body.stored).toBe(MOST_OF_WAITING + 1);
});

test('so many boxes wait; a further one is refused until one has a client', async () => {
  const one = await delivered();
  const fill = MOST_WAITING - (await waiting()).length;
  for (let index = 0; index < fill; index += 1) {
    const box = await server.createBox({});
    await server.db.updateTable('boxes').set({ client_id: null }).where('id', '=', box.id).execute();
    const row = { box_id: box.id, since: new Date(), address: '' };
    await server.db.insertInto('waiting_boxes').values(row).execute();
  }
  expect(await comes(one)).toBe(false);
  const [first] = await waiting();
  await admin.api.delete(`/boxes/${first.box}/`);
  expect(await comes(one)).toBe(true);
});
