/** CSV of a million measures, streamed, compared with COPY TO STDOUT. */
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { copyOut } from '../lib/copy.ts';
import { exponent, sleep } from '../lib/figures.ts';
import { type Finding, judged, type Row } from '../lib/row.ts';
import { onStage, type Process, type Stage } from '../lib/stage.ts';
import { fillBoxes, fillMeasures, rollUpAll } from '../lib/store-fill.ts';

const DAYS = 60;

export const exportRow: Row = {
  name: 'export',
  run: ({ full }) =>
    onStage(async (stage) => {
      const aerosOf = full ? [8, 30, 116] : [2, 8, 30];
      const boxes = await fillBoxes(stage.db, Math.ceil(aerosOf[2]! / 2));
      const aeros = boxes.flatMap((box) => box.aeros).slice(0, aerosOf[2]);
      await fillMeasures(stage.db, aeros, DAYS);
      await rollUpAll(stage.db);
      const server = await stage.launch({ ROLES: 'web' });
      const { token } = await stage.user(server.url);
      const fetchCsv = (which: readonly number[]) => readCsv(server, token, which);
      await fetchCsv(aeros.slice(0, 2));
      await sleep(500);
      const before = server.memory().now;
      const times: number[] = [];
      const firsts: number[] = [];
      let highest = 0;
      for (const size of aerosOf) {
        const { ms, first, lines, memory } = await fetchCsv(aeros.slice(0, size));
        if (lines < size * DAYS * 144) throw new Error(`the file has ${lines} lines`);
        times.push(ms);
        firsts.push(first);
        highest = Math.max(highest, memory);
      }
      const copyMs = await copyTime(stage, aeros);
      const rows = aerosOf.map((size) => size * DAYS * 144);
      return findingsOf({ rows, times, firsts, copyMs, memory: { before, highest } });
    }),
};

/**
 * Reads a CSV file to its end: ms, ms to its first byte, its lines, and the peak memory of the server, in MB.
 */
async function readCsv(server: Process, token: string, which: readonly number[]) {
  const start = performance.now();
  const answer = await fetch(`${server.url}/api/measures/export/?format=csv&aero=${which.join(',')}`, {
    headers: { Authorization: `Token ${token}`, 'Accept-Encoding': 'identity' },
  });
  if (answer.status !== 200 || answer.body === null) throw new Error(await answer.text());
  let first = 0;
  let lines = 0;
  let memory = 0;
  for await (const chunk of answer.body) {
    if (first === 0) first = performance.now() - start;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
    memory = Math.max(memory, server.memory().now);
  }
  return { ms: performance.now() - start, first, lines, memory };
}

/** Time of COPY for the same rows, once the cache is warm, in ms. */
async function copyTime(stage: Stage, aeros: readonly number[]): Promise<number> {
  const client = await stage.client();
  const columns = ['time', 'aero_id', ...METRIC_KEYS].join(', ');
  const query = `select ${columns} from measures where aero_id = any('{${aeros.join(',')}}') order by aero_id, time`;
  await copyOut(client, query);
  const { ms } = await copyOut(client, query);
  await client.end();
  return ms;
}

interface Measured {
  readonly rows: readonly number[];
  /** ms to the end of the file, and to its first byte, for each of the sizes. */
  readonly times: readonly number[];
  readonly firsts: readonly number[];
  readonly copyMs: number;
  /** Memory of the server, MB. */
  readonly memory: { readonly before: number; readonly highest: number };
}

function findingsOf({ rows, times, firsts, copyMs, memory }: Measured): Finding[] {
  const [time, first] = [times.at(-1)!, Math.max(...firsts)];
  const growth = memory.highest - memory.before;
  return [
    {
      what: `export of ${rows.at(-1)} rows to CSV`,
      value: time,
      unit: 'ms',
      reference: copyMs,
      referenceIs: 'COPY of the same rows TO STDOUT as CSV',
      ratio: time / copyMs,
      target: '≤ 3 × its time',
      verdict: judged(time / copyMs <= 3),
      growth: { sizes: rows, values: times, exponent: exponent(rows, times) },
      note: 'in proportion to its rows: it streams',
    },
    {
      what: 'export: growth of the memory of the server',
      value: growth,
      unit: 'MB',
      target: '< 50 MB',
      verdict: judged(growth < 50),
      note: `from ${memory.before.toFixed(0)} MB after a small export before`,
    },
    {
      what: 'export: first byte',
      value: first,
      unit: 'ms',
      target: '< 300 ms',
      verdict: judged(first < 300),
      growth: { sizes: rows, values: firsts, exponent: exponent(rows, firsts) },
    },
  ];
}
