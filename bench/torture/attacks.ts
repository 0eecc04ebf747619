/** The attacks, each at a stated rate, until `rest`. */
import { connect } from 'node:net';
import { sleep } from '../lib/figures.ts';
import { connectPacket, WireBox } from '../lib/wire-box.ts';

/** The target, the account, and the counts. */
export interface Strike {
  readonly url: string;
  readonly mqttPort: number;
  readonly serial: string;
  readonly secret: string;
  readonly token: string;
  note(what: string, by?: number): void;
  /** Records the highest value seen. */
  most(what: string, count: number): void;
}
type Attack = (strike: Strike, rest: AbortSignal) => Promise<void>;

/** Does something this many times per second, whether or not the previous one has ended. */
async function atRate(perSecond: number, rest: AbortSignal, work: () => Promise<void>): Promise<void> {
  const under = new Set<Promise<void>>();
  for (let next = performance.now(); !rest.aborted; next += 1000 / perSecond) {
    await sleep(Math.max(0, next - performance.now()));
    if (rest.aborted) break;
    const one = work().catch(() => undefined);
    under.add(one);
    void one.then(() => under.delete(one));
  }
  await Promise.all(under);
}

const BODY = JSON.stringify(Object.fromEntries(Array.from({ length: 330_000 }, (_, at) => [`k${at}`, 1])));
const OPEN = ['/api-token-auth/', '/check-email/', '/reset-password/'];

/** Four megabytes of unknown keys to public endpoints, ten per second. */
const bodies: Attack = ({ url, note }, rest) => {
  let posts = 0;
  return atRate(10, rest, async () => {
    posts += 1;
    note('posts');
    try {
      const answer = await fetch(`${url}/api${OPEN[posts % OPEN.length]}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: BODY,
        signal: rest,
      });
      note(`status ${answer.status}`);
      note('bytes answered', (await answer.arrayBuffer()).byteLength);
    } catch {
      note('cut');
    }
  });
};

/** Forty wrong passwords per second for one serial number. */
const passwords: Attack = ({ mqttPort, serial, note }, rest) =>
  atRate(40, rest, async () => {
    const socket = connect(mqttPort, '127.0.0.1');
    socket.on('error', () => note('cut')).on('close', () => note('closed'));
    socket.on('connect', () => socket.write(connectPacket(serial, `wrong-${Math.random()}`)));
    note('wrong passwords');
    setTimeout(() => socket.destroy(), 3000).unref();
  });

/** A box that sends unusable messages: 230 messages of 16 KB per second, 62 MiB in 17 s. */
const aside: Attack = async ({ mqttPort, serial, secret, note }, rest) => {
  const wire = new WireBox({ serial, secret, ports: [mqttPort] });
  await wire.connect();
  const filler = 'x'.repeat(16_000);
  await atRate(230, rest, async () => {
    await wire.publish(`boxes/${serial}/measures`, Buffer.from(`${Math.random()} ${filler}`));
    note('messages');
  });
  wire.end();
};

/** Runs in this many lanes at once. */
const lanes = (count: number, rest: AbortSignal, work: () => Promise<void>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      while (!rest.aborted) await work().catch(() => sleep(50));
    }),
  );

/** Ten exports of one member at once, of all measures, read as fast as they come. */
const exporting: Attack = async ({ url, token, note }, rest) => {
  await lanes(10, rest, async () => {
    const headers = { Authorization: `Token ${token}` };
    const answer = await fetch(`${url}/api/measures/export/?format=csv`, { headers, signal: rest });
    note(`status ${answer.status}`);
    for await (const chunk of answer.body ?? []) note('bytes', chunk.length);
    if (answer.status === 200) note('whole files');
    else await sleep(200);
  });
};

/** Event streams of one member, four hundred attempts per second; granted ones stay open. */
const streams: Attack = ({ url, token, note, most }, rest) => {
  let open = 0;
  const headers = { Authorization: `Token ${token}`, Accept: 'text/event-stream' };
  return atRate(400, rest, async () => {
    note('asked for');
    const answer = await fetch(`${url}/api/events/`, { headers, signal: rest });
    note(`status ${answer.status}`);
    if (answer.status !== 200) return void (await answer.arrayBuffer());
    open += 1;
    most('streams open at once', open);
    await answer.body?.pipeTo(new WritableStream()).catch(() => undefined);
    open -= 1;
  });
};

export const ATTACKS: Readonly<Record<string, Attack>> = { bodies, passwords, aside, exporting, streams };
