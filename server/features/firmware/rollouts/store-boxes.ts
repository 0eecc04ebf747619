import type { WaveCounts } from '@aerowatch/domain/firmware/waves';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';

/** Boxes under way, which count for the maximum updated at once. */
const busy = sql`('offered', 'downloading', 'verifying', 'installing')`;
const ended = sql`('installed', 'failed', 'cancelled')`;
/** Below this voltage a box does not survive an update, V. */
export const LOWEST_BATTERY = 3.5;

/** Why a queued box is not offered the firmware now; null when it may be. `b` is the box, `f` the firmware. */
export const blockedBy = sql<string | null>`case
  when f.minimum_hardware is not null and b.hardware_version is not null
    and string_to_array(b.hardware_version, '.')::integer[] < string_to_array(f.minimum_hardware, '.')::integer[]
    then 'hardware_too_old|' || b.hardware_version || '|' || f.minimum_hardware
  else (select 'battery_low|' || round(l.battery_voltage::numeric, 2) from aeros a join measure_latest l on l.aero_id = a.id
    where a.box_id = b.id and l.battery_voltage is not null and l.battery_voltage < ${LOWEST_BATTERY}
      and l.time = (select max(l2.time) from aeros a2 join measure_latest l2 on l2.aero_id = a2.id where a2.box_id = b.id and l2.battery_voltage is not null)
    limit 1) end`;

/** Whether an update that is not over has the box `b`. */
export const inAnotherUpdate = sql<boolean>`exists (select from rollout_boxes rb join rollouts r on r.id = rb.rollout_id
  where rb.box_id = b.id and rb.state not in ${ended} and r.state not in ('done', 'cancelled'))`;

/** Sets, or clears, the reason why queued boxes of the begun waves wait. Returns how many changed. */
export async function markBlocked(trx: Trx, rolloutId: number, wave: number, at: Date): Promise<number> {
  const { rows } = await sql`with looked as (
      select rb.box_id, ${blockedBy} as detail from rollout_boxes rb join boxes b on b.id = rb.box_id
        join rollouts r on r.id = rb.rollout_id join firmwares f on f.id = r.firmware_id
      where rb.rollout_id = ${rolloutId} and rb.wave <= ${wave} and rb.state = 'queued'
    ) update rollout_boxes rb set detail = looked.detail, updated_at = ${at} from looked
    where rb.rollout_id = ${rolloutId} and rb.box_id = looked.box_id and rb.state = 'queued'
      and rb.detail is distinct from looked.detail returning rb.box_id`.execute(trx);
  return rows.length;
}

/** Offers the firmware to as many queued boxes as may download at once. Returns their serial numbers. */
export async function offerNext(
  trx: Trx,
  rollout: { id: number; wave: number; at_once: number },
  at: Date,
): Promise<{ id: number; serial_number: string }[]> {
  const { rows } = await sql<{ id: number; serial_number: string }>`with free as (
      select greatest(0, ${rollout.at_once}::integer - count(*))::integer as n from rollout_boxes
      where rollout_id = ${rollout.id} and state in ${busy}
    ), chosen as (
      select box_id from rollout_boxes where rollout_id = ${rollout.id} and wave <= ${rollout.wave} and state = 'queued' and detail is null
      order by wave, box_id limit (select n from free) for update
    ) update rollout_boxes rb set state = 'offered', progress = 0, offered_at = ${at}, updated_at = ${at},
      token_hash = null, token_sealed = null, token_expires_at = null
    from chosen, boxes b where rb.rollout_id = ${rollout.id} and rb.box_id = chosen.box_id and b.id = rb.box_id
    returning b.id, b.serial_number`.execute(trx);
  return rows;
}

/**
 * Marks silent boxes as failed: one that was offered and did not connect or begin within three upload times
 * and a grace period; one that began and was silent for longer than both that and an hour.
 */
export async function failSilent(
  trx: Trx,
  rolloutId: number,
  at: Date,
  graceMinutes: number,
): Promise<number[]> {
  const patience = sql`make_interval(mins => 3 * b.upload_time + ${graceMinutes}::integer)`;
  const { rows } = await sql<{
    box_id: number;
  }>`update rollout_boxes rb set state = 'failed', updated_at = ${at},
      detail = case when rb.state <> 'offered' then 'no_news|' || rb.state
        when b.last_contact > rb.offered_at then 'not_begun' else 'no_contact' end
    from boxes b where b.id = rb.box_id and rb.rollout_id = ${rolloutId} and rb.state in ${busy}
      and case when rb.state = 'offered' then rb.offered_at < ${at}::timestamptz - ${patience}
        else rb.updated_at < ${at}::timestamptz - greatest(${patience}, interval '1 hour') end
    returning rb.box_id`.execute(trx);
  return rows.map((row) => row.box_id);
}

export async function waveCounts(trx: Trx, rolloutId: number, wave: number): Promise<WaveCounts> {
  const { rows } = await sql<WaveCounts>`select count(*)::integer as size,
      count(*) filter (where state = 'failed')::integer as failed, count(*) filter (where state = 'installed')::integer as installed,
      count(*) filter (where state = 'cancelled')::integer as cancelled,
      count(*) filter (where state = 'queued' and detail is not null)::integer as blocked
    from rollout_boxes where rollout_id = ${rolloutId} and wave = ${wave}`.execute(trx);
  return rows[0]!;
}

/** Unfinished boxes. */
export async function openBoxes(trx: Trx, rolloutId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from rollout_boxes
    where rollout_id = ${rolloutId} and state not in ${ended}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Offers not yet begun return to the queue: nothing more is sent. */
export async function withdrawOffers(trx: Trx, rolloutId: number, at: Date): Promise<void> {
  await sql`update rollout_boxes set state = 'queued', offered_at = null, updated_at = ${at}
    where rollout_id = ${rolloutId} and state = 'offered'`.execute(trx);
}

export async function cancelBoxes(trx: Trx, rolloutId: number, at: Date): Promise<number[]> {
  const { rows } = await sql<{
    box_id: number;
  }>`update rollout_boxes set state = 'cancelled', updated_at = ${at}
    where rollout_id = ${rolloutId} and state not in ${ended} returning box_id`.execute(trx);
  return rows.map((row) => row.box_id);
}

export async function requeueFailed(trx: Trx, rolloutId: number, at: Date): Promise<number> {
  const { rows } =
    await sql`update rollout_boxes set state = 'queued', progress = 0, detail = null, offered_at = null, updated_at = ${at}
    where rollout_id = ${rolloutId} and state = 'failed' returning box_id`.execute(trx);
  return rows.length;
}

export interface BoxUpdate {
  rollout_id: number;
  client_id: number | null;
  state: string;
  progress: number;
}
/** The row of a box in an update, locked. */
export async function lockRolloutBox(
  trx: Trx,
  rolloutId: number,
  boxId: number,
): Promise<BoxUpdate | undefined> {
  const { rows } =
    await sql<BoxUpdate>`select rb.rollout_id, r.client_id, rb.state, rb.progress from rollout_boxes rb
    join rollouts r on r.id = rb.rollout_id where rb.rollout_id = ${rolloutId} and rb.box_id = ${boxId} for update of rb`.execute(
      trx,
    );
  return rows[0];
}

export async function setBoxState(
  trx: Trx,
  rolloutId: number,
  boxId: number,
  change: { state: string; progress: number; detail: string | null; at: Date },
): Promise<void> {
  await sql`update rollout_boxes set state = ${change.state}, progress = ${change.progress}, detail = ${change.detail}, updated_at = ${change.at}
    where rollout_id = ${rolloutId} and box_id = ${boxId}`.execute(trx);
}

/**
 * The box runs this version: every update of it to that version counts as installed, even one that seemed to
 * have failed. Returns the updates concerned.
 */
export async function markInstalled(
  trx: Trx,
  boxId: number,
  version: string,
  at: Date,
): Promise<{ id: number; client_id: number | null }[]> {
  if (!/^\d{1,9}(\.\d{1,9}){2}$/.test(version)) return [];
  const { rows } = await sql<{ id: number; client_id: number | null }>`update rollout_boxes rb
    set state = 'installed', progress = 100, detail = null, updated_at = ${at}
    from rollouts r join firmwares f on f.id = r.firmware_id
    where rb.box_id = ${boxId} and r.id = rb.rollout_id and rb.state not in ('installed', 'cancelled')
      and (r.state not in ('done', 'cancelled') or rb.detail like 'fell_back|%')
      and string_to_array(f.version, '.')::integer[] = string_to_array(${version}, '.')::integer[]
    returning r.id, r.client_id`.execute(trx);
  return rows;
}

/**
 * Marks the last update that brought the box to a version as failed, because the box reverted. Returns the
 * updates concerned.
 */
export async function markFellBack(
  trx: Trx,
  boxId: number,
  { from, to }: { from: string; to: string },
  at: Date,
): Promise<{ id: number; client_id: number | null }[]> {
  const { rows } = await sql<{ id: number; client_id: number | null }>`update rollout_boxes rb
    set state = 'failed', detail = ${`fell_back|${from}|${to}`}, updated_at = ${at}
    from rollouts r where r.id = rb.rollout_id and rb.box_id = ${boxId} and rb.rollout_id = (
      select r2.id from rollout_boxes rb2 join rollouts r2 on r2.id = rb2.rollout_id join firmwares f on f.id = r2.firmware_id
      where rb2.box_id = ${boxId} and rb2.state = 'installed' and string_to_array(f.version, '.')::integer[] = string_to_array(${from}, '.')::integer[]
      order by r2.id desc limit 1)
    returning r.id, r.client_id`.execute(trx);
  return rows;
}

/** The AERO that represents its box for diagnoses about the box. */
export async function firstAero(trx: Trx, boxId: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from aeros where box_id = ${boxId} order by position limit 1`.execute(trx);
  return rows.map(({ id }) => id);
}
