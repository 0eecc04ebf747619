import { BOX_STATUSES } from '@aerowatch/contracts/api/boxes';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type BoxFilter, boxesOf } from './store-filter.ts';
import { openAlerts, statusTerm, worstAeros } from './store-terms.ts';

/** Most boxes in one answer. */
const MOST = 100_000;
/** Places to five decimals, a metre. */
const SCALE = sql`1e5::float8`;

/**
 * Columns of everything a map needs, as JSON text written by the database: 100,000 rows never become
 * objects. Boxes without a place are left out. 0 stands for no client and no known firmware; `sami`,
 * `status` and `line` are indexes into `levels`, `statuses` and `lines`.
 */
export async function mapColumns(db: Db, viewer: Viewer, filter: BoxFilter, now: Date): Promise<string> {
  const { from, where } = boxesOf(viewer, filter, now);
  const status = sql`case ${statusTerm(now)} ${sql.join(
    BOX_STATUSES.map((word, index) => sql`when ${sql.lit(word)} then ${sql.lit(index)}`),
    sql` `,
  )} end`;
  // The rows come in the order of their ids, and aggregates take them as they come.
  const list = (term: RawBuilder<unknown>) => sql`'[' || coalesce(string_agg(${term}, ','), '') || ']'`;
  const column = (name: string) => list(sql`${sql.ref(name)}::text`);
  const { rows } = await sql<Record<string, string>>`
    with chosen as materialized (
      select b.id, to_json(b.serial_number)::text as serial_number, b.latitude, b.longitude, b.client_id, b.firmware_version,
        to_json(b.pole)::text as pole, b.line, ${status} as status
      from ${from} where ${where} and b.latitude is not null and b.longitude is not null order by b.id limit ${MOST}
    ), numbered as (
      select line, row_number() over (order by line) - 1 as number from (select distinct line from chosen) l
    ), tagged as (
      select box_id, '[' || string_agg(tag_id::text, ',' order by tag_id) || ']' as tags from box_tags group by box_id
    ), rows as (
      select c.id, c.serial_number, round(c.latitude * ${SCALE}) / ${SCALE} as latitude, round(c.longitude * ${SCALE}) / ${SCALE} as longitude,
        c.pole, c.status, coalesce(w.rank, 0) as sami, coalesce(oa.count, 0) as alerts, coalesce(own.id, everybody.id, 0) as firmware,
        coalesce(c.client_id, 0) as client, coalesce(t.tags, '[]') as tags, n.number as line
      from chosen c join numbered n on n.line = c.line
        left join ${worstAeros} w on w.box_id = c.id
        left join ${openAlerts} oa on oa.box_id = c.id
        left join tagged t on t.box_id = c.id
        left join firmwares own on own.version = c.firmware_version and own.client_id = c.client_id
        left join firmwares everybody on everybody.version = c.firmware_version and everybody.client_id is null
      order by c.id
    )
    select count(*)::text as count, ${column('id')} as id, ${list(sql.ref('serial_number'))} as serial_number,
      ${column('latitude')} as latitude, ${column('longitude')} as longitude,
      ${column('sami')} as sami, ${column('status')} as status, ${column('alerts')} as alerts, ${column('client')} as client,
      ${column('firmware')} as firmware, ${list(sql.ref('tags'))} as tags, ${list(sql.ref('pole'))} as pole, ${column('line')} as line,
      (select coalesce(json_agg(line order by number), '[]')::text from numbered) as lines
    from rows`.execute(db);
  const columns = Object.entries(rows[0] ?? {}).map(([name, json]) => `"${name}":${json}`);
  return `{${columns.join(',')},"levels":${JSON.stringify(SAMI_LEVELS)},"statuses":${JSON.stringify(BOX_STATUSES)}}`;
}

/** The newest change that anybody made. */
export async function newestChange(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from change_events`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}
