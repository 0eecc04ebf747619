import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { firmwares, integersOf, listOf, tagsOf, textsOf, UNIT, writtenColumn } from '../map/text-columns.ts';
import { type BoxFilter, boxesOf } from '../store-filter.ts';
import { samiRankTerm } from '../store-terms.ts';

/** One list entry per box, ordered by id. */
export interface BoxRows {
  readonly id: number[];
  readonly serial: string[];
  readonly name: string[];
  /** 0: none. */
  readonly client: number[];
  readonly firmware: number[];
  /** As the box reports it; empty: unknown. */
  readonly version: string[];
  readonly line: string[];
  readonly pole: string[];
  readonly km: (number | null)[];
  /** By box; boxes without are absent. */
  readonly tags: ReadonlyMap<number, number[]>;
  readonly aeros: AeroRows;
}
/** One list entry per AERO, ordered by box and position. */
export interface AeroRows {
  readonly id: number[];
  readonly box: number[];
  readonly position: number[];
  readonly serial: string[];
  readonly line: string[];
  readonly track: string[];
  readonly model: number[];
  /** Index into SAMI_LEVELS. */
  readonly sami: number[];
}
export type ColumnsFilter = BoxFilter & { aero?: readonly number[] | undefined };
type Texts<Name extends string> = Record<Name, string | null>;

const joined = (column: string) => sql`string_agg(${sql.ref(column)}::text, ',')`;

/**
 * The boxes that match, and their AEROs, each column as one text written by the database: as objects, a
 * hundred thousand rows would take four times as long.
 */
export async function boxRows(db: Db, viewer: Viewer, filter: ColumnsFilter, now: Date): Promise<BoxRows> {
  const { from, where } = boxesOf(viewer, filter, now);
  const ofAeros =
    filter.aero === undefined
      ? sql``
      : sql`and b.id in (select box_id from aeros where id = any(${filter.aero}))`;
  const chosen = sql`(select b.* from ${from} where ${where} ${ofAeros} order by b.id) b`;
  // The rows come in the order of the subquery, and aggregates keep that order.
  const { rows } = await sql<Texts<'id' | 'serial' | 'name' | 'client' | 'version' | 'line' | 'pole' | 'km'>>`
    select ${joined('b.id')} as id, string_agg(b.serial_number, ${sql.lit(UNIT)}) as serial,
      ${writtenColumn('b.name')} as name, string_agg(coalesce(b.client_id, 0)::text, ',') as client,
      string_agg(coalesce(b.firmware_version, ''), ${sql.lit(UNIT)}) as version,
      ${writtenColumn('b.line')} as line, ${writtenColumn('b.pole')} as pole,
      string_agg(coalesce(b.kilometer_point::text, ''), ',') as km
    from ${chosen}`.execute(db);
  const [row] = rows;
  const id = integersOf(row?.id ?? '');
  const client = integersOf(row?.client ?? '');
  const texts = (text: string | null | undefined) => textsOf(text, id.length);
  const version = texts(row?.version);
  const firmwareOf = firmwares(await storedFirmwares(db));
  return {
    id,
    client,
    version,
    firmware: version.map((one, index) => (one === '' ? 0 : firmwareOf(one, client[index] ?? 0))),
    serial: texts(row?.serial),
    name: texts(row?.name),
    line: texts(row?.line),
    pole: texts(row?.pole),
    km: (row?.km ?? '').split(',').map((text) => (text === '' ? null : Number(text))),
    tags: await tagsOfBoxes(db, id),
    aeros: await aeroRows(db, id),
  };
}

async function storedFirmwares(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: number; client: number; version: string }>`
    select id, coalesce(client_id, 0) as client, version from firmwares`.execute(db);
  return rows.map(({ id, client, version }) => `${id} ${client} ${version}`);
}

async function tagsOfBoxes(db: Db, boxes: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<Texts<'tags'>>`
    select string_agg(box_id || ' ' || tag_id, ',' order by tag_id) as tags from box_tags
    where box_id = any(${boxes}::integer[])`.execute(db);
  return tagsOf(rows[0]?.tags);
}

async function aeroRows(db: Db, boxes: readonly number[]): Promise<AeroRows> {
  const { rows } = await sql<
    Texts<'id' | 'box' | 'position' | 'serial' | 'line' | 'track' | 'model' | 'sami'>
  >`select ${joined('a.id')} as id, ${joined('a.box_id')} as box, string_agg(a.position::text, '') as position,
      ${writtenColumn('a.serial_number')} as serial, ${writtenColumn('a.line')} as line,
      ${writtenColumn('a.track_number')} as track, ${joined('a.model_type')} as model,
      string_agg((${samiRankTerm('a.sami')})::text, '') as sami
    from (select * from aeros where box_id = any(${boxes}::integer[]) order by box_id, position) a`.execute(
    db,
  );
  const [row] = rows;
  const id = integersOf(row?.id ?? '');
  const texts = (text: string | null | undefined) => textsOf(text, id.length);
  const digits = (text: string | null | undefined) => listOf(text, '').map(Number);
  return {
    id,
    box: integersOf(row?.box ?? ''),
    position: digits(row?.position),
    serial: texts(row?.serial),
    line: texts(row?.line),
    track: texts(row?.track),
    model: integersOf(row?.model ?? ''),
    sami: digits(row?.sami),
  };
}
