/**
 * Curves: one AERO over two years, and 20 AEROs over a month, compared with GROUP BY over the rows: through
 * the API, with sign-in, HTTP, gzip and JSON, and its statement alone, like the reference.
 */
import { DAY } from '@aerowatch/domain/durations';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { bucketTexts, ROLLUPS, type Source } from '@aerowatch/server/features/measures/series/store-cells';
import type { Api } from '../../testing/api.ts';
import { exponent, median, timeRuns } from '../lib/figures.ts';
import { type Finding, judged, ROOT, type Row } from '../lib/row.ts';
import { onStage, type Stage } from '../lib/stage.ts';
import { fillBoxes, fillMeasures, rollUpAll } from '../lib/store-fill.ts';

const YEARS = 730;
const TURNS = 15;
const SOME = METRIC_KEYS.slice(0, 3);

export const series: Row = {
  name: 'series',
  run: ({ full }) =>
    onStage(async (stage) => {
      const sizes = full ? [40, 160, 640] : [20, 80, 320];
      const days = full ? 90 : 31;
      const boxes = await fillBoxes(stage.db, sizes[2]! / 2 + 1);
      const [alone, ...others] = boxes.flatMap((box) => box.aeros);
      await fillMeasures(stage.db, [alone!], YEARS);
      const server = await stage.launch({ ROLES: 'web' });
      const { api } = await stage.user(server.url);
      const end = Math.floor(Date.now() / DAY) * DAY;
      const ask = (aeros: readonly number[], from: number, more: string) =>
        seriesRequest(api, { aeros, from, end, more });
      const rows: number[] = [];
      const single: number[] = [];
      const many: number[] = [];
      let filled = 0;
      for (const size of sizes) {
        await fillMeasures(stage.db, others.slice(filled, size), days);
        filled = size;
        await rollUpAll(stage.db);
        rows.push(YEARS * 144 + size * days * 144);
        single.push(median(await timeRuns(TURNS, ask([alone!], YEARS, '&points=1000'), 3)));
        many.push(
          median(await timeRuns(TURNS, ask(others.slice(0, 20), 30, `&metrics=${SOME.join(',')}`), 3)),
        );
      }
      const day = median(await timeRuns(TURNS, ask([alone!], 1, '&points=1000'), 3));
      const answer = await ask([alone!], YEARS, '&points=1000')();
      const raw = await rawBuckets(stage, [alone!], end - YEARS * DAY, end, METRIC_KEYS, 1000);
      const rawMany = await rawBuckets(stage, others.slice(0, 20), end - 30 * DAY, end, SOME, 1000);
      const statement = await statementTime(
        stage,
        [alone!],
        { from: end - YEARS * DAY, to: end },
        METRIC_KEYS,
        'days',
      );
      const statementMany = await statementTime(
        stage,
        others.slice(0, 20),
        { from: end - 30 * DAY, to: end },
        SOME,
        'quarters',
      );
      return [
        ...findingsOfOne({ rows, times: single, raw, statement, day, answer }),
        ...findingsOfMany({ rows, times: many, raw: rawMany, statement: statementMany }),
        growthFinding(exponent(rows, single), exponent(rows, many)),
      ];
    }),
};

interface SeriesQuery {
  readonly aeros: readonly number[];
  /** Days back from `end`. */
  readonly from: number;
  readonly end: number;
  /** Further parameters besides AEROs and times. */
  readonly more: string;
}

/** A request for curves through the API. */
const seriesRequest =
  (api: Api, { aeros, from, end, more }: SeriesQuery) =>
  async () => {
    const path = `/measures/series/?aero=${aeros.join(',')}&from=${new Date(end - from * DAY).toISOString()}&to=${new Date(end).toISOString()}${more}`;
    const { status, text, body } = await api.get(path);
    if (status !== 200) throw new Error(text.slice(0, 300));
    return body;
  };

/** Time of the statement that the API runs for these curves, median in ms. */
async function statementTime(
  stage: Stage,
  aeros: readonly number[],
  span: { from: number; to: number },
  metrics: readonly MetricKey[],
  source: Exclude<Source, 'raw'>,
): Promise<number> {
  const read = () => bucketTexts(stage.db, { aeros, metrics, span }, ROLLUPS[source], source, true);
  return median(await timeRuns(TURNS, read, 3));
}

interface Measured {
  /** Measures stored, and ms through the API for each of the sizes. */
  readonly rows: readonly number[];
  readonly times: readonly number[];
  /** ms of GROUP BY over the rows, and of the statement alone. */
  readonly raw: number;
  readonly statement: number;
}

function findingsOfOne({
  rows,
  times,
  raw,
  statement,
  day,
  answer,
}: Measured & { day: number; answer: { series: { time: unknown[] }[]; resolution: number } }): Finding[] {
  const two = times.at(-1)!;
  return [
    {
      what: `series of one AERO over two years, up to 1,000 points, all metrics, through the API`,
      value: two,
      unit: 'ms',
      reference: raw,
      referenceIs: 'GROUP BY date_bin over the rows, in SQL alone',
      ratio: raw / two,
      target: '≥ 20 × faster',
      verdict: judged(raw / two >= 20),
      growth: { sizes: rows, values: times, exponent: exponent(rows, times) },
      note: `${answer.series[0]!.time.length} points, resolution ${answer.resolution} s`,
    },
    {
      what: 'the same, its statement alone',
      value: statement,
      unit: 'ms',
      reference: raw,
      referenceIs: 'GROUP BY date_bin over the rows, in SQL alone',
      ratio: raw / statement,
      target: '≥ 20 × faster',
      verdict: judged(raw / statement >= 20),
    },
    {
      what: 'series: two years against one day',
      value: two / day,
      unit: '×',
      reference: day,
      referenceIs: 'ms for one day (144 points)',
      target: '≤ 3 ×',
      verdict: judged(two / day <= 3),
    },
  ];
}

function findingsOfMany({ rows, times, raw, statement }: Measured): Finding[] {
  const twenty = times.at(-1)!;
  return [
    {
      what: 'series of 20 AEROs × 3 metrics over a month, through the API',
      value: twenty,
      unit: 'ms',
      reference: raw,
      referenceIs: 'GROUP BY date_bin over the rows, in SQL alone',
      ratio: raw / twenty,
      target: '≥ 10 × faster',
      verdict: judged(raw / twenty >= 10),
      growth: { sizes: rows, values: times, exponent: exponent(rows, times) },
    },
    {
      what: 'the same, its statement alone',
      value: statement,
      unit: 'ms',
      reference: raw,
      referenceIs: 'GROUP BY date_bin over the rows, in SQL alone',
      ratio: raw / statement,
      target: '≥ 10 × faster',
      verdict: judged(raw / statement >= 10),
    },
  ];
}

const growthFinding = (one: number, many: number): Finding => ({
  what: 'series: growth with the measures of others',
  value: Math.max(one, many),
  unit: '(exponent)',
  target: `≤ ${ROOT}`,
  verdict: judged(Math.max(one, many) <= ROOT),
});

async function rawBuckets(
  stage: Stage,
  aeros: readonly number[],
  from: number,
  to: number,
  metrics: readonly string[],
  points: number,
): Promise<number> {
  const client = await stage.client();
  const seconds = Math.ceil((to - from) / 1000 / points);
  const values = metrics.map((m) => `min(${m}), max(${m}), avg(${m})`).join(', ');
  const query = `select aero_id, date_bin('${seconds} seconds', time, 'epoch') as bucket, count(*), ${values} from measures
    where aero_id = any($1) and time >= $2 and time < $3 group by 1, 2 order by 1, 2`;
  const found = await timeRuns(7, () => client.query(query, [aeros, new Date(from), new Date(to)]), 2);
  await client.end();
  return median(found);
}
