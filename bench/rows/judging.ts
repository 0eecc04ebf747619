/** Judging: how many (condition, datapoint) a second, and how soon an alert is there and told to a browser. */

import { judgeDue } from '@aerowatch/server/alerting/judging';
import { condition } from '@aerowatch/server/alerting/testing';
import type { TestUser } from '@aerowatch/server/testing/store-builders';
import { sql } from 'kysely';
import { payloadOf } from '../lib/batches.ts';
import { exponent, quantile, sleep, until } from '../lib/figures.ts';
import { judged, type Row } from '../lib/row.ts';
import { type Process, type Stage, startStage } from '../lib/stage.ts';
import { type FilledBox, fillBoxes, SECRET } from '../lib/store-fill.ts';
import { WireBox } from '../lib/wire-box.ts';

const minutes = (value: number) => ({ value, unit: 'minutes' as const });
const CONDITIONS = [
  condition(),
  condition({ period: minutes(60), percent: 80 }),
  condition({ period: minutes(60), average: true }),
  condition({ comparator: 'varies', value: 10, period: minutes(120) }),
  condition({ metric: 'displacement_time', value: 100, period: minutes(120) }),
];
/** Boxes of the latency part; each opens one alert. */
const WATCHED = 40;

export const judging: Row = {
  name: 'judging',
  async run({ full }) {
    const stage = await startStage();
    try {
      const client = (
        await sql<{ id: number }>`insert into clients (name) values ('Bench') returning id`.execute(stage.db)
      ).rows[0]!.id;
      const server = await stage.launch({ ROLES: 'web,ingest' });
      const manager = await stage.user(server.url, { level: 'privileged', client });
      const latency = await latencies(stage, server, manager, client);
      const sizes = full ? [625, 2500, 10_000] : [250, 1000, 4000];
      const boxes = await fillBoxes(stage.db, sizes[2]! / 2, { client, prefix: 'JUDGE' });
      const aeros = boxes.flatMap((box) => box.aeros);
      for (let start = 0; start < aeros.length; start += 1000) {
        const given = { name: `S${start}`, aeros: aeros.slice(start, start + 1000), conditions: CONDITIONS };
        const answer = await manager.api.post('/supervisors/', given);
        if (answer.status !== 201) throw new Error(answer.text.slice(0, 500));
      }
      await history(stage, aeros);
      await rate(stage, aeros.slice(0, 100), 0);
      const rates: number[] = [];
      for (const [turn, size] of sizes.entries())
        rates.push(await rate(stage, aeros.slice(0, size), turn + 1));
      return [
        {
          what: `judging: ${sizes.at(-1)} AEROs under 5 conditions each, a datapoint each, one worker`,
          value: rates.at(-1)!,
          unit: '(condition, datapoint)/s',
          target: '≥ 20,000',
          verdict: judged(rates.at(-1)! >= 20_000),
          growth: {
            sizes,
            values: rates,
            exponent: exponent(
              sizes,
              rates.map((one) => 1 / one),
            ),
          },
          note: 'windows of 0, 1 and 2 hours; exponent is of the time per judgement',
        },
        ...(['alert', 'browser'] as const).map((end) => {
          const p95 = quantile(latency[end], 0.95);
          const limit = end === 'alert' ? 1000 : 1500;
          return {
            what:
              end === 'alert'
                ? 'judging: from publish to the alert in the database, p95'
                : 'judging: from publish to the event stream of a browser, p95',
            value: p95,
            unit: 'ms',
            target: `< ${limit} ms`,
            verdict: judged(p95 < limit),
            note: `median ${quantile(latency[end], 0.5).toFixed(0)} ms, ${latency[end].length} alerts, one worker process`,
          };
        }),
      ];
    } finally {
      await stage.stop();
    }
  },
};

/** Eight hours of ten-minute data up to an hour ago. */
async function history(stage: Stage, aeros: readonly number[]): Promise<void> {
  await sql`
    insert into measures (aero_id, time, received_at, temperature, pressure, stroke, battery_voltage)
    select a, date_trunc('minute', now()) - interval '1 hour' - m * interval '10 minutes', now(), 20 + (a + m) % 9, 100, 400 + (a + m) % 20, 3.9
    from unnest(${aeros}::int[]) a, generate_series(48, 1, -1) m`.execute(stage.db);
  await sql`analyze measures, aeros, supervisor_aeros, conditions`.execute(stage.db);
}

/** A datapoint of each AERO is due: judgements a second until none is. */
async function rate(stage: Stage, aeros: readonly number[], turn: number): Promise<number> {
  const time = sql`date_trunc('minute', now()) - interval '30 minutes' + ${turn} * interval '1 second'`;
  await sql`
    insert into measures (aero_id, time, received_at, temperature, pressure, stroke, battery_voltage)
    select a, ${time}, clock_timestamp(), case when a % 100 = 0 then 35 else 25 end, 100, 400, 3.9 from unnest(${aeros}::int[]) a on conflict do nothing`.execute(
    stage.db,
  );
  await sql`insert into aero_due (aero_id, from_time) select a, ${time} from unnest(${aeros}::int[]) a`.execute(
    stage.db,
  );
  const start = performance.now();
  let judgements = 0;
  for (;;) {
    const batch = await judgeDue(stage.db, Date.now());
    judgements += batch.judgements;
    if (batch.aeros === 0) break;
  }
  if (judgements < aeros.length * CONDITIONS.length) throw new Error(`only ${judgements} judgements`);
  return judgements / ((performance.now() - start) / 1000);
}

async function latencies(stage: Stage, server: Process, manager: TestUser, client: number) {
  const worker = await stage.launch({ ROLES: 'worker' });
  const boxes = await fillBoxes(stage.db, WATCHED, { client, prefix: 'WATCH' });
  const answer = await manager.api.post('/supervisors/', {
    name: 'Watch',
    aeros: boxes.map((box) => box.aeros[0]),
    conditions: [condition({ comparator: 'lt', value: 1000 })],
  });
  if (answer.status !== 201) throw new Error(answer.text.slice(0, 500));
  const published = new Map<number, number>();
  const stored = new Map<number, number>();
  const heard = new Map<number, number>();
  const stop = new AbortController();
  const listening = listen(
    server,
    manager.token,
    stop.signal,
    (box) => heard.has(box) || heard.set(box, performance.now()),
  );
  let watching = true;
  const watcher = (async () => {
    while (watching) {
      const { rows } = await sql<{ box_id: number }>`select box_id from alerts`.execute(stage.db);
      for (const { box_id } of rows) if (!stored.has(box_id)) stored.set(box_id, performance.now());
      await sleep(10);
    }
  })();
  await sleep(500);
  await publish(boxes, server, published);
  await until('all alerts are heard', () => heard.size >= WATCHED && stored.size >= WATCHED, 30_000);
  watching = false;
  await watcher;
  stop.abort();
  await listening;
  await worker.stop();
  await sql`delete from supervisors`.execute(stage.db);
  const waits = (ends: Map<number, number>) => boxes.map((box) => ends.get(box.id)! - published.get(box.id)!);
  return { alert: waits(stored), browser: waits(heard) };
}

async function publish(
  boxes: readonly FilledBox[],
  server: Process,
  published: Map<number, number>,
): Promise<void> {
  const first = Math.floor(Date.now() / 1000 / 600) * 600 - 12 * 600;
  for (const [index, box] of boxes.entries()) {
    const wire = new WireBox({ serial: box.serial, secret: SECRET, ports: [server.mqttPort] });
    await wire.connect();
    published.set(box.id, performance.now());
    await wire.publish(`boxes/${box.serial}/measures`, payloadOf(index, 0, first));
    wire.end();
    await sleep(40);
  }
}

/** Reads the event stream as a browser does. */
async function listen(
  server: Process,
  token: string,
  signal: AbortSignal,
  heard: (box: number) => void,
): Promise<void> {
  const answer = await fetch(`${server.url}/api/events/`, {
    headers: { Authorization: `Token ${token}` },
    signal,
  });
  if (answer.status !== 200 || answer.body === null) throw new Error(await answer.text());
  let rest = '';
  try {
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        const { entity, data: row } = JSON.parse(data ?? '{}');
        if (entity === 'alerts') heard(row.box);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
