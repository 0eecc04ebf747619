/** Thousands of boxes that wake at once with a day's backlog, while users work with the console. */

import { sql } from 'kysely';
import type { TestUser } from '../../testing/store-builders.ts';
import { PER_MESSAGE } from '../lib/batches.ts';
import { quantile, sleep, timeOf } from '../lib/figures.ts';
import { runLoad, wiresOf } from '../lib/load.ts';
import { type Finding, judged, type Row } from '../lib/row.ts';
import { type Process, type Stage, startStage } from '../lib/stage.ts';
import { type FilledBox, fillBoxes } from '../lib/store-fill.ts';

/** 144 measures of each AERO in messages of 12. */
const BATCHES = 12;
const STEADY = 500;
const FIRST = Math.floor(Date.now() / 86_400_000 - 30) * 86_400;

export const herd: Row = {
  name: 'herd',
  async run({ full }) {
    const count = full ? 10_000 : 2000;
    const stage = await startStage();
    try {
      const boxes = await fillBoxes(stage.db, count);
      const server = await stage.launch();
      const admin = await stage.user(server.url);
      const reference = await steadyRate(boxes.slice(0, STEADY), server, count);
      await sleep(2000);

      const answers: number[] = [];
      const load = await whileAsked(admin, answers, () =>
        runLoad({ boxes, ports: [server.mqttPort], from: 0, to: BATCHES, first: FIRST }),
      );
      const sent = count * BATCHES * PER_MESSAGE;
      const missing = sent - (await countStored(stage));
      return findingsOf({ count, load, reference, missing, answers, memory: server.memory().peak });
    } finally {
      await stage.stop();
    }
  },
};

/**
 * The reference, in measures per second: the same work for the server from connected boxes, for another day.
 */
async function steadyRate(
  boxes: readonly FilledBox[],
  { mqttPort }: Process,
  count: number,
): Promise<number> {
  const ports = [mqttPort];
  const wires = wiresOf(boxes, ports);
  await Promise.all(wires.map((wire) => wire.connect()));
  const rounds = Math.ceil((count * BATCHES) / STEADY / 2);
  const steady = await runLoad({ boxes, wires, ports, from: 1000, to: 1000 + rounds, first: FIRST });
  for (const wire of wires) wire.end();
  return (steady.messages * PER_MESSAGE) / steady.seconds;
}

/** Does the work while a user reads the dashboard; `answers` gets the ms of each request. */
async function whileAsked<T>({ api }: TestUser, answers: number[], work: () => Promise<T>): Promise<T> {
  let going = true;
  const person = (async () => {
    while (going) {
      answers.push(await timeOf(() => api.get('/dashboard/')));
      await sleep(100);
    }
  })();
  const result = await work();
  going = false;
  await person;
  return result;
}

async function countStored(stage: Stage): Promise<number> {
  const { rows } = await sql<{ count: number }>`
        select count(*) as count from measures where time < to_timestamp(${FIRST + 86_400})`.execute(
    stage.db,
  );
  return rows[0]?.count ?? 0;
}

interface Measured {
  readonly count: number;
  readonly load: Awaited<ReturnType<typeof runLoad>>;
  /** Measures per second. */
  readonly reference: number;
  readonly missing: number;
  /** ms of each request during it. */
  readonly answers: readonly number[];
  /** MB. */
  readonly memory: number;
}

function findingsOf({ count, load, reference, missing, answers, memory }: Measured): Finding[] {
  const rate = (load.messages * PER_MESSAGE) / load.seconds;
  const slowest = load.waits.worst / 1000;
  const api = quantile(answers, 0.95);
  return [
    {
      what: `herd: ${count} boxes wake at once with a day's backlog (handshakes included)`,
      value: rate,
      unit: 'measures/s',
      reference,
      referenceIs: `the same messages from ${STEADY} boxes that are connected`,
      ratio: rate / reference,
      target: '≥ 0.7 × the rate of 500 connections',
      verdict: judged(rate / reference >= 0.7),
      note: `${load.seconds.toFixed(1)} s in all, ${load.refusals} connections were cut and made again`,
    },
    {
      what: 'herd: longest wait for a PUBACK, waiting for the connection included',
      value: slowest,
      unit: 's',
      target: '≤ 60 s',
      verdict: judged(slowest <= 60),
    },
    {
      what: 'herd: measures not stored at its end',
      value: missing,
      unit: 'measures',
      target: '0',
      verdict: judged(missing === 0),
      note: `of ${count * BATCHES * PER_MESSAGE}`,
    },
    {
      what: 'herd: API p95 meanwhile (dashboard)',
      value: api,
      unit: 'ms',
      target: '< 500 ms',
      verdict: judged(api < 500),
      note: `${answers.length} requests, worst ${quantile(answers, 1).toFixed(0)} ms`,
    },
    {
      what: 'herd: memory of the server at its highest',
      value: memory,
      unit: 'MB',
      target: '< 500 MB',
      verdict: judged(memory < 500),
    },
  ];
}
