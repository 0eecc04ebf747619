import type { firmwaresList } from '@aerowatch/contracts/api/firmwares';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { type ListPage, listedSql, orderOf } from '../../../platform/database/list.ts';
import { containing } from '../../../platform/database/scope.ts';
import { found } from '../../../platform/errors.ts';
import { clientScope, type Viewer } from '../../../platform/viewer.ts';
import type { FirmwaresTable } from '../schema.ts';

export type FirmwareRow = Selectable<FirmwaresTable>;

/** A firmware without a client is visible to all. */
function seen(viewer: Viewer): RawBuilder<boolean> {
  const scope = clientScope(viewer);
  if (scope === null) return sql<boolean>`true`;
  if (scope === 'none') return sql<boolean>`false`;
  return sql<boolean>`(client_id is null or client_id = ${scope})`;
}

/** `1.10.0` comes after `1.9.0`. */
const byNumbers = sql`string_to_array(version, '.')::integer[]`;

export async function listFirmwares(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof firmwaresList>,
): Promise<ListPage<FirmwareRow>> {
  const conditions = [seen(viewer)];
  if (query.client !== undefined) conditions.push(sql<boolean>`client_id = any(${query.client})`);
  if (query.version !== undefined) conditions.push(sql<boolean>`version = any(${query.version.split(',')})`);
  if (query.search) {
    const pattern = containing(query.search);
    conditions.push(sql<boolean>`(version ilike ${pattern} or description ilike ${pattern})`);
  }
  const where = sql.join(conditions, sql` and `);
  return listedSql(db, query, {
    columns: sql`*`,
    changed: 'firmwares',
    from: sql`firmwares where ${where}`,
    order: orderOf(query.ordering, '-version', (field) =>
      field === 'version' ? byNumbers : sql.ref(field === 'client' ? 'client_id' : field),
    ),
  });
}

export async function loadFirmwares(db: Db, viewer: Viewer, ids: readonly number[]): Promise<FirmwareRow[]> {
  const { rows } =
    await sql<FirmwareRow>`select * from firmwares where id = any(${ids}) and ${seen(viewer)}`.execute(db);
  return rows;
}

export async function loadFirmware(db: Db, viewer: Viewer, id: number): Promise<FirmwareRow> {
  return found(await loadFirmwares(db, viewer, [id]));
}

/**
 * Locked for a change. All users see a firmware for all clients, but only admins may change it (the caller
 * checks).
 */
export async function firmwareForUpdate(trx: Trx, viewer: Viewer, id: number): Promise<FirmwareRow> {
  const { rows } =
    await sql<FirmwareRow>`select * from firmwares where id = ${id} and ${seen(viewer)} for update`.execute(
      trx,
    );
  return found(rows);
}

export async function versionTaken(trx: Trx, clientId: number | null, version: string): Promise<boolean> {
  const { rows } =
    await sql`select from firmwares where client_id is not distinct from ${clientId}::integer and version = ${version}`.execute(
      trx,
    );
  return rows.length > 0;
}

export async function insertFirmware(trx: Trx, row: Insertable<FirmwaresTable>): Promise<number> {
  const { id } = await trx.insertInto('firmwares').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateFirmware(
  trx: Trx,
  id: number,
  change: Updateable<FirmwaresTable>,
): Promise<void> {
  await trx
    .updateTable('firmwares')
    .set({ ...change, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Whether an update that is not finished uses it. */
export async function inUse(trx: Trx, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from rollouts where firmware_id = ${id} and state not in ('done', 'cancelled') limit 1`.execute(
      trx,
    );
  return rows.length > 0;
}

/** Deletes it with its finished updates; the audit log keeps what they did. */
export async function deleteFirmware(
  trx: Trx,
  id: number,
): Promise<{ id: number; client_id: number | null }[]> {
  const { rows } = await sql<{
    id: number;
    client_id: number | null;
  }>`delete from rollouts where firmware_id = ${id} returning id, client_id`.execute(trx);
  await trx.deleteFrom('firmwares').where('id', '=', id).execute();
  return rows;
}
