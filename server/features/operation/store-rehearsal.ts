import type pg from 'pg';
import { DatabaseClient } from '../../platform/database/connection/hosts.ts';

/** A day of measures and of the audit log: [from, to), and what was received before `to`. */
export interface Day {
  readonly from: Date;
  readonly to: Date;
}

interface Row {
  /** Orders and identifies it; both databases sort it in the same way. */
  readonly key: readonly [number, number];
  readonly values: Readonly<Record<string, unknown>>;
}
/** Rows fetched at once. */
const PAGE = 5000;

/** Rows of a statement one by one, in a transaction of the reader. */
async function* rowsOf(client: pg.Client, statement: string, day: Day): AsyncGenerator<Row> {
  await client.query(`declare day_rows no scroll cursor for ${statement}`, [day.from, day.to]);
  for (;;) {
    const { rows } = await client.query<{ a: string; b: string; values: Row['values'] }>(
      `fetch ${PAGE} from day_rows`,
    );
    for (const { a, b, values } of rows) yield { key: [Number(a), Number(b)], values };
    if (rows.length < PAGE) break;
  }
  await client.query('close day_rows');
}

const MEASURES = `select m.aero_id as a, (extract(epoch from m.time) * 1000000)::bigint as b,
  jsonb_strip_nulls(to_jsonb(m) - 'aero_id' - 'time') as values
  from aeros cross join lateral measures_between(aeros.id, $1, $2) as m where m.received_at < $2 order by m.aero_id, m.time`;
/** Names of people may be deleted with them; the rest of an entry never changes. */
const AUDIT = `select id as a, 0 as b, jsonb_build_object('at', at, 'action', action, 'entity', entity) as values
  from audit where at >= $1 and at < $2 order by id`;

export const readMeasures = (client: pg.Client, day: Day) => rowsOf(client, MEASURES, day);
export const readAudit = (client: pg.Client, day: Day) => rowsOf(client, AUDIT, day);
export type { Row };

/** Reads a database in a single snapshot. */
export async function reading<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'aerowatch rehearsal' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    await client.query("set local timezone = 'UTC'");
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** AEROs that still exist: the measures of others were deleted with them. */
export async function aerosOf(client: pg.Client): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ id: number }>('select id from aeros');
  return new Set(rows.map(({ id }) => id));
}

export async function databaseBytes(url: string): Promise<number> {
  return reading(url, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return Number(rows[0]?.bytes);
  });
}
