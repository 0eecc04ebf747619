/** The storage size of a measure once its day is packed, and the cost of reading and storing then. */
import { DAY } from '@aerowatch/domain/durations';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { packAero } from '@aerowatch/server/features/measures/packing/packing';
import { sql } from 'kysely';
import type { Api } from '../../testing/api.ts';
import { exponent, median, timeOf, timeRuns } from '../lib/figures.ts';
import { type Finding, judged, type Row } from '../lib/row.ts';
import { onStage, type Stage } from '../lib/stage.ts';
import { fillBoxes, fillMeasures, rollUpAll } from '../lib/store-fill.ts';

/** Days between two turns of the packer: the space of rows that were packed is reused. */
const SLICE = 5;
const TABLES = [
  'measures',
  'measure_packs',
  'measure_days',
  'measure_quarters',
  'measure_latest',
  'measure_dirty_days',
];

export const packs: Row = {
  name: 'packs',
  run: ({ full }) =>
    onStage(async (stage) => {
      // The unpacked week is included once, so a year shows the cost of storage, but a quarter does not.
      const aeros = full ? 100 : 20;
      const days = 365;
      const boxes = await fillBoxes(stage.db, aeros);
      const all = boxes.flatMap((box) => box.aeros);
      const [packed, plain] = [all.slice(0, aeros), all.slice(aeros)];
      let [measures, packing] = [0, 0];
      for (let until = days - SLICE; until >= 0; until -= SLICE) {
        measures += await fillMeasures(stage.db, packed, SLICE, until);
        await rollUpAll(stage.db);
        packing += await timeOf(() => packAll(stage, packed));
        await sql.raw(`vacuum ${TABLES.join(', ')}`).execute(stage.db);
      }
      const sizes = await bytesOf(stage, measures);
      const bare = await bareBytes(stage, packed, measures);

      await fillMeasures(stage.db, plain, days);
      await rollUpAll(stage.db);
      const server = await stage.launch({ ROLES: 'web' });
      const { api } = await stage.user(server.url);
      const reader = readerOf(api, days);
      return [
        sizeFinding(sizes, bare),
        {
          what: 'packing',
          value: measures / (packing / 1000),
          unit: 'measures/s',
          verdict: 'shown',
          note: `${measures} measures of ${aeros} AEROs, ${days} days`,
        },
        await comparePacks(reader, plain[1]!, packed[1]!),
        await growthOfPages(reader, packed[2]!),
      ];
    }),
};

/** Bytes per measure in a table without packs and rollups, filled with the same rows. */
async function bareBytes(stage: Stage, aeros: readonly number[], measures: number): Promise<number> {
  await sql`create table bare (like measures, primary key (aero_id, time))`.execute(stage.db);
  await sql`insert into bare select time, received_at, aero_id, ${sql.raw(METRIC_KEYS.join(', '))}
        from unnest(${aeros}::int[]) as a (id) cross join lateral measures_between(a.id, '-infinity', 'infinity') order by time, aero_id`.execute(
    stage.db,
  );
  return (await bytesOf(stage, measures, ['bare'])).get('bare') ?? 0;
}

function sizeFinding(sizes: ReadonlyMap<string, number>, bare: number): Finding {
  const atRest = [...sizes.values()].reduce((sum, one) => sum + one, 0);
  return {
    what: 'bytes at rest per measure once closed days are packed, indexes and rollups included',
    value: atRest,
    unit: 'bytes',
    reference: bare,
    referenceIs: 'a bare table with the primary key, the same rows in the order they came in',
    ratio: atRest / bare,
    target: '≤ 30 bytes',
    verdict: judged(atRest <= 30),
    note: [...sizes].map(([name, bytes]) => `${name} ${bytes.toFixed(1)}`).join(', '),
  };
}

/** Reads a path through the API, median in ms; `span`: the query of the newest days. */
interface Reader {
  readonly days: number;
  read(path: string): Promise<number>;
  span(back: number): string;
}

function readerOf(api: Api, days: number): Reader {
  const end = Math.floor(Date.now() / DAY) * DAY;
  const read = async (path: string) =>
    median(
      await timeRuns(
        9,
        async () => {
          const { status, text } = await api.get(path);
          if (status !== 200) throw new Error(text.slice(0, 300));
        },
        3,
      ),
    );
  const span = (back: number) =>
    `from=${new Date(end - back * DAY).toISOString()}&to=${new Date(end).toISOString()}`;
  return { days, read, span };
}

/** Each way of reading, from packs compared with from rows. */
async function comparePacks({ days, read, span }: Reader, plain: number, packed: number): Promise<Finding> {
  const queries = [
    ['a day, raw', (aero: number) => `/measures/series/?aero=${aero}&every=raw&${span(1)}`],
    ['a month by the hour', (aero: number) => `/measures/series/?aero=${aero}&every=3600&${span(30)}`],
    [`${days} days, 1,000 points`, (aero: number) => `/measures/series/?aero=${aero}&${span(days)}`],
    ['a page of 1,000', (aero: number) => `/measures/?aero=${aero}&page_size=1000&${span(days)}`],
    [`export of ${days} days`, (aero: number) => `/measures/export/?aero=${aero}&${span(days)}`],
  ] as const;
  const ratios: number[] = [];
  const lines: string[] = [];
  for (const [what, path] of queries) {
    const rows = await read(path(plain));
    const pack = await read(path(packed));
    ratios.push(pack / rows);
    lines.push(`${what} ${pack.toFixed(1)} against ${rows.toFixed(1)} ms`);
  }
  return {
    what: 'reading packed days through the API, against rows; the median of the ratios',
    value: median(ratios),
    unit: '×',
    verdict: 'shown',
    note: lines.join('; '),
  };
}

async function growthOfPages({ days, read, span }: Reader, aero: number): Promise<Finding> {
  const spans = [days / 16, days / 4, days];
  const grown: number[] = [];
  for (const back of spans)
    grown.push(await read(`/measures/?aero=${aero}&page_size=1000&${span(Math.ceil(back))}`));
  return {
    what: 'a page of 1,000 measures from packs: growth with the days asked for',
    value: exponent(spans, grown),
    unit: '(exponent)',
    target: '≤ 0.5',
    verdict: judged(exponent(spans, grown) <= 0.5),
    note: grown.map((ms) => ms.toFixed(1)).join(', '),
  };
}

async function packAll(stage: Stage, aeros: readonly number[]): Promise<void> {
  const closed = { closed: new Date(Date.now() + DAY), quiet: new Date(Date.now() + DAY) };
  for (const aero of aeros) await packAero(stage.db, aero, closed);
}

async function bytesOf(
  stage: Stage,
  measures: number,
  tables: readonly string[] = TABLES,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select t as name, pg_total_relation_size(t::regclass) as bytes from unnest(${tables}::text[]) t`.execute(
    stage.db,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes / measures]));
}
