/**
 * The week ahead of 10,000 AEROs: computed, updated where the weather changed, stored compactly, and read.
 */
import { Agent, get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { LEADS } from '@aerowatch/domain/forecast/basis';
import { forecastDue } from '@aerowatch/server/features/forecast/issue/issue';
import { packMonths } from '@aerowatch/server/features/forecast/weeks/pack';
import { quantile, timeOf, timeRuns } from '../lib/figures.ts';
import { processorOf } from '../lib/processor.ts';
import { type Finding, judged, type Row } from '../lib/row.ts';
import { onStage, type Stage } from '../lib/stage.ts';
import { fillBoxes } from '../lib/store-fill.ts';
import {
  bytesKept,
  fillKeptDays,
  fillStandings,
  fillWeather,
  plainRows,
  reissueWeather,
} from '../lib/store-forecasts.ts';

const AEROS = 10_000;
const LONGEST_S = 120;
const MAX_BYTES = 10;
const MAX_MS = 200;
/** Counted reads, and uncounted ones before. */
const TIMES = 40;
const WARM = 5;
/** Share of the weather points issued again for the incremental figure. */
const SHARE = 0.05;
const MONTH = 30;
const READS = [
  '/forecast/',
  '/forecast/peaks/',
  '/forecast/boxes/',
  '/forecast/week/',
  '/forecast/skill/',
  '/aeros/at/?temperature=41',
  '/line/',
];

export const forecast: Row = {
  name: 'forecast',
  run: () =>
    onStage(async (stage) => {
      await fillBoxes(stage.db, AEROS / 2);
      await fillStandings(stage.db);
      await fillWeather(stage.db);
      const made = await madeAll(stage);
      const kept = await keptSmall(stage);
      return [...made, ...kept, ...(await reads(stage))];
    }),
};

async function forecastAll({ db }: Stage): Promise<number> {
  let count = 0;
  for (;;) {
    const done = await forecastDue(db, Date.now());
    if (done === 0) return count;
    count += done;
  }
}

async function madeAll(stage: Stage): Promise<Finding[]> {
  let count = 0;
  const all = (await timeOf(async () => (count = await forecastAll(stage)))) / 1000;
  if (count !== AEROS) throw new Error(`${count} of ${AEROS} AEROs were forecast`);
  const plain = (await timeOf(() => plainRows(stage.db))) / 1000;
  const reissued = await reissueWeather(stage.db, SHARE);
  let again = 0;
  const part = (await timeOf(async () => (again = await forecastAll(stage)))) / 1000;
  if (again >= AEROS / 4 || again === 0)
    throw new Error(`${again} AEROs after ${reissued} points were told anew`);
  return [
    {
      what: `forecast: ${AEROS} AEROs × ${LEADS} days, one process`,
      value: all,
      unit: 's',
      reference: plain,
      referenceIs: 'the same rows copied by one statement',
      ratio: all / plain,
      target: `≤ ${LONGEST_S} s`,
      verdict: judged(all <= LONGEST_S),
      note: '100 days of its own history and of weather for each',
    },
    {
      what: `forecast: weather told anew at ${reissued} points, ${again} AEROs`,
      value: part,
      unit: 's',
      reference: all,
      referenceIs: 'all of them',
      ratio: part / all,
      target: `≤ ${(4 * SHARE).toFixed(1)} of all`,
      verdict: judged(part / all <= 4 * SHARE),
    },
  ];
}

async function keptSmall({ db }: Stage): Promise<Finding[]> {
  await fillKeptDays(db, MONTH);
  const before = await bytesKept(db, 'forecast_days');
  while ((await packMonths(db, Date.now())) > 0);
  const after = await bytesKept(db, 'forecast_months');
  const slots = AEROS * MONTH * LEADS;
  return [
    {
      what: 'forecast: bytes an AERO, day and lead after a month, index and row headers included',
      value: after / slots,
      unit: 'B',
      reference: before / slots,
      referenceIs: 'a row an AERO and day',
      ratio: after / before,
      target: `≤ ${MAX_BYTES} B`,
      verdict: judged(after / slots <= MAX_BYTES),
    },
  ];
}

async function reads(stage: Stage): Promise<Finding[]> {
  const server = await stage.launch({ ROLES: 'web' });
  const asker: Asker = { url: server.url, token: (await stage.user(server.url)).token };
  const findings: Finding[] = [];
  const plain = quantile(await timeRuns(20, () => read(asker, '/meta/'), 3), 0.95);
  const processor = () => processorOf([server.pid, stage.postgresPid()]);
  // The line is cached for moments: measured with repeated requests, and as if something had changed before
  // each.
  const line = '/line/';
  const addresses = [...READS.map((path) => ({ path, anew: false })), { path: line, anew: true }];
  for (const { path, anew } of addresses) {
    const once = async () => {
      if (anew) await changed(stage);
      return timeOf(() => read(asker, path));
    };
    await timeRuns(1, once, WARM);
    const before = processor();
    const times: number[] = [];
    for (let i = 0; i < TIMES; i++) times.push(await once());
    const p95 = quantile(times, 0.95);
    findings.push({
      what: `GET ${path} of ${AEROS} AEROs, p95${anew ? ', made anew each time' : ''}`,
      value: p95,
      unit: 'ms',
      reference: plain,
      referenceIs: 'GET /meta/',
      ratio: p95 / plain,
      target: `≤ ${MAX_MS} ms`,
      verdict: judged(p95 <= MAX_MS),
      note: `${((processor() - before) / TIMES).toFixed(0)} ms of the processor, server and database together; the reader unpacks and parses it in ${(await unpacking(asker, path)).toFixed(0)} ms`,
    });
  }
  return findings;
}

/** An unrelated change, as a user makes it: the cached answer is computed again. */
async function changed({ db }: Stage): Promise<void> {
  await db
    .insertInto('change_events')
    .values({ entity: 'tags', type: 'updated', entity_id: 1, client_id: null, user_id: null })
    .execute();
}

interface Asker {
  readonly url: string;
  readonly token: string;
}
const AGENT = new Agent({ keepAlive: true });

/** ms that a reader needs to parse the answer, the median of a few. */
async function unpacking(asker: Asker, path: string): Promise<number> {
  const body = await read(asker, path);
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  const times = await timeRuns(5, async () => JSON.parse((isPacked ? gunzipSync(body) : body).toString()));
  return quantile(times, 0.5);
}

/** An answer to its last byte, compressed as for a browser; parsing is timed separately. */
async function read({ url, token }: Asker, path: string): Promise<Buffer> {
  const { status, body } = await new Promise<{ status: number | undefined; body: Buffer }>(
    (resolve, reject) => {
      const headers = { authorization: `Token ${token}`, 'accept-encoding': 'gzip' };
      get(`${url}/api${path}`, { agent: AGENT, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => resolve({ status: answer.statusCode, body: Buffer.concat(chunks) }));
      }).on('error', reject);
    },
  );
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return body;
}
