import { encode } from 'cbor-x';
import { connectAsync, type MqttClient } from 'mqtt';
import { describe, expect, it } from 'vitest';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';

const server = await testServer();

/** Connects as a box and sends in order, each message acknowledged before the next. */
async function send(box: TestBox, ...payloads: (unknown | Buffer)[]): Promise<void> {
  const client: MqttClient = await connectAsync(server.mqttUrl, {
    clientId: box.serial,
    username: box.serial,
    password: box.secret,
    clean: false,
  });
  for (const payload of payloads) {
    const bytes = Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
    await client.publishAsync(`boxes/${box.serial}/measures`, bytes, { qos: 1 });
  }
  await client.endAsync();
}
const T0 = Math.floor(Date.now() / 1000) - 3 * 3600;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const ledgerOf = (box: TestBox) =>
  server.db.selectFrom('box_ledgers').selectAll().where('box_id', '=', box.id).executeTakeFirstOrThrow();
const listOf = async (aero: number | undefined) =>
  (await server.admin.api.get(`/measures/?aero=${aero}&ordering=date`)).body.results;

describe('a message with everything in it', () => {
  it('stores exactly what can be stored, and says what was done with the rest', async () => {
    const box = await server.createBox({ client: (await server.createClient()).id });
    const [first, second] = box.aeroIds;
    const batch = {
      v: 1,
      boot: 1,
      seq: 1,
      aeros: [
        {
          aero: 1,
          t0: T0,
          // Unordered; one time twice with equal values, one twice with different ones.
          dt: [600, -600, 1200, 0, -600],
          temperature: [21.6, 21.4, -999, -999, 30],
          stroke: [514, 512, null, null, 999],
        },
        { aero: 2, t0: T0, dt: [0, 86_400, -3_600_000_000], pressure: [182.1, 1, 2] },
      ],
    };
    await send(box, batch, Buffer.from('{"v":1,"aeros":['), batch);
    expect(await listOf(first)).toMatchObject([
      { date: iso(T0), temperature: 21.4, stroke: 512 },
      { date: iso(T0 + 600), temperature: 21.6, stroke: 514 },
      { date: iso(T0 + 1200), temperature: null, stroke: null },
    ]);
    expect(await listOf(second)).toMatchObject([{ date: iso(T0), pressure: 182.1 }]);

    const ledger = await ledgerOf(box);
    // 8 and 8 measures and one unreadable message; 4 rows; future, before 2015 and unreadable are set aside
    // once each; both values of the fifth conflict.
    expect(ledger).toMatchObject({
      messages: 3,
      received: 17,
      stored: 4,
      set_aside: 3,
      duplicates: 10,
      conflicts: 2,
    });
    expect(ledger.received).toBe(ledger.stored + ledger.merged + ledger.duplicates + ledger.set_aside);

    const aside = await server.db
      .selectFrom('set_aside')
      .where('box_id', '=', box.id)
      .select('reason')
      .orderBy('reason')
      .execute();
    expect(aside.map((row) => row.reason)).toEqual([
      'before_2015',
      'conflict',
      'conflict',
      'future',
      'not_json',
    ]);
    const latest = await server.admin.api.get(`/measures/boxes/?box=${box.id}`);
    expect(latest.body.results[0].measures).toMatchObject([
      { aero: first, date: iso(T0 + 1200) },
      { aero: second, date: iso(T0) },
    ]);
  });

  it('marks what hangs on it: due AEROs, dirty days, counts, last send', async () => {
    const box = await server.createBox();
    await send(box, { aeros: [{ aero: 1, t0: T0, dt: [0, 600], stroke: [1, 2] }] });
    const due = await server.db
      .selectFrom('aero_due')
      .where('aero_id', '=', box.aeroIds[0] ?? 0)
      .selectAll()
      .execute();
    const counts = await server.db
      .selectFrom('box_day_counts')
      .where('box_id', '=', box.id)
      .selectAll()
      .execute();
    expect(counts.reduce((sum, row) => sum + row.count, 0)).toBe(2);
    for (const row of due) expect(row.from_time.getTime()).toBe(T0 * 1000);
    const row = await server.db
      .selectFrom('boxes')
      .where('id', '=', box.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(Date.now() - (row.last_send?.getTime() ?? 0)).toBeLessThan(60_000);
  });
});

describe('who is heard', () => {
  const at = { t0: T0, dt: [0] };
  const seen = async (box: TestBox) => {
    const { body } = await server.admin.api.get(`/boxes/${box.id}/`);
    return [body.last_send, ...body.aeros.map((aero: { last_send: string | null }) => aero.last_send)].map(
      (time) => time !== null && Date.now() - Date.parse(time) < 60_000,
    );
  };
  /** The message, and whether the box, AERO 1 and AERO 2 count as heard with a measure. */
  it.each([
    [
      'both AEROs',
      [
        { aero: 1, ...at, stroke: [500] },
        { aero: 2, ...at, pressure: [180] },
      ],
      [true, true, true],
    ],
    ['one of them', [{ aero: 1, ...at, stroke: [500] }], [true, true, false]],
    [
      'the other without a value',
      [
        { aero: 1, ...at, stroke: [500] },
        { aero: 2, ...at, stroke: [null] },
      ],
      [true, true, false],
    ],
    ['a sentinel', [{ aero: 1, ...at, stroke: [-999] }], [false, false, false]],
    ['the battery alone', [{ aero: 1, ...at, battery_voltage: [3.7] }], [true, false, false]],
    ['no measure at all', [], [false, false, false]],
    ['a clock of 1970', [{ aero: 1, t0: 1000, dt: [0], stroke: [500] }], [false, false, false]],
    ['an AERO that it has not', [{ aero: 3, ...at, stroke: [500] }], [false, false, false]],
  ] as const)('by %s', async (_, aeros, heard) => {
    const box = await server.createBox({ client: (await server.createClient()).id });
    await send(box, { v: 1, aeros });
    expect(await seen(box)).toEqual(heard);
  });

  it('tells an AERO that stopped alone, of its box and of itself, until it is removed', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const box = await server.createBox({
      client: (await server.createClient()).id,
      last_send: ago(0.5),
      aero1_send: ago(0.5),
      aero2_send: ago(11.5),
    });
    const states = async () => {
      const { body } = await server.admin.api.get(`/boxes/${box.id}/`);
      return [body.status, ...body.aeros.map(({ status }: { status: string }) => status)];
    };
    expect(await states()).toEqual(['late', 'online', 'late']);
    const nineDays = { aero2_send: ago(9 * 24) };
    await server.db.updateTable('boxes').set(nineDays).where('id', '=', box.id).execute();
    expect(await states()).toEqual(['silent', 'online', 'silent']);
    expect(
      (await server.admin.api.get(`/aeros/?box=${box.id}&ordering=position`)).body.results[1].status,
    ).toBe('silent');
    // When disconnected, it does not count as missing.
    await server.admin.api.patch(`/aeros/${box.aeroIds[1]}/`, { model_type: 0 });
    expect(await states()).toEqual(['online', 'online', 'new']);
  });
});

describe('every form of a message', () => {
  it('gives the same measure: JSON, CBOR, SenML in JSON and in CBOR', async () => {
    const values = { temperature: 21.4, pressure: 182.1, stroke: 512 };
    const batch = {
      v: 1,
      aeros: [{ aero: 1, t0: T0, dt: [0], temperature: [21.4], pressure: [182.1], stroke: [512] }],
    };
    const senml = [
      { bn: '1:', bt: T0, n: 'temperature', u: 'Cel', v: 21.4 },
      { n: 'pressure', u: 'bar', v: 182.1 },
      { n: 'stroke', u: 'mm', v: 512 },
    ];
    const labelled = [
      new Map<number, unknown>([
        [-2, '1:'],
        [-3, T0],
        [0, 'temperature'],
        [1, 'Cel'],
        [2, 21.4],
      ]),
      new Map<number, unknown>([
        [0, 'pressure'],
        [1, 'bar'],
        [2, 182.1],
      ]),
      new Map<number, unknown>([
        [0, 'stroke'],
        [1, 'mm'],
        [2, 512],
      ]),
    ];
    const forms = [batch, Buffer.from(encode(batch)), senml, Buffer.from(encode(labelled))];
    for (const form of forms) {
      const box = await server.createBox();
      await send(box, form);
      const list = await listOf(box.aeroIds[0]);
      expect(list).toMatchObject([{ date: iso(T0), ...values }]);
    }
  });

  it('reads bare NaN, as C prints it', async () => {
    const box = await server.createBox();
    await send(
      box,
      Buffer.from(`{"v":1,"aeros":[{"aero":1,"t0":${T0},"dt":[0],"stroke":[NaN],"pressure":[-nan]}]}`),
    );
    expect(await listOf(box.aeroIds[0])).toMatchObject([{ stroke: null, pressure: null }]);
    expect((await ledgerOf(box)).nulled).toBe(2);
  });
});

it('sets aside what is too large, of no AERO, or below an unknown topic, and goes on', async () => {
  const box = await server.createBox({ aeros: [{}] });
  const client = await connectAsync(server.mqttUrl, {
    clientId: box.serial,
    username: box.serial,
    password: box.secret,
  });
  await client.publishAsync(`boxes/${box.serial}/nonsense`, 'x', { qos: 1 });
  await client.endAsync();
  const many = { aeros: [{ aero: 1, t0: T0, dt: Array(10_001).fill(1) }] };
  await send(
    box,
    many,
    { aeros: [{ aero: 2, t0: T0, dt: [0], stroke: [1] }] },
    { aeros: [{ aero: 1, t0: T0, dt: [0], stroke: [7] }] },
  );
  const rows = await server.db
    .selectFrom('set_aside')
    .where('box_id', '=', box.id)
    .select('reason')
    .orderBy('id')
    .execute();
  expect(rows.map((row) => row.reason)).toEqual(['unknown_topic', 'too_many_measures', 'no_such_aero']);
  expect(await listOf(box.aeroIds[0])).toMatchObject([{ stroke: 7 }]);
});
