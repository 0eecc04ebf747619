import type { Diagnosis } from '@aerowatch/domain/diagnostics/diagnose';
import type { DiagnosticVerdict, Finding } from '@aerowatch/domain/diagnostics/finding';
import { inOrder } from '@aerowatch/domain/diagnostics/primary';
import { METRIC_KEYS, type Measure } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { seenBy } from '../../platform/database/scope.ts';
import { pageWindow } from '../../platform/http/pages.ts';
import type { Viewer } from '../../platform/viewer.ts';

/** An AERO whose diagnosis is due, with what is known of it and its place. */
export interface DueAero {
  readonly id: number;
  readonly model_type: number;
  readonly conductor_type: string | null;
  readonly mechanical_tension: number | null;
  readonly regularized_length: number | null;
  readonly expansion_coefficient: number | null;
  readonly stroke_min_offset: number | null;
  readonly stroke_max_offset: number | null;
  readonly battery_min: number | null;
  readonly latitude: number | null;
  /** Day (UTC) of its newest measure. */
  readonly day: string;
  /** Time of the newest measure in ms, and of the last baseline reset. */
  readonly newest: number;
  readonly baseline: number | null;
}

/**
 * AEROs to diagnose now. A first time when their backlog has come in (no message for 20 s, or the newest
 * measure is of the last day); then once for every day they have measures of, an hour apart at least; and
 * at once after a baseline reset or a change of their data. Acts for the server itself.
 */
export async function dueAeros(db: Db, limit: number): Promise<DueAero[]> {
  const { rows } = await sql<DueAero>`
    select aeros.id, aeros.model_type, aeros.conductor_type, aeros.mechanical_tension, aeros.regularized_length,
      aeros.expansion_coefficient, aeros.stroke_min_offset, aeros.stroke_max_offset, aeros.battery_min, boxes.latitude,
      (latest.time at time zone 'UTC')::date as day, extract(epoch from latest.time)::float8 * 1000 as newest,
      extract(epoch from reset.at)::float8 * 1000 as baseline
    from aeros join boxes on boxes.id = aeros.box_id join measure_latest latest on latest.aero_id = aeros.id
    left join diagnostics d on d.aero_id = aeros.id
    left join lateral (
      select max(at) as at, max(created_at) as created_at from notes
      where notes.kind = 'baseline_reset' and notes.box_id = aeros.box_id and (notes.aero_id is null or notes.aero_id = aeros.id)) reset on true
    where (d.aero_id is null and (latest.received_at < now() - interval '20 seconds' or latest.time > now() - interval '1 day'))
      or (d.day < (latest.time at time zone 'UTC')::date and d.computed_at < now() - interval '1 hour')
      or d.computed_at < reset.created_at or d.computed_at < aeros.updated_at
    order by d.computed_at nulls first, aeros.id limit ${limit}`.execute(db);
  return rows;
}

/** The last days of measures of an AERO, oldest first. */
export async function recentMeasures(db: Db, aero: number, until: number, days: number): Promise<Measure[]> {
  const { rows } = await sql<Measure>`
    select extract(epoch from time)::float8 * 1000 as time, ${sql.raw(METRIC_KEYS.join(', '))}
    from measures_between(${aero}::int, to_timestamp((${until}::float8 + 1) / 1000) - make_interval(days => ${days}), to_timestamp((${until}::float8 + 1) / 1000))
    order by time`.execute(db);
  return rows;
}

const SAID_COLUMNS = [
  'primary_finding',
  'faults',
  'fault',
  'since',
  'confidence',
  'act',
  'act_by',
  'loaded_at',
];
const SAID = sql.raw(SAID_COLUMNS.join(', '));
const SAID_ANEW = sql.raw(SAID_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', '));
const momentOf = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : new Date(ms));

export async function saveDiagnosis(
  db: Db,
  aero: number,
  day: string,
  { verdict, primary, findings }: Diagnosis,
  loadedAt: Date,
): Promise<void> {
  const standing = inOrder(findings);
  const [first] = standing;
  const acts = standing.flatMap(({ act }) => (act?.by ? [act.by] : []));
  const said = {
    primary_finding: primary,
    faults: [...new Set(standing.flatMap(({ fault }) => fault ?? []))],
    fault: first?.fault ?? null,
    since: momentOf(first?.since),
    confidence: first?.confidence ?? null,
    act: first?.act?.code ?? null,
    // The soonest of all that is to be done.
    act_by: acts.length === 0 ? null : new Date(Math.min(...acts)),
    loaded_at: loadedAt,
  };
  // The AERO may have been deleted meanwhile.
  await sql`
    with saved as (
      insert into diagnostics (aero_id, day, verdict, findings, computed_at, ${SAID})
      select id, ${day}::date, ${verdict}, ${JSON.stringify(findings)}::jsonb, clock_timestamp(), ${said.primary_finding}::text, ${said.faults}::text[],
        ${said.fault}::text, ${said.since}::timestamptz, ${said.confidence}::real, ${said.act}::text, ${said.act_by}::timestamptz, ${said.loaded_at}::timestamptz
      from aeros where id = ${aero} for key share
      on conflict (aero_id) do update set day = excluded.day, verdict = excluded.verdict, findings = excluded.findings, computed_at = excluded.computed_at, ${SAID_ANEW})
    delete from diagnostics_asked where aero_id = ${aero} and last_at <= ${loadedAt}`.execute(db);
}

/** AEROs whose past changed, by an import: to be diagnosed anew. */
export async function forgetDiagnoses(db: Db, aeros: readonly number[]): Promise<void> {
  if (aeros.length > 0) await db.deleteFrom('diagnostics').where('aero_id', 'in', aeros).execute();
}

export interface DiagnosisRow {
  readonly aero: number;
  readonly box: number;
  readonly day: string;
  readonly computed_at: Date;
  readonly verdict: DiagnosticVerdict;
  readonly primary: string | null;
  readonly findings: Finding[];
}
interface ListQuery {
  readonly page: number;
  readonly page_size: number;
  readonly ordering?: string | undefined;
  readonly search?: string | undefined;
  readonly aero?: readonly number[] | undefined;
  readonly box?: readonly number[] | undefined;
  readonly client?: readonly number[] | undefined;
}

const RANK = `case d.verdict when 'bad' then 3 when 'watch' then 2 when 'unknown' then 1 when 'not_watched' then 1 else 0 end`;

/** A page of diagnoses of AEROs the viewer may see; the worst first unless ordered otherwise. */
export async function listDiagnoses(
  db: Db,
  viewer: Viewer,
  query: ListQuery,
): Promise<{ rows: DiagnosisRow[]; count: number }> {
  const { limit, offset } = pageWindow(query);
  const among = (column: string, ids: readonly number[] | undefined) =>
    ids === undefined ? sql`true` : sql`${sql.ref(column)} = any(${ids}::int[])`;
  const text = (query.search ?? '').trim().toLowerCase();
  const from = sql`from diagnostics d join aeros on aeros.id = d.aero_id join boxes on boxes.id = aeros.box_id
    where ${seenBy(viewer, 'boxes.client_id')} and ${among('aeros.id', query.aero)} and ${among('boxes.id', query.box)}
      and ${among('boxes.client_id', query.client)} and position(${text} in lower(boxes.serial_number || ' ' || boxes.name || ' ' || boxes.pole || ' ' || boxes.line)) > 0`;
  const [page, total] = await Promise.all([
    sql<DiagnosisRow>`select d.aero_id as aero, aeros.box_id as box, d.day, d.computed_at, d.verdict, d.primary_finding as primary, d.findings ${from}
      order by ${sql.raw(orderOf(query.ordering))} limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db),
  ]);
  return { rows: page.rows, count: total.rows[0]?.count ?? 0 };
}

/** The contract has checked the words; what could not be evaluated comes last either way. */
function orderOf(ordering: string | undefined): string {
  const parts = (ordering === undefined || ordering === '' ? '-verdict' : ordering).split(',').map((part) => {
    const field = part.replace(/^-/, '');
    return `${columnOf(field)} ${part.startsWith('-') ? 'desc' : 'asc'} nulls last`;
  });
  return [...parts, 'd.aero_id'].join(', ');
}
function columnOf(field: string): string {
  if (field === 'aero') return 'd.aero_id';
  if (field === 'box') return 'aeros.box_id';
  if (field === 'verdict') return RANK;
  return `(jsonb_path_query_first(d.findings, '$[*] ? (@.key == "${field}").value') #>> '{}')::float8`;
}
