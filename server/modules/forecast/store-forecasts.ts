import type { Basis } from '@aerowatch/domain/forecast/basis';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { all } from '../../platform/database/scope.ts';
import { pageWindow } from '../../platform/http/pages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type Among, whereAmong } from './store-standings.ts';

export interface ForecastRow {
  readonly aero: number;
  readonly box: number;
  readonly day: string;
  readonly lead: number;
  readonly issued_at: Date;
  readonly basis: Basis;
  readonly unavailable: Unavailable | null;
  readonly temperature_min: number | null;
  readonly temperature_max: number | null;
  readonly low_p05: number | null;
  readonly low_p50: number | null;
  readonly low_p95: number | null;
  readonly high_p05: number | null;
  readonly high_p50: number | null;
  readonly high_p95: number | null;
  readonly margin_hot: number | null;
  readonly margin_cold: number | null;
  readonly stop_hot: number | null;
  readonly stop_cold: number | null;
}
interface ListQuery extends Among {
  readonly page: number;
  readonly page_size: number;
  readonly ordering?: string | undefined;
  readonly search?: string | undefined;
  readonly day?: string | undefined;
  readonly chance?: number | undefined;
}

const COLUMNS = sql.raw(
  [
    'day lead issued_at basis unavailable temperature_min temperature_max low_p05 low_p50 low_p95 high_p05 high_p50 high_p95',
    'margin_hot margin_cold stop_hot stop_cold',
  ]
    .join(' ')
    .split(' ')
    .map((column) => `f.${column}`)
    .join(', '),
);

/** A page of forecasts of AEROs the viewer may see, from today on; the largest chance first unless ordered otherwise. */
export async function listForecasts(
  db: Db,
  viewer: Viewer,
  query: ListQuery,
  today: string,
): Promise<{ rows: ForecastRow[]; count: number }> {
  const { limit, offset } = pageWindow(query);
  const text = (query.search ?? '').trim().toLowerCase();
  const from = sql`from forecasts f join aeros a on a.id = f.aero_id join boxes b on b.id = a.box_id
    where ${all([
      whereAmong(viewer, query),
      sql`f.day >= ${today}::date`,
      query.day === undefined ? sql`true` : sql`f.day = ${query.day}::date`,
      query.chance === undefined ? sql`true` : sql`f.chance >= ${query.chance}`,
      text === '' ? sql`true` : sql`position(${text} in b.search_text) > 0`,
    ])}`;
  const [page, total] = await Promise.all([
    sql<ForecastRow>`select f.aero_id as aero, a.box_id as box, ${COLUMNS} ${from}
      order by ${sql.raw(orderOf(query.ordering))} limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db),
  ]);
  return { rows: page.rows, count: total.rows[0]?.count ?? 0 };
}

/** The contract has checked the words; what has no number comes last either way. */
function orderOf(ordering: string | undefined): string {
  const parts = (ordering === undefined || ordering === '' ? '-chance' : ordering).split(',').map((part) => {
    const field = part.replace(/^-/, '');
    const column = field === 'aero' ? 'f.aero_id' : field === 'box' ? 'a.box_id' : `f.${field}`;
    return `${column} ${part.startsWith('-') ? 'desc' : 'asc'} nulls last`;
  });
  return [...parts, 'f.aero_id', 'f.day'].join(', ');
}

export interface WeekRow {
  readonly day: string;
  readonly basis: Basis;
  readonly issued_at: Date;
  readonly temperature_min: number | null;
  readonly temperature_max: number | null;
  readonly aeros: number;
  readonly at_risk: number;
  readonly unavailable: number;
  readonly worst: readonly {
    readonly aero: number;
    readonly box: number;
    readonly serial_number: string;
    readonly position: number;
    readonly chance: number;
    readonly side: 'hot' | 'cold';
  }[];
}

/** Names of a day that are told. */
const NAMED = 5;

/** Each day from `today` on in short, of AEROs the viewer may see. */
export async function weekOf(
  db: Db,
  viewer: Viewer,
  query: Among,
  today: string,
  atRisk: number,
): Promise<WeekRow[]> {
  const { rows } = await sql<WeekRow>`
    with seen as materialized (
      select f.aero_id, a.box_id, a.position, b.serial_number, f.day, f.issued_at, f.basis, f.unavailable, f.temperature_min, f.temperature_max,
        f.chance, f.margin_hot, f.margin_cold
      from forecasts f join aeros a on a.id = f.aero_id join boxes b on b.id = a.box_id
      where ${whereAmong(viewer, query)} and f.day >= ${today}::date),
    ranked as (
      select *, row_number() over (partition by day order by chance desc, aero_id) as rank from seen where chance >= ${atRisk}),
    named as (
      select day, json_agg(json_build_object('aero', aero_id, 'box', box_id, 'serial_number', serial_number, 'position', position,
        'chance', chance, 'side', case when margin_hot >= margin_cold then 'hot' else 'cold' end) order by rank) as worst
      from ranked where rank <= ${NAMED} group by day)
    select s.day, max(s.issued_at) as issued_at, case when bool_or(s.basis = 'weather') then 'weather' else 'climate' end as basis,
      min(s.temperature_min) as temperature_min, max(s.temperature_max) as temperature_max, count(*)::int as aeros,
      (count(*) filter (where s.chance >= ${atRisk}))::int as at_risk, (count(*) filter (where s.unavailable is not null))::int as unavailable,
      coalesce((select worst from named where named.day = s.day), '[]') as worst
    from seen s group by s.day order by s.day limit 8`.execute(db);
  return rows;
}
