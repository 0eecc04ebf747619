import { sql } from 'kysely';
import type { Trx } from '../../../../platform/database/db.ts';
import type { Uplink } from '../uplink.ts';
import { numberArray, textArray } from './columns.ts';
import type { BoxIds } from './sort-measures.ts';

// Ingest acts for the server itself: a box, proven by its credentials, sends only its own data.

/** Finds the boxes that sent messages: by their proven id, else by the serial number in the topic. */
export async function findBoxes(
  trx: Trx,
  uplinks: readonly Pick<Uplink, 'box' | 'serial'>[],
): Promise<(uplink: Pick<Uplink, 'box' | 'serial'>) => BoxIds | undefined> {
  const unproved = uplinks.filter(({ box }) => box === undefined).map(({ serial }) => serial);
  const named = unproved.length === 0 ? new Map<string, number>() : await boxesNamed(trx, unproved);
  const proved = uplinks.flatMap(({ box }) => box ?? []);
  const boxes = await boxesById(trx, [...new Set([...proved, ...named.values()])]);
  const found = ({ box, serial }: Pick<Uplink, 'box' | 'serial'>) => boxes.get(box ?? named.get(serial) ?? 0);
  const former = uplinks.filter((uplink) => (found(uplink)?.serial ?? uplink.serial) !== uplink.serial);
  if (former.length === 0) return found;
  const ends = await retiredHardware(
    trx,
    former.map(({ serial }) => serial),
  );
  return (uplink) => asSentBy(found(uplink), uplink.serial, ends);
}

type Ends = ReadonlyMap<string, number>;
const endKey = (box: number, serial: string) => `${box}:${serial}`;

/** The box as former hardware of it sees it: what it measured after it was replaced is not of this place. */
function asSentBy(box: BoxIds | undefined, serial: string, ends: Ends): BoxIds | undefined {
  const retiredAt = box && box.serial !== serial ? ends.get(endKey(box.id, serial)) : undefined;
  return box === undefined || retiredAt === undefined ? box : { ...box, serial, retiredAt };
}

/** When former hardware with these serial numbers left its boxes, ms. */
async function retiredHardware(trx: Trx, serials: readonly string[]): Promise<Ends> {
  const { rows } = await sql<{ box: number; serial: string; until: Date }>`
    select box_id as box, serial_number as serial, max(until) as until from box_hardware
    where serial_number = any(${textArray(new Set(serials))}::text[]) group by 1, 2`.execute(trx);
  return new Map(rows.map(({ box, serial, until }) => [endKey(box, serial), until.getTime()]));
}

/** The box of a message that was set aside, by the serial number it came under. */
export async function boxOfSender(trx: Trx, id: number, serial: string): Promise<BoxIds | undefined> {
  const box = (await boxesById(trx, [id])).get(id);
  return asSentBy(box, serial, await retiredHardware(trx, [serial]));
}

export async function boxesById(trx: Trx, ids: readonly number[]): Promise<Map<number, BoxIds>> {
  const rows = await trx
    .selectFrom('boxes')
    .leftJoin('aeros', 'aeros.box_id', 'boxes.id')
    .where('boxes.id', '=', sql<number>`any(${numberArray(ids)}::int[])`)
    .select([
      'boxes.id',
      'boxes.client_id',
      'boxes.serial_number',
      'boxes.hardware_since',
      'aeros.id as aero',
      'aeros.position',
    ])
    .execute();
  const boxes = new Map<number, BoxIds & { aeros: Map<number, number> }>();
  for (const row of rows) {
    const known = boxes.get(row.id);
    const box = known ?? {
      id: row.id,
      clientId: row.client_id,
      serial: row.serial_number,
      hardwareSince: row.hardware_since?.getTime() ?? 0,
      aeros: new Map<number, number>(),
    };
    if (known === undefined) boxes.set(row.id, box);
    if (row.aero !== null && row.position !== null) box.aeros.set(row.position, row.aero);
  }
  return boxes;
}

/**
 * Minutes for which messages under a box's former name, held by the operator's broker, still count as its
 * own.
 */
const FORMER_MINUTES = 60;

/** Boxes by their present serial number, a very recent one, or that of hardware they once had. */
async function boxesNamed(trx: Trx, serials: readonly string[]): Promise<Map<string, number>> {
  const wanted = sql`any(${textArray(new Set(serials))}::text[])`;
  const { rows } = await sql<{ serial: string; box: number | null }>`
    select distinct on (serial) serial, box from (
      select serial_number as serial, id as box, 'infinity'::timestamptz as until from boxes where serial_number = ${wanted}
      union all
      select serial_number, box_id, until from former_serial_numbers
      where serial_number = ${wanted} and until > now() - make_interval(mins => ${FORMER_MINUTES})
      union all
      select serial_number, box_id, until from box_hardware where serial_number = ${wanted}) as holder
    order by serial, until desc`.execute(trx);
  return new Map(rows.flatMap(({ serial, box }) => (box === null ? [] : [[serial, box] as const])));
}

/**
 * The box that had a serial number at that time, or last before it; else the first that had it. None: that
 * box is deleted.
 */
export async function holderOf(trx: Trx, serial: string, at: Date): Promise<number | null> {
  const { rows } = await sql<{ box: number | null }>`
    select box from (
      select id as box, coalesce((select max(until) from former_serial_numbers f where f.box_id = boxes.id), created_at) as since
      from boxes where serial_number = ${serial}
      union all select box_id, since from former_serial_numbers where serial_number = ${serial}) as holder
    order by since <= ${at} desc, case when since <= ${at} then since end desc, since limit 1`.execute(trx);
  return rows[0]?.box ?? null;
}
