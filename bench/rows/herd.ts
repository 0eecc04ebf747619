/** Thousands of boxes that wake at once with a day's backlog, while people use the console. */
import { sql } from 'kysely';
import { PER_MESSAGE } from '../lib/batches.ts';
import { quantile, sleep, timed } from '../lib/figures.ts';
import { runLoad, wiresOf } from '../lib/load.ts';
import { judged, type Row } from '../lib/row.ts';
import { startStage } from '../lib/stage.ts';
import { fillBoxes } from '../lib/store-fill.ts';

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
      const ports = [server.mqttPort];
      // The reference: the same work for the server from 500 boxes that are connected, another day's.
      const few = boxes.slice(0, STEADY);
      const wires = wiresOf(few, ports);
      await Promise.all(wires.map((wire) => wire.connect()));
      const rounds = Math.ceil((count * BATCHES) / STEADY / 2);
      const steady = await runLoad({ boxes: few, wires, ports, from: 1000, to: 1000 + rounds, first: FIRST });
      for (const wire of wires) wire.end();
      const reference = (steady.messages * PER_MESSAGE) / steady.seconds;
      await sleep(2000);

      const answers: number[] = [];
      let going = true;
      const person = (async () => {
        while (going) {
          answers.push(await timed(() => admin.api.get('/dashboard/')));
          await sleep(100);
        }
      })();
      const load = await runLoad({ boxes, ports, from: 0, to: BATCHES, first: FIRST });
      going = false;
      await person;
      const rate = (load.messages * PER_MESSAGE) / load.seconds;
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from measures where time < to_timestamp(${FIRST + 86_400})`.execute(
        stage.db,
      );
      const missing = count * BATCHES * PER_MESSAGE - (rows[0]?.count ?? 0);
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
          value: server.memory().peak,
          unit: 'MB',
          target: '< 500 MB',
          verdict: judged(server.memory().peak < 500),
        },
      ];
    } finally {
      await stage.stop();
    }
  },
};
