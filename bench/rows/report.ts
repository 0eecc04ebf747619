/** The monthly report of 1,000 AEROs that all need attention: a page with a curve for every one. */
import { DAY } from '@aerowatch/domain/durations';
import { monthBefore, monthOf, monthSpan } from '@aerowatch/domain/report/month';
import { storeLeaks } from '@aerowatch/server/features/reports/testing';
import type { Db } from '@aerowatch/server/platform/database/db';
import { sql } from 'kysely';
import { quantile, sleep } from '../lib/figures.ts';
import { type Finding, judged, type Row } from '../lib/row.ts';
import { onStage, type Process } from '../lib/stage.ts';
import { fillBoxes, fillCounts, fillMeasures, rollUpAll } from '../lib/store-fill.ts';

const AEROS = 1000;
const WARM = 300;

export const report: Row = {
  name: 'report',
  run: () =>
    onStage(async (stage) => {
      const { client, month, measures } = await fill(stage.db);
      // The first start creates the administrator and checks the password's strength, whose thread takes 40
      // MB for a minute.
      await (await stage.launch({ ROLES: 'web' })).stop();
      const server = await stage.launch({ ROLES: 'web' });
      const { token } = await stage.user(server.url);
      const small = async () => (await fetch(`${server.url}/api/meta/`)).text();
      // The memory that a server takes in any case is not the report's.
      for (let turn = 0; turn < WARM; turn += 1) await small();
      const before = server.memory().now;
      const others: number[] = [];
      const { seconds, bytes, memory } = await whileAsked(small, others, () =>
        fetchReport(server, token, `client=${client}&month=${month}`),
      );
      return findingsOf({ seconds, bytes, measures, growth: memory - before, others });
    }),
};

/** Reads a report to its end; `memory`: the peak of the server during it, in MB. */
async function fetchReport(server: Process, token: string, query: string) {
  const headers = { Authorization: `Token ${token}` };
  const start = performance.now();
  const answer = await fetch(`${server.url}/api/reports/monthly/?${query}`, {
    headers,
  });
  if (answer.status !== 200 || answer.body === null) throw new Error(await answer.text());
  let bytes = 0;
  let memory = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    memory = Math.max(memory, server.memory().now);
  }
  return { seconds: (performance.now() - start) / 1000, bytes, memory };
}

/** Does the work while small requests continue; `waits` gets the ms of each. */
async function whileAsked<T>(
  request: () => Promise<unknown>,
  waits: number[],
  work: () => Promise<T>,
): Promise<T> {
  let over = false;
  const asking = (async () => {
    while (!over) {
      const start = performance.now();
      await request();
      waits.push(performance.now() - start);
      await sleep(20);
    }
  })();
  const result = await work();
  over = true;
  await asking;
  return result;
}

interface Measured {
  readonly seconds: number;
  readonly bytes: number;
  readonly measures: number;
  /** MB. */
  readonly growth: number;
  /** ms of each small request during it. */
  readonly others: readonly number[];
}

function findingsOf({ seconds, bytes, measures, growth, others }: Measured): Finding[] {
  const late = quantile(others, 0.95);
  return [
    {
      what: `monthly report of ${AEROS} AEROs, a page with its curve for each`,
      value: seconds,
      unit: 's',
      target: '< 20 s',
      verdict: judged(seconds < 20),
      note: `${(bytes / 1e6).toFixed(1)} MB from ${measures} measures`,
    },
    {
      what: 'monthly report: growth of the memory of the server, its thread included',
      value: growth,
      unit: 'MB',
      target: '< 200 MB',
      verdict: judged(growth < 200),
    },
    {
      what: 'monthly report: what others wait meanwhile, 95th percentile',
      value: late,
      unit: 'ms',
      target: '< 250 ms',
      verdict: judged(late < 250),
      note: `${others.length} small requests`,
    },
  ];
}

/** A client whose AEROs measured all of last month and each have a leak. */
async function fill(db: Db): Promise<{ client: number; month: string; measures: number }> {
  const month = monthBefore(monthOf(Date.now(), 'UTC'));
  const { from, to } = monthSpan(month, 'UTC');
  const { rows } = await sql<{
    id: number;
  }>`insert into clients (name) values ('Bench') returning id`.execute(db);
  const client = rows[0]!.id;
  const boxes = await fillBoxes(db, AEROS / 2, { client });
  const aeros = boxes.flatMap((box) => box.aeros);
  const today = Math.floor(Date.now() / DAY) * DAY;
  const measures = await fillMeasures(db, aeros, (to - from) / DAY, (today - to) / DAY);
  await rollUpAll(db);
  const ids = boxes.map(({ id }) => id);
  await fillCounts(db, ids, measures, Math.round((today - from) / DAY));
  const noticed = from + 5 * DAY;
  const days = (count: number) => noticed + count * DAY;
  await storeLeaks(db, aeros, { noticed, actBy: days(60), reaches: [days(50), days(70), days(90)] });
  return { client, month, measures };
}
