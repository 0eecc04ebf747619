import type { boxesWaiting } from '@aerowatch/contracts/api/box-claims';
import type { ResponseOf } from '@aerowatch/contracts/endpoint';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { MOST_OF_WAITING } from '../../../platform/mqtt/store-credentials.ts';
import type { System } from '../../../platform/viewer.ts';
import type { BoxClaimsTable } from '../schema.ts';

/** Boxes that wait, at most: further ones are refused until some of these have a client. */
export const MOST_WAITING = 200;

export type ClaimRow = Selectable<BoxClaimsTable>;
export interface NewClaim {
  readonly serial: string;
  readonly hash: Buffer;
}

export function claimOf(db: Db, serial: string): Promise<ClaimRow | undefined> {
  return db.selectFrom('box_claims').selectAll().where('serial_number', '=', serial).executeTakeFirst();
}

/** The same, locked: two processes that show one claim make one box. */
export function claimForUpdate(trx: Trx, serial: string): Promise<ClaimRow | undefined> {
  return trx
    .selectFrom('box_claims')
    .selectAll()
    .where('serial_number', '=', serial)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores claims that are new or unused; returns how many. */
export async function storeClaims(trx: Trx, claims: readonly NewClaim[]): Promise<number> {
  let stored = 0;
  for (let start = 0; start < claims.length; start += 1000) {
    const rows = claims
      .slice(start, start + 1000)
      .map(({ serial, hash }) => ({ serial_number: serial, code_hash: hash }));
    const result = await trx
      .insertInto('box_claims')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('serial_number')
          .doUpdateSet((from) => ({ code_hash: from.ref('excluded.code_hash') }))
          .where('box_claims.used_at', 'is', null),
      )
      .executeTakeFirst();
    stored += Number(result.numInsertedOrUpdatedRows ?? 0n);
  }
  return stored;
}

export async function useClaim(trx: Trx, serial: string, at: Date): Promise<void> {
  await trx.updateTable('box_claims').set({ used_at: at }).where('serial_number', '=', serial).execute();
}

/** The code of its label is the password of a box that was just made. */
export async function admit(trx: Trx, box: number, hash: Buffer): Promise<void> {
  await trx.updateTable('boxes').set({ secret_hash: hash }).where('id', '=', box).execute();
}

/** Whether there is room for one more box that waits; those who ask do so in turn. */
export async function hasRoom(trx: Trx, most: number): Promise<boolean> {
  await sql`lock table waiting_boxes in share row exclusive mode`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from waiting_boxes w join boxes b on b.id = w.box_id where b.client_id is null`.execute(trx);
  return (rows[0]?.count ?? 0) < most;
}

export async function addWaiting(trx: Trx, box: number, address: string, since: Date): Promise<void> {
  await trx.insertInto('waiting_boxes').values({ box_id: box, address, since }).execute();
}

/** The box of this serial number, locked, if it waits. */
export async function waitingForUpdate(trx: Trx, serial: string): Promise<{ id: number } | undefined> {
  const { rows } = await sql<{ id: number }>`select b.id from boxes b
    where b.serial_number = ${serial} and b.client_id is null
      and exists (select from waiting_boxes w where w.box_id = b.id) for update`.execute(trx);
  return rows[0];
}

/** Gives a box that waited a client; an AERO position that never measured is left out. Returns what is gone. */
export async function giveTo(trx: Trx, box: number, client: number): Promise<{ unused: number[] }> {
  await trx.updateTable('boxes').set({ client_id: client }).where('id', '=', box).execute();
  await trx.deleteFrom('waiting_boxes').where('box_id', '=', box).execute();
  const { rows } = await sql<{ id: number }>`select a.id from aeros a where a.box_id = ${box}
    and not exists (select from measure_latest l where l.aero_id = a.id)
    and exists (select from aeros o join measure_latest l on l.aero_id = o.id where o.box_id = ${box})`.execute(
    trx,
  );
  return { unused: rows.map(({ id }) => id) };
}

export async function measuresOf(trx: Trx, box: number): Promise<number> {
  const row = await trx
    .selectFrom('box_ledgers')
    .select('stored')
    .where('box_id', '=', box)
    .executeTakeFirst();
  return Number(row?.stored ?? 0);
}

interface WaitingRow {
  box: number;
  serial_number: string;
  address: string;
  since: Date;
  aeros: ResponseOf<typeof boxesWaiting>['results'][number]['aeros'];
  measures: string;
  received: string;
}

/** Boxes that wait, the newest first. */
export async function waitingBoxes(
  db: Db,
  _viewer: System,
): Promise<ResponseOf<typeof boxesWaiting>['results']> {
  const { rows } = await sql<WaitingRow>`
    select b.id as box, b.serial_number, w.address, w.since,
      coalesce(l.stored, 0) as measures, coalesce(l.received, 0) as received,
      (select coalesce(jsonb_agg(jsonb_build_object('position', a.position, 'measured_at',
          to_char(m.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'stroke', m.stroke, 'pressure', m.pressure, 'temperature', m.temperature) order by a.position), '[]')
        from aeros a left join measure_latest m on m.aero_id = a.id where a.box_id = b.id) as aeros
    from waiting_boxes w join boxes b on b.id = w.box_id left join box_ledgers l on l.box_id = b.id
    where b.client_id is null order by w.since desc, b.id`.execute(db);
  return rows.map(({ received, ...row }) => ({
    ...row,
    since: row.since.toISOString(),
    measures: Number(row.measures),
    full: Number(received) >= MOST_OF_WAITING,
  }));
}
