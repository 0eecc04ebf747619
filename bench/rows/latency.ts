/** How soon a published measure becomes an alert in the database, and reaches a browser. */
import { condition } from '@aerowatch/server/features/alerting/testing';
import { sql } from 'kysely';
import type { TestUser } from '../../testing/store-builders.ts';
import { payloadOf } from '../lib/batches.ts';
import { sleep, until } from '../lib/figures.ts';
import type { Process, Stage } from '../lib/stage.ts';
import { type FilledBox, fillBoxes, SECRET } from '../lib/store-fill.ts';
import { WireBox } from '../lib/wire-box.ts';

/** Boxes, each of which opens one alert. */
const WATCHED = 40;

export async function latencies(stage: Stage, server: Process, manager: TestUser, client: number) {
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
