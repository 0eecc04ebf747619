import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';
import type { DayLine } from '../measures/series/day-lines.ts';

const iso = (day: number) => new Date(day).toISOString().slice(0, 10);

/** Stored lines that are still valid: none of their inputs has changed since. Days as ms of their start. */
export async function cachedLines(
  trx: Trx,
  wanted: ReadonlyMap<number, readonly number[]>,
): Promise<Map<number, Map<number, DayLine>>> {
  const pairs = [...wanted].flatMap(([aero, days]) => days.map((day) => [aero, iso(day)] as const));
  const { rows } = await sql<{ aero_id: number; day: number; a: number | null; b: number | null }>`
    select l.aero_id, extract(epoch from l.day)::float8 * 1000 as day, l.a, l.b
    from unnest(${pairs.map(([aero]) => aero)}::int[], ${pairs.map(([, day]) => day)}::date[]) as w (aero_id, day)
      join stroke_lines l using (aero_id, day) join aeros on aeros.id = l.aero_id
    where l.computed_at >= aeros.updated_at and not exists (select from notes n where n.box_id = aeros.box_id
      and n.kind = 'baseline_reset' and (n.aero_id is null or n.aero_id = aeros.id) and n.created_at > l.computed_at)`.execute(
    trx,
  );
  const kept = new Map<number, Map<number, DayLine>>();
  for (const { aero_id, day, a, b } of rows) {
    const own = kept.get(aero_id) ?? new Map<number, DayLine>();
    kept.set(aero_id, own.set(day, a === null || b === null ? null : { a, b }));
  }
  return kept;
}

/** Stores lines and deletes those that no window reaches any more. */
export async function keepLines(
  trx: Trx,
  made: ReadonlyMap<number, ReadonlyMap<number, DayLine>>,
): Promise<void> {
  const rows = [...made].flatMap(([aero_id, lines]) =>
    [...lines].map(([day, line]) => ({ aero_id, day: iso(day), a: line?.a ?? null, b: line?.b ?? null })),
  );
  if (rows.length === 0) return;
  await sql`insert into stroke_lines (aero_id, day, a, b)
    select aero_id, day, a, b from json_to_recordset(${JSON.stringify(rows)}::json) as t (aero_id int, day date, a float8, b float8)
    on conflict (aero_id, day) do update set a = excluded.a, b = excluded.b, computed_at = clock_timestamp()`.execute(
    trx,
  );
  await sql`delete from stroke_lines where aero_id = any(${[...made.keys()]}::int[]) and day < current_date - 70`.execute(
    trx,
  );
}
