/** The rogue box, in a separate process so that its load is not that of the boxes it disturbs. */
import { connect } from 'node:net';
import { sleep } from '../lib/figures.ts';
import { SECRET } from '../lib/store-fill.ts';
import { publishPacket, WireBox } from '../lib/wire-box.ts';

type Counts = { garbage: number; foreign: number; huge: number; flood: number; connections: number };
type Misdeed = (port: number, serial: string, victim: string, counts: Counts) => Promise<void>;

async function joined(port: number, serial: string): Promise<WireBox> {
  const wire = new WireBox({ serial, secret: SECRET, ports: [port] });
  await wire.connect();
  return wire;
}

/** Bytes that are not MQTT, before and after signing in, and payloads that are no batch. */
const garbage: Misdeed = async (port, serial, _victim, counts) => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(Buffer.from(Array.from({ length: 500 }, () => Math.floor(Math.random() * 256))));
  const wire = await joined(port, serial);
  for (const text of [
    '',
    '{',
    '[]',
    '{"v":9}',
    '\u0000\u0001',
    '{"v":1,"aeros":[{"aero":1,"t0":1e99,"dt":[0]}]}',
  ])
    await Promise.race([
      wire.publish(`boxes/${serial}/measures`, Buffer.from(text)).catch(() => undefined),
      sleep(500),
    ]);
  wire.raw(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0]));
  counts.garbage += 8;
  await sleep(50);
  wire.end();
  socket.destroy();
};

/** Publishes as another box, and to the broker's own topics. */
const foreign: Misdeed = async (port, serial, victim, counts) => {
  for (const topic of [
    `boxes/${victim}/measures`,
    '$SYS/broker',
    'boxes',
    `boxes/${serial}/../${victim}/measures`,
  ]) {
    const wire = await joined(port, serial);
    await Promise.race([wire.publish(topic, Buffer.from('{}')).catch(() => undefined), sleep(300)]);
    counts.foreign += 1;
    wire.end();
  }
};

/** A message of 4 MB, and one that announces 200 MB and never ends. */
const huge: Misdeed = async (port, serial, _victim, counts) => {
  const wire = await joined(port, serial);
  await Promise.race([
    wire.publish(`boxes/${serial}/measures`, Buffer.alloc(4_000_000, 32)).catch(() => undefined),
    sleep(300),
  ]);
  wire.end();
  const other = await joined(port, serial);
  other.raw(Buffer.from([0x32, 0x80, 0x84, 0xaf, 0x5f, 0, 5]));
  counts.huge += 2;
  await sleep(200);
  other.end();
};

/** As many messages as the socket accepts. */
const flood: Misdeed = async (port, serial, _victim, counts) => {
  const wire = await joined(port, serial);
  const time = 1_577_836_800;
  for (let id = 1; id <= 2000 && wire.connected; id += 1) {
    const batch = { v: 1, aeros: [{ aero: 1, t0: time + id * 60, dt: [0], stroke: [id % 400] }] };
    wire.raw(publishPacket(`boxes/${serial}/measures`, Buffer.from(JSON.stringify(batch)), id));
    counts.flood += 1;
    if (id % 50 === 0) await sleep(1);
  }
  await sleep(500);
  wire.end();
};

/** 100 connections at once. */
const connections: Misdeed = async (port, serial, _victim, counts) => {
  const wires = await Promise.allSettled(
    Array.from({ length: 100 }, () => Promise.race([joined(port, serial), sleep(2000)])),
  );
  counts.connections += 100;
  for (const wire of wires) if (wire.status === 'fulfilled' && wire.value) wire.value.end();
};

const [port = 0, serial = '', victim = '', seconds = 0] = process.argv.slice(2);
const counts: Counts = { garbage: 0, foreign: 0, huge: 0, flood: 0, connections: 0 };
const end = Date.now() + Number(seconds) * 1000;
process.stdout.write('begins\n');
await Promise.all(
  [garbage, foreign, huge, flood, connections].map(async (misdeed) => {
    while (Date.now() < end)
      await misdeed(Number(port), String(serial), String(victim), counts).catch(() => undefined);
  }),
);
process.stdout.write(`${JSON.stringify(counts)}\n`);
process.exit(0);
