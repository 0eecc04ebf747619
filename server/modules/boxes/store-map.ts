import { BOX_STATUSES } from '@aerowatch/contracts/api/boxes';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type BoxFilter, boxesOf } from './store-filter.ts';
import { openAlerts, statusTerm, worstAeros } from './store-terms.ts';

/** Most boxes in one answer. */
const MOST = 100_000;

/**
 * Columns of everything a map needs, as JSON text written by the database: 100,000 rows never become
 * objects. Boxes without a place are left out. 0 stands for no client and no known firmware; `sami`,
 * `status` and `line` are indexes into `levels`, `statuses` and `lines`. Places to 5 decimals, a metre.
 */
export async function mapColumns(db: Db, viewer: Viewer, filter: BoxFilter, now: Date): Promise<string> {
  // The joins of a filter get other names than the ones below.
  const { from, where } = boxesOf(viewer, filter, now);
  const status = sql`array_position(array[${sql.join(BOX_STATUSES.map((word) => sql.lit(word)))}], ${statusTerm(now)}) - 1`;
  const list = (term: RawBuilder<unknown>) =>
    sql`'[' || coalesce(string_agg(${term}, ',' order by id), '') || ']'`;
  const column = (name: string) => list(sql`${sql.ref(name)}::text`);
  const text = (name: string) => list(sql`to_json(${sql.ref(name)})::text`);
  const { rows } = await sql<Record<string, string>>`
    with chosen as materialized (
      select b.id, b.serial_number, round(b.latitude::numeric, 5) as latitude, round(b.longitude::numeric, 5) as longitude,
        b.client_id, b.firmware_version, b.pole, b.line, ${status} as status
      from ${from} where ${where} and b.latitude is not null and b.longitude is not null order by b.id limit ${MOST}
    ), numbered as (
      select line, row_number() over (order by line) - 1 as number from chosen group by line
    ), tagged as (
      select box_id, '[' || string_agg(tag_id::text, ',' order by tag_id) || ']' as tags from box_tags group by box_id
    ), rows as (
      select c.*, coalesce(w.rank, 0) as sami, coalesce(oa.count, 0) as alerts, coalesce(own.id, everybody.id, 0) as firmware,
        coalesce(c.client_id, 0) as client, coalesce(t.tags, '[]') as tags, n.number as line_number
      from chosen c join numbered n on n.line = c.line
        left join ${worstAeros} w on w.box_id = c.id
        left join ${openAlerts} oa on oa.box_id = c.id
        left join tagged t on t.box_id = c.id
        left join firmwares own on own.version = c.firmware_version and own.client_id = c.client_id
        left join firmwares everybody on everybody.version = c.firmware_version and everybody.client_id is null
    )
    select count(*)::text as count, ${column('id')} as id, ${text('serial_number')} as serial_number,
      ${list(sql`trim_scale(latitude)::text`)} as latitude, ${list(sql`trim_scale(longitude)::text`)} as longitude,
      ${column('sami')} as sami, ${column('status')} as status, ${column('alerts')} as alerts, ${column('client')} as client,
      ${column('firmware')} as firmware, ${list(sql.ref('tags'))} as tags, ${text('pole')} as pole, ${column('line_number')} as line,
      (select coalesce(json_agg(line order by number), '[]')::text from numbered) as lines
    from rows`.execute(db);
  const columns = Object.entries(rows[0] ?? {}).map(([name, json]) => `"${name}":${json}`);
  return `{${columns.join(',')},"levels":${JSON.stringify(SAMI_LEVELS)},"statuses":${JSON.stringify(BOX_STATUSES)}}`;
}
