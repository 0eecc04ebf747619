import type { ALERT_GROUPINGS } from '@aerowatch/contracts/api/alerts';
import { SEVERITIES } from '@aerowatch/domain/alerting/severity';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import {
  type AlertFilters,
  type AlertOrdering,
  type AlertRow,
  COLUMNS,
  FROM,
  GROUP,
  orderOf,
  where,
} from './store.ts';

export type AlertGrouping = (typeof ALERT_GROUPINGS)[number];

const KEY: Readonly<Record<AlertGrouping, RawBuilder<unknown>>> = {
  group: GROUP,
  box: sql`al.box_id::text`,
};
/** As `byWeight` of the domain: which alert represents its group. */
const BY_WEIGHT = sql`array_position(array[${sql.join(SEVERITIES.map((key) => sql.lit(key)))}], al.severity) desc,
  al.cleared_at is not null, al.opened_at, al.id`;

/** Ids of all open alerts that match, newest first, each with the one that represents its group. */
export async function alertColumns(
  db: Db,
  viewer: Viewer,
  filters: AlertFilters,
  by: AlertGrouping | undefined,
): Promise<{ id: number[]; aero: number[]; box: number[]; lead: number[] }> {
  const lead =
    by === undefined
      ? sql`al.id`
      : sql`first_value(al.id) over (partition by ${KEY[by]} order by ${BY_WEIGHT})`;
  const { rows } = await sql<{ id: number; aero: number; box: number; lead: number }>`
    select al.id, al.aero_id as aero, al.box_id as box, ${lead} as lead from alerts al
    where ${where(viewer, 'opened', filters)} order by al.opened_at desc, al.id desc`.execute(db);
  return {
    id: rows.map(({ id }) => id),
    aero: rows.map(({ aero }) => aero),
    box: rows.map(({ box }) => box),
    lead: rows.map((row) => row.lead),
  };
}

/** A page of groups in the order of the alerts that represent them, with all alerts of each. */
export async function listGroups(
  db: Db,
  viewer: Viewer,
  filters: AlertFilters,
  by: AlertGrouping,
  window: { limit: number; offset: number; ordering?: AlertOrdering | undefined },
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    with ranked as (
      select al.id, ${KEY[by]} as key, row_number() over (partition by ${KEY[by]} order by ${BY_WEIGHT}) as rank
      from alerts al where ${where(viewer, 'opened', filters)}),
    page as (
      select ra.key, row_number() over (order by ${orderOf(window.ordering)}) as place
      from ranked ra join alerts al on al.id = ra.id left join users who on who.id = al.assignee_id
      where ra.rank = 1 order by place limit ${window.limit} offset ${window.offset})
    select ${COLUMNS} from ${FROM} join ranked ra on ra.id = al.id join page on page.key = ra.key
    order by page.place, ra.rank`.execute(db);
  return rows;
}

export async function countGroups(
  db: Db,
  viewer: Viewer,
  filters: AlertFilters,
  by: AlertGrouping,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct ${KEY[by]})::int as n from alerts al
    where ${where(viewer, 'opened', filters)}`.execute(db);
  return rows[0]!.n;
}
