/** One box that does everything a box must not, while others go on: only itself may suffer. */
import { connect } from 'node:net';
import { sleep } from '../lib/figures.ts';
import { startStage } from '../lib/stage.ts';
import { fillBoxes, SECRET } from '../lib/store-fill.ts';
import { publishPacket, WireBox } from '../lib/wire-box.ts';
import { p95, startFlock } from './flock.ts';
import { countsOf, holdStored, promises, type Scene } from './scene.ts';
import { checkStored } from './store-check.ts';

export const rogue: Scene = {
  name: 'a rogue box among others',
  async play(long) {
    const { broken, hold } = promises();
    const stage = await startStage();
    try {
      const boxes = await fillBoxes(stage.db, 21);
      const server = await stage.launch();
      const [bad, victim, ...good] = boxes;
      const flock = startFlock([victim!, ...good], [server.mqttPort], 50);
      const seconds = 8 * Math.min(long, 10);
      await sleep(3000);
      flock.takeWaits();
      await sleep(seconds * 1000);
      const alone = flock.takeWaits();
      const counts = { garbage: 0, foreign: 0, huge: 0, flood: 0, connections: 0 };
      let going = true;
      const misdeeds = [garbage, foreign, huge, flood, connections].map(async (misdeed) => {
        while (going) await misdeed(server.mqttPort, bad!.serial, victim!.serial, counts).catch(() => undefined);
      });
      await sleep(seconds * 1000);
      const among = flock.takeWaits();
      going = false;
      await Promise.all(misdeeds);
      await sleep(1000);
      await flock.stop();
      // What it stored in its own name is its own affair; the check is about the others.
      await server.stop();
      await stage.db.deleteFrom('measures').where('aero_id', 'in', [...bad!.aeros]).execute();
      await stage.db.deleteFrom('box_day_counts').where('box_id', '=', bad!.id).execute();
      await stage.db.deleteFrom('box_ledgers').where('box_id', '=', bad!.id).execute();
      for (const table of ['measure_days', 'measure_quarters', 'measure_dirty_days'] as const)
        await stage.db.deleteFrom(table).where('aero_id', 'in', [...bad!.aeros]).execute();
      const check = await checkStored(stage.db, flock);
      holdStored(hold, check);
      // Below this a wait is the timer of one commit, and twice it is nothing anybody notices.
      const before = Math.max(p95(alone), 10);
      hold(`PUBACK p95 of the others went from ${p95(alone).toFixed(0)} to ${p95(among).toFixed(0)} ms`, p95(among) <= 2 * before);
      hold('the server took memory without bound', server.memory().peak < 500 || Number.isNaN(server.memory().peak));
      return {
        name: rogue.name,
        counts: { ...counts, 'p95 alone ms': p95(alone).toFixed(0), 'p95 among ms': p95(among).toFixed(0), ...countsOf(check) },
        broken,
      };
    } finally {
      await stage.stop();
    }
  },
};

type Counts = { garbage: number; foreign: number; huge: number; flood: number; connections: number };
type Misdeed = (port: number, serial: string, victim: string, counts: Counts) => Promise<void>;

async function joined(port: number, serial: string): Promise<WireBox> {
  const wire = new WireBox({ serial, secret: SECRET, ports: [port] });
  await wire.connect();
  return wire;
}

/** Bytes that are no MQTT, before and after signing in, and payloads that are no batch. */
const garbage: Misdeed = async (port, serial, _victim, counts) => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(Buffer.from(Array.from({ length: 500 }, () => Math.floor(Math.random() * 256))));
  const wire = await joined(port, serial);
  for (const text of ['', '{', '[]', '{"v":9}', '\u0000\u0001', '{"v":1,"aeros":[{"aero":1,"t0":1e99,"dt":[0]}]}'])
    await Promise.race([wire.publish(`boxes/${serial}/measures`, Buffer.from(text)).catch(() => undefined), sleep(500)]);
  wire.raw(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0]));
  counts.garbage += 8;
  await sleep(50);
  wire.end();
  socket.destroy();
};

/** Publishes as another box, and to the broker's own topics. */
const foreign: Misdeed = async (port, serial, victim, counts) => {
  for (const topic of [`boxes/${victim}/measures`, '$SYS/broker', 'boxes', `boxes/${serial}/../${victim}/measures`]) {
    const wire = await joined(port, serial);
    await Promise.race([wire.publish(topic, Buffer.from('{}')).catch(() => undefined), sleep(300)]);
    counts.foreign += 1;
    wire.end();
  }
};

/** A message of 4 MB, and one that says 200 MB and never ends. */
const huge: Misdeed = async (port, serial, _victim, counts) => {
  const wire = await joined(port, serial);
  await Promise.race([wire.publish(`boxes/${serial}/measures`, Buffer.alloc(4_000_000, 32)).catch(() => undefined), sleep(300)]);
  wire.end();
  const other = await joined(port, serial);
  other.raw(Buffer.from([0x32, 0x80, 0x84, 0xaf, 0x5f, 0, 5]));
  counts.huge += 2;
  await sleep(200);
  other.end();
};

/** As many messages as the socket takes. */
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
  const wires = await Promise.allSettled(Array.from({ length: 100 }, () => Promise.race([joined(port, serial), sleep(2000)])));
  counts.connections += 100;
  for (const wire of wires) if (wire.status === 'fulfilled' && wire.value) wire.value.end();
};
