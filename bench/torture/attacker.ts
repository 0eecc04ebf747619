/** The attacker, in a process of its own so that its work is not that of the people it disturbs. */
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { sleep } from '../lib/figures.ts';
import { connectPacket, WireBox } from '../lib/wire-box.ts';

const { values } = parseArgs({
  options: {
    attack: { type: 'string', default: '' },
    url: { type: 'string', default: '' },
    mqtt: { type: 'string', default: '' },
    serial: { type: 'string', default: '' },
    secret: { type: 'string', default: '' },
    token: { type: 'string', default: '' },
    seconds: { type: 'string', default: '8' },
  },
});
const { url, serial, token } = values;
const end = Date.now() + Number(values.seconds) * 1000;
const counts: Record<string, number> = {};
const note = (what: string, by = 1) => {
  counts[what] = (counts[what] ?? 0) + by;
};
const authorization = { Authorization: `Token ${token}` };

async function again(lanes: number, work: (lane: number) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (Date.now() < end) await work(lane).catch(() => note('cut'));
    }),
  );
}

/** Four megabytes of unknown keys to what is open to everybody, two at a time. */
async function bodies(): Promise<void> {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 330_000 }, (_, at) => [`k${at}`, 1])));
  const paths = ['/api-token-auth/', '/check-email/', '/reset-password/'];
  await again(2, async (lane) => {
    const path = paths[((counts.posts ?? 0) + lane) % paths.length]!;
    note('posts');
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    note(`status ${answer.status}`);
    note('bytes answered', (await answer.arrayBuffer()).byteLength);
    await sleep(20);
  });
}

/** Forty wrong passwords a second for one serial number. */
async function passwords(): Promise<void> {
  while (Date.now() < end) {
    const socket = connect(Number(values.mqtt), '127.0.0.1');
    socket.on('error', () => note('cut')).on('close', () => note('closed'));
    socket.on('connect', () => socket.write(connectPacket(serial, `wrong-${Math.random()}`)));
    note('wrong passwords');
    setTimeout(() => socket.destroy(), 3000);
    await sleep(25);
  }
}

/** Ten exports of one member at once, read as fast as they come. */
async function exporting(): Promise<void> {
  await again(10, async () => {
    const answer = await fetch(`${url}/api/measures/export/?format=csv`, {
      headers: authorization,
      signal: AbortSignal.timeout(Math.max(100, end - Date.now())),
    });
    note(`status ${answer.status}`);
    for await (const chunk of answer.body ?? []) note('bytes', chunk.length);
    note('whole files');
    if (answer.status !== 200) await sleep(200);
  });
}

/** Four hundred event streams of one member, kept open. */
async function streams(): Promise<void> {
  const stop = new AbortController();
  const open = Array.from({ length: 400 }, async () => {
    const answer = await fetch(`${url}/api/events/`, {
      headers: { ...authorization, Accept: 'text/event-stream' },
      signal: stop.signal,
    }).catch(() => undefined);
    if (answer === undefined) return note('cut');
    note(answer.status === 200 ? 'streams open' : `status ${answer.status}`);
    if (answer.status !== 200) return void (await answer.text().catch(() => undefined));
    await answer.body?.pipeTo(new WritableStream()).catch(() => note('ended'));
  });
  await sleep(end - Date.now());
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  stop.abort();
  await Promise.allSettled(open);
}

/** A box that sends as fast as it is acknowledged what nobody can use: 16 KB each, twenty at a time. */
async function aside(): Promise<void> {
  const wire = new WireBox({ serial, secret: values.secret, ports: [Number(values.mqtt)] });
  await wire.connect();
  const filler = 'x'.repeat(16_000);
  await again(20, async () => {
    await wire.publish(`boxes/${serial}/measures`, Buffer.from(`${Math.random()} ${filler}`));
    note('messages');
  });
  wire.end();
}

const ATTACKS: Readonly<Record<string, () => Promise<void>>> = {
  bodies,
  passwords,
  aside,
  exporting,
  streams,
};
const attack = ATTACKS[values.attack];
if (attack === undefined) throw new Error(`no attack ${values.attack}`);
process.stdout.write('begins\n');
await attack();
process.stdout.write(`${JSON.stringify(counts)}\n`);
process.exit(0);
