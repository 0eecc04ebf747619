import type { diagnosticsList } from '@aerowatch/contracts/api/diagnostics';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import type { DiagnosticVerdict, Finding } from '@aerowatch/domain/faults/finding';
import { gradesOf, stopMargin } from '@aerowatch/domain/faults/grades';
import type { Diagnosis } from '@aerowatch/domain/faults/pipeline';
import type { Verification } from '@aerowatch/domain/faults/repair';
import { inOrder } from '@aerowatch/domain/faults/steps/precedence';
import { sql } from 'kysely';
import { PREPARED_HINT } from '../../platform/database/connection/prepared-statements.ts';
import { type Db, transaction } from '../../platform/database/db.ts';
import { type ListPage, listedSql, orderOf } from '../../platform/database/list.ts';
import { among, visibleTo } from '../../platform/database/scope.ts';
import { recordChange } from '../../platform/events/events.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { publishEvents } from '../outbox/store-events.ts';

/** Notified when AEROs with watched diagnoses were diagnosed. */
export const DIAGNOSED_CHANNEL = 'diagnosis_due';

const SAID_COLUMNS = [
  'primary_finding',
  'faults',
  'fault',
  'since',
  'confidence',
  'act',
  'act_by',
  'loaded_at',
  'repair',
];
const SAID = sql.raw(SAID_COLUMNS.join(', '));
const SAID_ANEW = sql.raw(SAID_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', '));
const momentOf = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : new Date(ms));

/** Stores a diagnosis, and emits an event when its faults changed. */
export function saveDiagnosis(
  db: Db,
  aero: number,
  day: string,
  diagnosis: Diagnosis,
  loadedAt: Date,
  /** Time (ms) of the newest measure it was based on. */
  newest?: number,
): Promise<void> {
  return transaction(db, async (trx) => {
    const clientId = await writeDiagnosis(trx, aero, day, diagnosis, loadedAt);
    if (newest !== undefined) await keepGrades(trx, aero, new Date(newest), diagnosis.findings);
    if (clientId === undefined) return;
    await recordChange(trx, { entity: 'diagnostics', type: 'updated', id: aero, clientId });
    await publishEvents(trx, [{ type: 'finding.changed', id: aero, clientId }]);
  });
}

/** Returns the client when faults or verdict changed; a first diagnosis without findings is no news. */
async function writeDiagnosis(
  db: Db,
  aero: number,
  day: string,
  { verdict, primary, findings, repair }: Diagnosis,
  loadedAt: Date,
): Promise<number | null | undefined> {
  const standing = inOrder(findings);
  const [first] = standing;
  const acts = standing.flatMap(({ act }) => (act?.by ? [act.by] : []));
  const said = {
    primary_finding: primary,
    faults: [...new Set(standing.flatMap(({ fault }) => fault ?? []))],
    fault: first?.fault ?? null,
    since: momentOf(first?.since ?? first?.noticed),
    confidence: first?.confidence ?? null,
    act: first?.act?.code ?? null,
    // The earliest due date of all advice.
    act_by: acts.length === 0 ? null : new Date(Math.min(...acts)),
    loaded_at: loadedAt,
  };
  // The AERO may have been deleted meanwhile.
  const { rows } = await sql<{ client: number | null }>`${sql.raw(PREPARED_HINT)}
    with before as (select verdict, faults from diagnostics where aero_id = ${aero}),
      unasked as (delete from diagnostics_asked where aero_id = ${aero} and last_at <= ${loadedAt}),
      saved as (
      insert into diagnostics (aero_id, day, verdict, findings, computed_at, ${SAID})
      select id, ${day}::date, ${verdict}, ${JSON.stringify(findings)}::jsonb, clock_timestamp(), ${said.primary_finding}::text, ${said.faults}::text[],
        ${said.fault}::text, ${said.since}::timestamptz, ${said.confidence}::real, ${said.act}::text, ${said.act_by}::timestamptz, ${said.loaded_at}::timestamptz, ${repair ? JSON.stringify(repair) : null}::jsonb
      from aeros where id = ${aero} for key share
      on conflict (aero_id) do update set day = excluded.day, verdict = excluded.verdict, findings = excluded.findings, computed_at = excluded.computed_at, ${SAID_ANEW}
      returning verdict, faults)
    select b.client_id as client from saved s join aeros a on a.id = ${aero} join boxes b on b.id = a.box_id left join before on true
    where s.faults is distinct from coalesce(before.faults, '{}')
      or (before.verdict is not null and s.verdict is distinct from before.verdict)`.execute(db);
  return rows[0]?.client;
}

/** Rehearsals look back at most this far. */
const KEPT_DAYS = 400;

/** Stores the grades of the day for conditions on diagnoses; rules that watch the AERO are judged next. */
async function keepGrades(db: Db, aero: number, at: Date, findings: readonly Finding[]): Promise<void> {
  const grades = gradesOf(findings);
  const { rows } = await sql`${sql.raw(PREPARED_HINT)}
    with kept as (
      insert into diagnosis_days (aero_id, at, grades, stop_margin)
      select id, ${at}, ${JSON.stringify(grades)}::jsonb, ${stopMargin(findings)}::real from aeros where id = ${aero} for key share
      on conflict (aero_id, at) do update set grades = excluded.grades, stop_margin = excluded.stop_margin returning aero_id),
    old as (delete from diagnosis_days where aero_id = ${aero} and at < ${at}::timestamptz - make_interval(days => ${KEPT_DAYS}))
    insert into diagnosis_due (aero_id) select aero_id from kept where exists (
      select from supervisor_aeros sa join conditions c on c.supervisor_id = sa.supervisor_id
      where sa.aero_id = kept.aero_id and c.definition->>'metric' in ('finding', 'stop_margin'))
    on conflict (aero_id) do update set at = excluded.at returning aero_id`.execute(db);
  if (rows.length > 0) await wake(db, DIAGNOSED_CHANNEL);
}

export interface DiagnosisRow {
  readonly aero: number;
  readonly box: number;
  readonly serial_number: string;
  readonly position: number;
  readonly day: string;
  readonly computed_at: Date;
  readonly verdict: DiagnosticVerdict;
  readonly primary: string | null;
  readonly faults: string[];
  readonly since: Date | null;
  readonly confidence: number | null;
  readonly act_by: Date | null;
  readonly findings: Finding[];
  readonly repair: Verification | null;
  readonly client: number | null;
  /** Times (ms) for which it is answered whether somebody worked there. */
  readonly answered: readonly number[];
  /** Current matters of the AERO and of its box. */
  readonly orders: readonly {
    readonly id: number;
    readonly kind: string;
    readonly title: string;
    readonly state: string;
    readonly proof: string | null;
    readonly assignee: number | null;
    readonly assignee_name: string | null;
  }[];
}

const RANK = `case d.verdict when 'bad' then 3 when 'watch' then 2 when 'unknown' then 1 when 'not_watched' then 1 else 0 end`;

const COLUMNS = sql`d.aero_id as aero, aeros.box_id as box, boxes.serial_number, aeros.position, d.day, d.computed_at, d.verdict, d.primary_finding as primary, d.faults, d.since,
  d.confidence, d.act_by, d.findings, d.repair, boxes.client_id as client,
  array(select (extract(epoch from wa.at) * 1000)::float8 from work_answers wa where wa.aero_id = d.aero_id) as answered,
  (select coalesce(json_agg(json_build_object('id', w.id, 'kind', w.kind, 'title', w.title, 'state', w.state, 'proof', w.proof, 'assignee', w.assignee_id, 'assignee_name',
      case when wu.id is not null then coalesce(nullif(trim(wu.first_name || ' ' || wu.last_name), ''), wu.email) end) order by w.id), '[]')
    from work_orders w left join users wu on wu.id = w.assignee_id
    where w.box_id = aeros.box_id and (w.aero_id = d.aero_id or w.aero_id is null) and w.client_id = boxes.client_id and w.gone_at is null
      and (w.state in ('proposed', 'open', 'planned', 'dismissed') or w.proof in ('verifying', 'word'))) as orders`;

/** Diagnoses of AEROs the viewer may see. */
export async function diagnosesOf(db: Db, viewer: Viewer, aeros: readonly number[]): Promise<DiagnosisRow[]> {
  const { rows } =
    await sql<DiagnosisRow>`select ${COLUMNS} from diagnostics d join aeros on aeros.id = d.aero_id
    join boxes on boxes.id = aeros.box_id where ${visibleTo(viewer, 'boxes.client_id')} and aeros.id = any(${[...aeros]}::int[])`.execute(
      db,
    );
  return rows;
}

/** A page of diagnoses of AEROs the viewer may see; the worst first by default. */
export async function listDiagnoses(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof diagnosticsList>,
): Promise<ListPage<DiagnosisRow>> {
  const text = (query.search ?? '').trim().toLowerCase();
  const from = sql`diagnostics d join aeros on aeros.id = d.aero_id join boxes on boxes.id = aeros.box_id
    where ${visibleTo(viewer, 'boxes.client_id')} and ${among('aeros.id', query.aero)} and ${among('boxes.id', query.box)}
      and ${among('boxes.client_id', query.client)}
      and ${query.fault === undefined ? sql`true` : sql`d.faults && ${[...query.fault]}::text[]`}
      and ${query.verdict === undefined ? sql`true` : sql`d.verdict = any(${[...query.verdict]}::text[])`} and position(${text} in lower(boxes.serial_number || ' ' || boxes.name || ' ' || boxes.pole || ' ' || boxes.line)) > 0`;
  // Values that could not be evaluated come last in both directions.
  const order = orderOf(query.ordering, '-verdict', (field) => sql.raw(columnOf(field)));
  return listedSql(db, query, { columns: COLUMNS, from, order });
}

/** The contract has already checked the fields. */
function columnOf(field: string): string {
  if (field === 'aero' || field === 'id') return 'd.aero_id';
  if (field === 'box') return 'aeros.box_id';
  if (field === 'verdict') return RANK;
  if (['fault', 'since', 'confidence', 'act_by'].includes(field)) return `d.${field}`;
  return `(jsonb_path_query_first(d.findings, '$[*] ? (@.key == "${field}").value') #>> '{}')::float8`;
}
