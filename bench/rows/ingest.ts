/** Ingest end to end compared with COPY, the herd compared with ingest, and the storage size of a measure. */
import { sql } from 'kysely';
import { copyLines, PER_MESSAGE } from '../lib/batches.ts';
import { copyIn, makeBareTable } from '../lib/copy.ts';
import { exponent, until } from '../lib/figures.ts';
import { runLoad, wiresOf } from '../lib/load.ts';
import { type Finding, judged, type Row } from '../lib/row.ts';
import { onStage, type Stage } from '../lib/stage.ts';
import { fillBoxes } from '../lib/store-fill.ts';

const CONNECTIONS = 500;
const FIRST = Math.floor(Date.now() / 86_400_000 - 120) * 86_400;

export const ingest: Row = {
  name: 'ingest',
  run: ({ full }) =>
    onStage(async (stage) => {
      const boxes = await fillBoxes(stage.db, CONNECTIONS);
      const server = await stage.launch();
      const wires = wiresOf(boxes, [server.mqttPort]);
      await Promise.all(wires.map((wire) => wire.connect()));
      const most = full ? 192 : 64;
      const sizes = [most / 16, most / 4, most];
      await runLoad({ boxes, wires, ports: [server.mqttPort], from: 0, to: 1, first: FIRST });
      const rates: number[] = [];
      const waits: number[] = [];
      let next = 1;
      for (const size of sizes) {
        const load = await runLoad({
          boxes,
          wires,
          ports: [server.mqttPort],
          from: next,
          to: next + size,
          first: FIRST,
        });
        next += size;
        rates.push((load.messages * PER_MESSAGE) / load.seconds);
        waits.push(load.waits.p95);
      }
      for (const wire of wires) wire.end();
      const { peak } = server.memory();
      const copied = await copyRate(stage, boxes, next);
      const sent = CONNECTIONS * next * PER_MESSAGE;
      const lost = sent - (await count(stage));
      const findings = findingsOf({ sizes, rates, waits, copied, sent, lost, peak });
      return [...findings, ...(await bytesAtRest(stage))];
    }),
};

interface Measured {
  /** Messages of each box. */
  readonly sizes: readonly number[];
  /** Measures per second, and ms to the acknowledgement, for each of the sizes. */
  readonly rates: readonly number[];
  readonly waits: readonly number[];
  readonly copied: number;
  readonly sent: number;
  readonly lost: number;
  /** MB. */
  readonly peak: number;
}

function findingsOf({ sizes, rates, waits, copied, sent, lost, peak }: Measured): Finding[] {
  const rate = rates.at(-1)!;
  const perMeasure = rates.map((one) => 1 / one);
  return [
    {
      what: `ingest, ${CONNECTIONS} connections, QoS 1, PUBACK after commit`,
      value: rate,
      unit: 'measures/s',
      reference: copied,
      referenceIs: 'COPY of the same rows into a bare table with the primary key',
      ratio: rate / copied,
      target: '≥ 0.30 × COPY',
      verdict: judged(rate / copied >= 0.3),
      growth: {
        sizes: sizes.map((size) => size * CONNECTIONS * PER_MESSAGE),
        values: rates,
        exponent: exponent(sizes, perMeasure),
      },
      note: `PUBACK p95 ${waits.map((ms) => ms.toFixed(0)).join(', ')} ms; exponent is of the time per measure`,
    },
    {
      what: 'ingest: measures acknowledged and not stored',
      value: lost,
      unit: 'measures',
      target: '0',
      verdict: judged(lost === 0),
      note: `of ${sent}`,
    },
    {
      what: 'ingest: memory of the server at its highest',
      value: peak,
      unit: 'MB',
      target: '< 500 MB',
      verdict: judged(peak < 500),
    },
  ];
}

async function copyRate(
  stage: Stage,
  boxes: Parameters<typeof copyLines>[0],
  batches: number,
): Promise<number> {
  const client = await stage.client();
  await makeBareTable(client, 'bare');
  const ms = await copyIn(client, 'bare', copyLines(boxes, batches, FIRST));
  await client.end();
  return (boxes.length * batches * PER_MESSAGE) / (ms / 1000);
}

async function count(stage: Stage): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from measures`.execute(stage.db);
  return rows[0]?.count ?? 0;
}

/** After the worker has rolled up all days; the naive table contains the same rows in the same order. */
async function bytesAtRest(stage: Stage): Promise<Finding[]> {
  await until(
    'rollups are done',
    async () => {
      const { rows } = await sql`select 1 from measure_dirty_days limit 1`.execute(stage.db);
      return rows.length === 0;
    },
    300_000,
  );
  await sql`vacuum measure_dirty_days, measure_days, measure_quarters, measure_latest`.execute(stage.db);
  const tables = [
    'measures',
    'measure_days',
    'measure_quarters',
    'measure_latest',
    'measure_dirty_days',
    'box_day_counts',
    'box_ledgers',
  ];
  const { rows } = await sql<{ name: string; bytes: number }>`
    select t as name, pg_total_relation_size(t::regclass) as bytes from unnest(${[...tables, 'bare']}::text[]) t`.execute(
    stage.db,
  );
  const measures = await count(stage);
  const of = (name: string) => (rows.find((row) => row.name === name)?.bytes ?? 0) / measures;
  const all = tables.reduce((sum, name) => sum + of(name), 0);
  return [
    {
      what: 'bytes at rest per measure, indexes and rollups included',
      value: all,
      unit: 'bytes',
      reference: of('bare'),
      referenceIs: 'a bare table with the primary key, the same rows in the same order',
      ratio: all / of('bare'),
      target: '≤ 110 bytes (≤ 30 once closed days are packed)',
      verdict: judged(all <= 110),
      note: tables.map((name) => `${name} ${of(name).toFixed(1)}`).join(', '),
    },
  ];
}
