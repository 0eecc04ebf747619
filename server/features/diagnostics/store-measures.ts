import type { Samples } from '@aerowatch/domain/faults/shared/days/samples';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import { COPY_HINT } from '../../platform/database/connection/prepared-statements.ts';
import type { Db } from '../../platform/database/db.ts';
import { type ReadMeasures, unpackMeasures } from './read-measures.ts';

const columns = sql.raw(METRIC_KEYS.map((metric) => `c.${metric}`).join(', '));
const at = (ms: number) => sql`to_timestamp(${sql.lit(ms)}::float8 / 1000)`;

/**
 * The measures of some AEROs between two moments (ms, both included) as the database sends them: in columns
 * by day, which is a quarter of the work of rows, and in binary. About 0.7 MB for 90 days of one AERO at ten
 * minutes.
 */
export async function readMeasures(
  db: Db,
  aeros: readonly number[],
  since: number,
  until: number,
): Promise<ReadMeasures> {
  // Literals, because COPY takes no parameters. The reader sorts the days: sorting rows this wide costs the
  // database more.
  const { rows } = await sql<{ bytes: Buffer }>`${sql.raw(COPY_HINT)} copy (
    select asked.id, (extract(epoch from c.day) / 86400)::integer, c.step, c.shifts, ${columns}
    from unnest(${sql.lit(`{${aeros.join()}}`)}::integer[]) as asked (id)
    cross join lateral day_columns(asked.id, ${at(since)}, ${at(until + 1)}) as c) to stdout (format binary)`.execute(
    db,
  );
  // A separate copy, because it is transferred to another thread, and a small buffer shares its memory with
  // others.
  return { aeros, since, until, bytes: new Uint8Array(rows[0]!.bytes) };
}

/** The same, parsed. About 0.7 MB for 90 days at ten minutes. */
export async function measuresOf(
  db: Db,
  aeros: readonly number[],
  since: number,
  until: number,
): Promise<Map<number, Samples>> {
  return unpackMeasures(await readMeasures(db, aeros, since, until));
}
