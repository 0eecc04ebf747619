import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import { visibleTo } from '../../../platform/database/scope.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { DesiredRow } from '../../twin/desired.ts';
import { type FirmwareRow, loadFirmwares } from '../files/store.ts';

/**
 * For each box, the firmware of a version that applies: its client's, else the one for all; null if there is
 * none.
 */
export async function firmwaresFor(
  trx: Trx,
  viewer: Viewer,
  version: string,
  boxes: readonly number[],
): Promise<{ firmware: FirmwareRow | null; boxes: number[] }[]> {
  const { rows } = await sql<{ firmware: number | null; boxes: number[] }>`
    select f.id as firmware, array_agg(b.id order by b.id) as boxes from boxes b left join lateral (
      select id from firmwares where version = ${version} and withdrawn_at is null and (client_id is null or client_id = b.client_id)
      order by client_id nulls last limit 1) f on true
    where b.id = any(${[...boxes]}::integer[]) and ${visibleTo(viewer, 'b.client_id')} group by f.id`.execute(
    trx,
  );
  const ids = rows.flatMap(({ firmware }) => firmware ?? []);
  const loaded = new Map((await loadFirmwares(trx, viewer, ids)).map((row) => [row.id, row]));
  return rows.map((row) => ({ firmware: loaded.get(row.firmware ?? 0) ?? null, boxes: row.boxes }));
}

/** The boxes whose desired configuration names another version, or exactly `instead`; locked. */
export async function boxesWishing(
  trx: Trx,
  boxes: readonly number[],
  version: string | null,
  instead?: string,
): Promise<DesiredRow[]> {
  const wish = sql`b.desired->>'firmware_version'`;
  const { rows } = await sql<DesiredRow>`select b.* from boxes b where b.id = any(${[...boxes]}::integer[])
    and ${instead === undefined ? sql`${wish} is distinct from ${version} and ${wish} is not null` : sql`${wish} = ${instead}`}
    order by b.id for no key update`.execute(trx);
  return rows;
}

export async function versionOf(trx: Trx, firmware: number): Promise<string> {
  const { version } = await trx
    .selectFrom('firmwares')
    .select('version')
    .where('id', '=', firmware)
    .executeTakeFirstOrThrow();
  return version;
}
