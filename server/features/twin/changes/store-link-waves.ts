import type { WaveCounts } from '@aerowatch/domain/firmware/waves';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { STATE } from './store-changes.ts';

export interface WaitingBox extends Selectable<Database['boxes']> {
  readonly waiting: Record<string, unknown>;
  readonly asked_at: Date;
}

/** A box that gets its connection settings only after earlier waves, with the waiting values. */
export interface HeldLink {
  readonly box: number;
  readonly wave: number;
  readonly desired: object;
}

/** Stores the waiting part of a recorded change. */
export async function holdLinks(trx: Trx, change: number, held: readonly HeldLink[]): Promise<void> {
  await sql`update configuration_change_boxes cb set wave = x.wave, desired = x.desired
    from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as x(box integer, wave integer, desired jsonb)
    where cb.change_id = ${change} and cb.box_id = x.box`.execute(trx);
}

/**
 * Changes with waiting connection settings, each with its next wave; locked, except those that another
 * process holds.
 */
export async function claimWaiting(trx: Trx): Promise<{ change: number; wave: number }[]> {
  const { rows } = await sql<{ change: number; wave: number }>`select c.id as change,
      (select min(wave) from configuration_change_boxes where change_id = c.id and desired is not null) as wave
    from configuration_changes c where not c.stopped and exists
      (select from configuration_change_boxes where change_id = c.id and desired is not null)
    order by c.id for update of c skip locked`.execute(trx);
  return rows;
}

/** The states of the boxes of the waves up to this one. */
export async function waveOf(trx: Trx, change: number, wave: number): Promise<WaveCounts> {
  const { rows } = await sql<WaveCounts>`select count(*)::integer as size, 0 as blocked,
      count(*) filter (where state = 'refused')::integer as failed, count(*) filter (where state = 'applied')::integer as installed,
      count(*) filter (where state = 'replaced')::integer as cancelled
    from (select ${STATE} as state from configuration_changes c join configuration_change_boxes cb on cb.change_id = c.id
      join boxes b on b.id = cb.box_id where c.id = ${change} and cb.wave <= ${wave}) s`.execute(trx);
  return rows[0]!;
}

export async function stopChange(trx: Trx, change: number): Promise<void> {
  await sql`update configuration_changes set stopped = true where id = ${change}`.execute(trx);
}

/** The boxes of a wave, locked in order of id, each with its waiting values. */
export async function releaseWave(trx: Trx, change: number, wave: number): Promise<WaitingBox[]> {
  const { rows } = await sql<WaitingBox>`select b.*, cb.desired as waiting, c.created_at as asked_at
    from configuration_change_boxes cb join configuration_changes c on c.id = cb.change_id join boxes b on b.id = cb.box_id
    where cb.change_id = ${change} and cb.wave = ${wave} and cb.desired is not null
    order by b.id for no key update of b`.execute(trx);
  return rows;
}

/** Removes sent values from the waiting ones; the box is followed by its resulting version. */
export async function dropWaiting(trx: Trx, change: number, wave: number): Promise<void> {
  await sql`update configuration_change_boxes cb set desired = null, version = b.desired_version
    from boxes b where b.id = cb.box_id and cb.change_id = ${change} and cb.wave = ${wave}`.execute(trx);
}
