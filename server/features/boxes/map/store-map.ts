import { BOX_STATUSES } from '@aerowatch/contracts/api/aeros';
import { unpackDigits } from '@aerowatch/domain/packing';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { type BoxFilter, boxesOf } from '../store-filter.ts';
import { openAlerts, statusTerm, worstAeros } from '../store-terms.ts';

/** Boxes per answer. */
const MAX_BOXES = 100_000;
/** Separates the entries of a column; removed from users' texts. */
const UNIT = '\u001f';

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
  const written = (column: string) => sql`string_agg(translate(${sql.ref(column)}, ${unit}, ' '), ${unit})`;
  // The rows come ordered by id, and aggregates keep that order.
  const { rows } = await sql<Row>`
    select string_agg(b.id::text, ',') as id, string_agg(b.serial_number, ${unit}) as serial,
      string_agg(round(b.latitude * 1e5)::int::text, ',') as latitude, string_agg(round(b.longitude * 1e5)::int::text, ',') as longitude,
      string_agg((${status})::text, '') as status, string_agg(coalesce(b.client_id, 0)::text, ',') as client,
      string_agg(coalesce(b.firmware_version, ''), ${unit}) as version, ${written('b.pole')} as pole, ${written('b.line')} as line,
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

const listOf = (text: string | null | undefined, between: string): string[] =>
  text == null || text === '' ? [] : text.split(between);
/** A single box with an empty text is an entry too. */
const textsOf = (text: string | null | undefined, count: number): string[] =>
  count === 0 ? [] : (text ?? '').split(UNIT);

/** Integers between commas, parsed by character: a string for each of a million would dominate the cost. */
function integersOf(text: string): number[] {
  if (text === '') return [];
  const numbers: number[] = [];
  let [value, sign] = [0, 1];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === COMMA) {
      numbers.push(sign * value);
      value = 0;
      sign = 1;
    } else if (code === MINUS) sign = -1;
    else value = value * 10 + code - ZERO;
  }
  numbers.push(sign * value);
  return numbers;
}
const [COMMA, MINUS, ZERO] = [44, 45, 48];

function pairsOf(text: string | null | undefined): Map<number, number> {
  return new Map(
    listOf(text, ',').map((pair): [number, number] => {
      const [key, value] = pair.split(' ');
      return [Number(key), Number(value)];
    }),
  );
}

function tagsOf(text: string | null | undefined): Map<number, number[]> {
  const tags = new Map<number, number[]>();
  for (const pair of listOf(text, ',')) {
    const [box, tag] = pair.split(' ').map(Number) as [number, number];
    const known = tags.get(box);
    if (known === undefined) tags.set(box, [tag]);
    else known.push(tag);
  }
  return tags;
}

/** The client's own firmware of a version, else everybody's; 0 for none. */
function firmwares(entries: readonly string[]): (version: string, client: number) => number {
  const ids = new Map<string, number>();
  for (const entry of entries) {
    const [id, client, ...version] = entry.split(' ');
    ids.set(`${client} ${version.join(' ')}`, Number(id));
  }
  return (version, client) => ids.get(`${client} ${version}`) ?? ids.get(`0 ${version}`) ?? 0;
}
