import type { forecastList } from '@aerowatch/contracts/api/forecast';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import type { Basis } from '@aerowatch/domain/forecast/basis';
import type { Change } from '@aerowatch/domain/forecast/change';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { ListPage } from '../../platform/database/list.ts';
import { all } from '../../platform/database/scope.ts';
import { pageWindow } from '../../platform/http/pages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { whereAmong } from './store-standings.ts';
import { placeOf, visibleWeeks } from './weeks/store-weeks.ts';

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
  readonly changed_on: string | null;
  readonly changed_by: Change['fault'] | null;
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
  query: QueryOf<typeof forecastList>,
  today: string,
): Promise<ListPage<ForecastRow>> {
  const { limit, offset } = pageWindow(query);
  const text = (query.search ?? '').trim().toLowerCase();
  const searched = text === '' ? sql`true` : sql`position(${text} in b.search_text) > 0`;
  const [page, count] = await Promise.all([
    sql<ForecastRow>`select f.aero_id as aero, a.box_id as box, ${COLUMNS}, s.changed_on, s.changed_by
      from forecasts f join aeros a on a.id = f.aero_id join boxes b on b.id = a.box_id left join aero_standings s on s.aero_id = a.id
      where ${all([
        whereAmong(viewer, query),
        searched,
        sql`f.day >= ${today}::date`,
        query.day === undefined ? sql`true` : sql`f.day = ${query.day}::date`,
        query.chance === undefined ? sql`true` : sql`f.chance >= ${query.chance}::float8`,
      ])}
      order by ${sql.raw(orderOf(query.ordering))} limit ${limit} offset ${offset}`.execute(db),
    countOf(db, sql`${visibleWeeks(viewer, query, today)} and ${searched}`, query, today),
  ]);
  return { rows: page.rows, count };
}

/** Number of forecast days, counted from the weeks: one row per AERO rather than one per day. */
async function countOf(
  db: Db,
  weeks: RawBuilder<unknown>,
  { day, chance }: QueryOf<typeof forecastList>,
  today: string,
): Promise<number> {
  const from = placeOf(sql.ref('f.first_day'), day ?? today, 0);
  const [first, last] = [
    sql`greatest(1, ${from}, ${placeOf(sql.ref('f.first_day'), today, 0)})`,
    day === undefined ? sql`cardinality(f.chances)` : sql`least(cardinality(f.chances), ${from})`,
  ];
  const days =
    chance === undefined
      ? sql`greatest(0, ${last} - ${first} + 1)`
      : sql`(select count(*) from unnest(f.chances[${first}:${last}]) as day (chance) where day.chance >= ${chance}::float8)`;
  const { rows } = await sql<{
    count: number;
  }>`select coalesce(sum(${days}), 0)::int as count ${weeks}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The contract has checked the column names; nulls come last in both directions. */
function orderOf(ordering: string | undefined): string {
  const parts = (ordering === undefined || ordering === '' ? '-chance' : ordering).split(',').map((part) => {
    const field = part.replace(/^-/, '');
    const column = field === 'aero' ? 'f.aero_id' : field === 'box' ? 'a.box_id' : `f.${field}`;
    return `${column} ${part.startsWith('-') ? 'desc' : 'asc'} nulls last`;
  });
  return [...parts, 'f.aero_id', 'f.day'].join(', ');
}
