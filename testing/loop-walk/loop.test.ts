import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshSample, makeWorld, type World } from '../access-walk/walk.ts';
import { testServer } from '../test-server.ts';
import { type Asker, makeAsker, together } from './ask.ts';
import { WORST_MESSAGES } from './messages.ts';
import { type Worst, worstOf } from './requests.ts';
import { makeClient, slowness, watchLoop } from './watch.ts';

/** Longest block of the event loop by one input, in ms of processor time. */
const LONGEST_MS = 100;
/** A garbage collection may fall into one try: the best of this many counts. */
const TRIES = 4;

const server = await testServer({ env: { CALL_RATE: 'off', LOG_LEVEL: 'fatal' }, checkAnswers: false });
const client = makeClient();
const loop = watchLoop();
afterAll(() => {
  loop.stop();
  client.end();
});

let world: World;
beforeAll(async () => {
  world = await makeWorld(server);
  // A year of measures every ten minutes, so that reads have data.
  for (const aero of world.own.aeros)
    await sql`insert into measures (aero_id, time, received_at, temperature, stroke, pressure)
      select ${aero}, date_trunc('day', now()) - at * interval '10 minutes', now(), at % 30, 500 + at % 20, 180
      from generate_series(1, 52560) as at on conflict do nothing`.execute(server.db);
});

/** How long the loop was blocked during an action, ms. */
async function held(act: () => Promise<unknown>): Promise<number> {
  loop.begin();
  await act();
  return loop.longest();
}

/** The shortest block of the loop in a few tries; undefined when it is within the limit. */
async function heldBy(act: () => Promise<unknown>): Promise<number | undefined> {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TRIES; turn += 1) {
    best = Math.min(best, await held(act));
    if (best <= LONGEST_MS) return undefined;
    if (turn > 0 && best <= LONGEST_MS * slowness()) return undefined;
  }
  return best;
}

async function problemsOfOne(asker: Asker, worst: Worst): Promise<string[]> {
  let status = 0;
  const ms = await heldBy(async () => {
    status = await asker.ask(worst);
  });
  return [
    ...(ms === undefined ? [] : [`${worst.name}: ${ms.toFixed(0)} ms (answered ${status})`]),
    // 429: the server did not process the request.
    ...([0, 429, 500].includes(status) ? [`${worst.name}: answered ${status}`] : []),
  ];
}

async function problemsOf(endpoint: AnyEndpoint): Promise<string[]> {
  const asker = makeAsker(world, client, endpoint);
  const { id } = await server.createUser({ level: 'admin', client: world.own.client });
  const problems: string[] = [];
  for (const some of together(worstOf(endpoint, await freshSample(world, endpoint, id)))) {
    let again: readonly Worst[] = some;
    // If several together stay within the limit, each of them does.
    const ms = await held(async () => {
      again = await asker.askAll(some);
    });
    for (const worst of ms <= LONGEST_MS ? again : some)
      problems.push(...(await problemsOfOne(asker, worst)));
  }
  return problems;
}

const MEASURES = 'measures';
/** Topics with a handler of their own, and one without a subscriber. */
const OTHERS = ['reported', 'answer', 'firmware/state', 'nothing'];
const FORTY = Array.from({ length: 40 });
/** Of messages that each fill a transaction, enough to show the effect of several in sequence. */
const fills = (name: string) => name.startsWith('ten thousand');

/** The topics of messages that are sent at once. */
const AT_ONCE: Readonly<Record<string, (name: string) => string[]>> = {
  ...Object.fromEntries([MEASURES, ...OTHERS].map((topic) => [`one on ${topic}`, () => [topic]])),
  'forty on measures': (name) => FORTY.slice(fills(name) ? 35 : 0).map(() => MEASURES),
  'forty on the others': () => FORTY.map((_, at) => OTHERS[at % OTHERS.length] ?? ''),
};

/** Each time from another box: a box that just sent this much is throttled, and cannot send forty at once. */
async function send(topics: readonly string[], payload: Buffer): Promise<void> {
  const { serial, secret } = await server.createBox({ client: world.own.client });
  const box = { kind: 'mqtt', url: server.mqttUrl, serial, secret } as const;
  const outcome = await client.act({
    ...box,
    topics: topics.map((topic) => `boxes/${serial}/${topic}`),
    payload,
  });
  expect(outcome).toEqual({ status: 200, text: '' });
}

describe('the worst of its size holds nobody up:', () => {
  it('what this test watches is seen', async () => {
    const most = 1.5 * LONGEST_MS * slowness();
    const hold = () => {
      const began = process.threadCpuUsage();
      const spent = () => {
        const { user, system } = process.threadCpuUsage(began);
        return (user + system) / 1000;
      };
      while (spent() < most);
    };
    expect(await heldBy(async () => hold())).toBeGreaterThan(LONGEST_MS);
    expect(await heldBy(() => new Promise((resolve) => setTimeout(resolve, 300)))).toBeUndefined();
  });

  it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    async (_name, endpoint) => expect(await problemsOf(endpoint)).toEqual([]),
    300_000,
  );

  it('messages of a box: one on each topic, and forty at once on those of measures and on all', async () => {
    const problems: string[] = [];
    for (const [name, payload] of Object.entries(WORST_MESSAGES))
      for (const [what, topics] of Object.entries(AT_ONCE)) {
        const ms = await heldBy(() => send(topics(name), payload));
        if (ms !== undefined) problems.push(`${what} of ${name}: ${ms.toFixed(0)} ms`);
      }
    expect(problems).toEqual([]);
  });
});
