import type { Datapoint } from '@aerowatch/domain/alerting/fold';
import { METRIC_KEYS, type MetricKey, NO_VALUES } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { firstTime } from './ingest/write/store-packs.ts';

/** The requested datapoints of an AERO; times in ms. */
export interface Span {
  readonly aero: number;
  /** Exclusive. */
  readonly after: number;
  /** Inclusive; absent: no end. */
  readonly until?: number;
  /** From this time on (inclusive) datapoints include their time of reception. */
  readonly receivedFrom?: number;
}
export interface Points {
  readonly points: Datapoint[];
  /** Time of the AERO's oldest datapoint of all. */
  readonly firstTime: number | null;
}

interface Row {
  aero_id: number;
  times: number[];
  received: number[] | null;
  [metric: string]: number | (number | null)[] | null;
}

const NEVER = Date.UTC(9999, 0);
/** After a time (exclusive) until another (inclusive); times are whole milliseconds. */
const between = sql`measures_between(s.aero_id, s.after + interval '1 millisecond', s.until + interval '1 millisecond') as m`;
const ms = (column: string) => sql`round(date_part('epoch', ${sql.ref(column)}) * 1000)::int8`;

/**
 * The datapoints of many AEROs in one query, in time order, with some metrics (the others null). Columns are
 * transferred as JSON, which is much cheaper to read than a row per datapoint.
 */
export async function loadPoints(
  db: Db,
  spans: readonly Span[],
  metrics: readonly MetricKey[],
): Promise<Map<number, Points>> {
  const wanted = METRIC_KEYS.filter((key) => metrics.includes(key));
  const columns = wanted.map((key) => sql`, json_agg(m.${sql.ref(key)} order by m.time) as ${sql.ref(key)}`);
  const { rows } = await sql<Row>`
    select m.aero_id, json_agg(${ms('m.time')} order by m.time) as times,
      json_agg(${ms('m.received_at')} order by m.time) filter (where m.time >= s.received_from) as received
      ${columns.length > 0 ? sql.join(columns, sql``) : sql``}
    from unnest(${spans.map((one) => one.aero)}::int[], ${spans.map((one) => new Date(one.after))}::timestamptz[],
      ${spans.map((one) => new Date(one.until ?? NEVER))}::timestamptz[],
      ${spans.map((one) => new Date(one.receivedFrom ?? NEVER))}::timestamptz[]) as s (aero_id, after, until, received_from)
    cross join lateral ${between}
    group by m.aero_id`.execute(db);
  const firsts = await firstTimes(
    db,
    spans.map((one) => one.aero),
  );
  const found = new Map(rows.map((row) => [row.aero_id, toPoints(row, wanted)]));
  return new Map(
    spans.map(({ aero }) => [aero, { points: found.get(aero) ?? [], firstTime: firsts.get(aero) ?? null }]),
  );
}

function toPoints(row: Row, metrics: readonly MetricKey[]): Datapoint[] {
  const columns = metrics.map((key) => [key, row[key] as (number | null)[]] as const);
  const received = row.received ?? [];
  const unknown = row.times.length - received.length;
  return row.times.map((time, i) => {
    const point: Datapoint = {
      time,
      ...NO_VALUES,
      receivedAt: i < unknown ? undefined : received[i - unknown],
    };
    for (const [key, values] of columns) point[key] = values[i] ?? null;
    return point;
  });
}

/** A window is full only when the AERO has a datapoint at or before its start. */
async function firstTimes(db: Db, aeros: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ aero: number; first: number | null }>`
    select aero, round(date_part('epoch', ${firstTime(sql`aero`)}) * 1000)::int8 as first
    from unnest(${[...aeros]}::int[]) as aero`.execute(db);
  return new Map(rows.flatMap((row) => (row.first === null ? [] : [[row.aero, Number(row.first)] as const])));
}

/** Number of datapoints in the spans, counted only up to `atMost`. */
export async function countPoints(db: Db, spans: readonly Span[], atMost: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from unnest(${spans.map((one) => one.aero)}::int[], ${spans.map((one) => new Date(one.after))}::timestamptz[],
        ${spans.map((one) => new Date(one.until ?? NEVER))}::timestamptz[]) as s (aero_id, after, until)
      cross join lateral ${between} limit ${atMost}
    ) counted`.execute(db);
  return rows[0]?.n ?? 0;
}
