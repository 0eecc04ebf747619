import { DEFAULT_CONFIGURATION } from '@aerowatch/domain/box/box-configuration';
import { sql } from 'kysely';
import type { Db } from '../server/platform/database/db.ts';
import type { Case } from './cases/case.ts';

/** Database ids of a case. */
export interface CaseIds {
  readonly client: number;
  readonly box: number;
  serial: string;
  /** Ids of AEROs by position. */
  readonly aeros: Map<number, number>;
  readonly conditions: readonly number[];
}
const LONG_AGO = new Date(Date.UTC(2000, 0, 1));

/** A client, a box and a supervisor for each case, in a few statements. */
export async function placeCases(db: Db, cases: readonly Case[], batch: string): Promise<CaseIds[]> {
  const names = cases.map((_, index) => `${batch}-${index}`);
  const clients = await db
    .insertInto('clients')
    .values(names.map((name) => ({ name })))
    .returning('id')
    .execute();
  const boxes = await db
    .insertInto('boxes')
    .values(
      names.map((name, index) => ({
        serial_number: name,
        client_id: clients[index]!.id,
        desired: JSON.stringify(DEFAULT_CONFIGURATION),
      })),
    )
    .returning('id')
    .execute();
  const positions = cases.flatMap((one, index) =>
    Array.from({ length: one.aeros }, (_, number) => ({ index, position: number + 1 })),
  );
  const aeros = await db
    .insertInto('aeros')
    .values(positions.map(({ index, position }) => ({ box_id: boxes[index]!.id, position, model_type: 1 })))
    .returning('id')
    .execute();
  const placed = cases.map((_, index) => ({
    client: clients[index]!.id,
    box: boxes[index]!.id,
    serial: names[index]!,
    aeros: new Map<number, number>(),
    conditions: [] as number[],
  }));
  for (const [number, { index, position }] of positions.entries())
    placed[index]!.aeros.set(position, aeros[number]!.id);
  await placeRules(db, cases, placed);
  return placed;
}

async function placeRules(
  db: Db,
  cases: readonly Case[],
  placed: readonly (CaseIds & { conditions: number[] })[],
): Promise<void> {
  const watching = placed.filter((_, index) => cases[index]!.conditions.length > 0);
  if (watching.length === 0) return;
  const supervisors = await db
    .insertInto('supervisors')
    .values(
      watching.map((one) => ({
        name: 'rules',
        client_id: one.client,
        joined: cases[placed.indexOf(one)]!.joined === true,
      })),
    )
    .returning(['id', 'client_id'])
    .execute();
  const ofClient = new Map(supervisors.map((row) => [row.client_id, row.id]));
  const watched = watching.flatMap(({ client, aeros }) =>
    [...aeros.values()].map((aero) => ({
      supervisor_id: ofClient.get(client)!,
      aero_id: aero,
      started_at: LONG_AGO,
    })),
  );
  await db.insertInto('supervisor_aeros').values(watched).execute();
  const owners = placed.flatMap((one, index) =>
    cases[index]!.conditions.map((condition, position) => ({ one, condition, position })),
  );
  const rows = await db
    .insertInto('conditions')
    .values(
      owners.map(({ one, condition, position }) => ({
        supervisor_id: ofClient.get(one.client)!,
        position: position + 1,
        definition: JSON.stringify(condition),
        started_at: LONG_AGO,
      })),
    )
    .returning('id')
    .execute();
  for (const [number, { one }] of owners.entries()) one.conditions.push(rows[number]!.id);
}

/** Edits of a case's data while messages arrive. */
export async function addAero(db: Db, placed: CaseIds): Promise<void> {
  if (placed.aeros.has(2)) return;
  const row = await db
    .insertInto('aeros')
    .values({ box_id: placed.box, position: 2, model_type: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  placed.aeros.set(2, row.id);
}
export async function rename(db: Db, placed: CaseIds): Promise<void> {
  placed.serial = `${placed.serial}'`;
  await db.updateTable('boxes').set({ serial_number: placed.serial }).where('id', '=', placed.box).execute();
}
export async function moveAway(db: Db, placed: CaseIds): Promise<void> {
  const other = await db
    .insertInto('clients')
    .values({ name: `${placed.serial} moved ${placed.box}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('boxes').set({ client_id: other.id }).where('id', '=', placed.box).execute();
}
export async function archiveAlerts(db: Db, placed: CaseIds): Promise<void> {
  await sql`update alerts set seen_at = now() where box_id = ${placed.box} and seen_at is null`.execute(db);
}
/** Set aside messages of a box that are not replayed yet, oldest first. */
export async function asidesOf(db: Db, box: number): Promise<number[]> {
  const rows = await db
    .selectFrom('set_aside')
    .where('box_id', '=', box)
    .where('replayed_at', 'is', null)
    .select('id')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

const MEASURES = 'measures, measure_packs, measure_days, measure_quarters';

/** Deletes all cases, so that the next batch starts from the same state as the first. */
export async function clearWorld(db: Db): Promise<void> {
  await sql
    .raw(
      `truncate ${MEASURES}, measure_latest, measure_dirty_days, aero_due, set_aside, sami_history, change_events`,
    )
    .execute(db);
  await sql`delete from supervisors`.execute(db);
  await sql`delete from boxes`.execute(db);
  await sql`delete from clients where not exists (select from users where users.client_id = clients.id)`.execute(
    db,
  );
}
