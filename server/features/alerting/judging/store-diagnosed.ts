import type { Datapoint } from '@aerowatch/domain/alerting/fold';
import { FINDING_KEYS } from '@aerowatch/domain/faults/list';
import { NO_VALUES } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';

/** Takes the marks of diagnosed AEROs, oldest first, except those that another worker holds. */
export async function takeDiagnosed(trx: Trx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ aero_id: number }>`
    delete from diagnosis_due where aero_id in (
      select aero_id from diagnosis_due order by at limit ${limit} for update skip locked) returning aero_id`.execute(
    trx,
  );
  return rows.map((row) => row.aero_id).sort((a, b) => a - b);
}

/** Grades as stored: the reported findings, and those that could not be evaluated; all others are good. */
export interface Grades {
  readonly stands: Readonly<Record<string, number>>;
  readonly unknown: readonly string[];
}

/** Diagnoses after a time (exclusive) until another (inclusive), ms, by AERO in order of time. */
export async function diagnosedPoints(
  db: Db,
  spans: readonly { readonly aero: number; readonly after: number; readonly until: number }[],
): Promise<Map<number, Datapoint[]>> {
  if (spans.length === 0) return new Map();
  const { rows } = await sql<{ aero_id: number; at: Date; grades: Grades; stop_margin: number | null }>`
    select d.aero_id, d.at, d.grades, d.stop_margin
    from unnest(${spans.map((one) => one.aero)}::int[], ${spans.map((one) => new Date(one.after))}::timestamptz[],
      ${spans.map((one) => new Date(one.until))}::timestamptz[]) as s (aero_id, after, until)
    join diagnosis_days d on d.aero_id = s.aero_id and d.at > s.after and d.at <= s.until
    order by d.aero_id, d.at`.execute(db);
  const points = new Map<number, Datapoint[]>();
  for (const row of rows) {
    const list = points.get(row.aero_id) ?? [];
    points.set(row.aero_id, list);
    list.push({
      time: row.at.getTime(),
      ...NO_VALUES,
      at: 'diagnosis',
      findings: findingsOf(row.grades),
      stop_margin: row.stop_margin,
    });
  }
  return points;
}

function findingsOf({ stands, unknown }: Grades): Record<string, number> {
  const known = FINDING_KEYS.filter((key) => !unknown.includes(key));
  return Object.fromEntries(known.map((key) => [key, stands[key] ?? 0]));
}
