import { BOX_STATUSES } from '@aerowatch/contracts/api/aeros';
import { unpackDigits } from '@aerowatch/domain/packing';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { type BoxFilter, boxesOf } from '../store-filter.ts';
import { openAlerts, statusTerm, worstAeros } from '../store-terms.ts';
import {
  firmwares,
  integersOf,
  listOf,
  pairsOf,
  tagsOf,
  textsOf,
  UNIT,
  writtenColumn,
} from './text-columns.ts';

/** Boxes per answer. */
const MAX_BOXES = 100_000;

/** The map's data, one list entry per box, ordered by id. Positions in 1e-5 degrees, a metre. */
export interface MapRows {
  readonly id: number[];
  readonly serial: string[];
  readonly latitude: number[];
  readonly longitude: number[];
  /** Index into BOX_STATUSES. */
  readonly status: number[];
  /** 0: none. */
  readonly client: number[];
  readonly firmware: number[];
  readonly pole: string[];
  readonly line: string[];
  /** By box; boxes without are absent. */
  readonly sami: ReadonlyMap<number, number>;
  readonly alerts: ReadonlyMap<number, number>;
  readonly tags: ReadonlyMap<number, number[]>;
}

type Row = Record<keyof MapRows | 'version' | 'versions', string | null>;

/**
 * Boxes with a place, each column as one text written by the database: 100,000 rows of objects would take
 * four times as long. Values that few boxes have come separately, so that nothing is joined or sorted.
 */
export async function mapRows(db: Db, viewer: Viewer, filter: BoxFilter, now: Date): Promise<MapRows> {
  const { from, where } = boxesOf(viewer, filter, now);
  const status = sql`case ${statusTerm(now)} ${sql.join(
    BOX_STATUSES.map((word, index) => sql`when ${sql.lit(word)} then ${sql.lit(index)}`),
    sql` `,
  )} end`;
  const unit = sql.lit(UNIT);
  // The rows come ordered by id, and aggregates keep that order.
  const { rows } = await sql<Row>`
    select string_agg(b.id::text, ',') as id, string_agg(b.serial_number, ${unit}) as serial,
      string_agg(round(b.latitude * 1e5)::int::text, ',') as latitude, string_agg(round(b.longitude * 1e5)::int::text, ',') as longitude,
      string_agg((${status})::text, '') as status, string_agg(coalesce(b.client_id, 0)::text, ',') as client,
      string_agg(coalesce(b.firmware_version, ''), ${unit}) as version, ${writtenColumn('b.pole')} as pole, ${writtenColumn('b.line')} as line,
      (select string_agg(w.box_id || ' ' || w.rank, ',') from ${worstAeros} w) as sami,
      (select string_agg(o.box_id || ' ' || o.count, ',') from ${openAlerts} o) as alerts,
      (select string_agg(t.box_id || ' ' || t.tag_id, ',' order by t.tag_id) from box_tags t) as tags,
      (select string_agg(f.id || ' ' || coalesce(f.client_id, 0) || ' ' || f.version, ${unit}) from firmwares f) as versions
    from (select b.* from ${from} where ${where} and b.latitude is not null and b.longitude is not null order by b.id limit ${MAX_BOXES}) b`.execute(
    db,
  );
  const row = rows[0];
  const numbers = (name: keyof Row) => integersOf(row?.[name] ?? '');
  const client = numbers('client');
  const firmwareOf = firmwares(listOf(row?.versions, UNIT));
  return {
    id: numbers('id'),
    serial: listOf(row?.serial, UNIT),
    latitude: numbers('latitude'),
    longitude: numbers('longitude'),
    status: unpackDigits(row?.status ?? ''),
    client,
    firmware: textsOf(row?.version, client.length).map((version, index) =>
      version === '' ? 0 : firmwareOf(version, client[index] ?? 0),
    ),
    pole: textsOf(row?.pole, client.length),
    line: textsOf(row?.line, client.length),
    sami: pairsOf(row?.sami),
    alerts: pairsOf(row?.alerts),
    tags: tagsOf(row?.tags),
  };
}
