import type { EventEntity } from '@aerowatch/contracts/events';
import type { Db } from '../database/db.ts';
import { insertChanges, notify } from './store-events.ts';

export interface Change {
  readonly entity: EventEntity;
  readonly type: 'added' | 'updated' | 'deleted';
  readonly id: number;
  /** Its client; null: visible to admins only, or to all where the entity's loader is `shared`. */
  readonly clientId: number | null;
  /** Sent to this user alone (a job's progress). */
  readonly userId?: number | null;
}
/** New measures of an AERO, with the times of the first and the last, ms since 1970. */
export interface MeasureSpan {
  readonly aero: number;
  readonly from: number;
  readonly to: number;
}

export const CHANGES_CHANNEL = 'aerowatch_changes';
export const MEASURES_CHANNEL = 'aerowatch_measures';
export const SESSIONS_CHANNEL = 'aerowatch_sessions';
/** PostgreSQL takes payloads up to 8,000 bytes. */
const PAYLOAD = 7800;

/**
 * Notifies every process of a change, once the transaction commits; browsers get the resource in the form
 * they may see.
 */
export async function recordChange(trx: Db, change: Change): Promise<void> {
  await recordChanges(trx, [change]);
}

export async function recordChanges(trx: Db, changes: readonly Change[]): Promise<void> {
  for (let start = 0; start < changes.length; start += 1000) {
    const rows = changes.slice(start, start + 1000).map(({ entity, type, id, clientId, userId }) => ({
      entity,
      type,
      entity_id: id,
      client_id: clientId,
      user_id: userId ?? null,
    }));
    await notifyAll(trx, CHANGES_CHANNEL, await insertChanges(trx, rows));
  }
}

/** Notifies of new measures, once the transaction commits. */
export async function notifyMeasures(trx: Db, spans: readonly MeasureSpan[]): Promise<void> {
  await notifyAll(
    trx,
    MEASURES_CHANNEL,
    spans.map(({ aero, from, to }) => `${aero}:${from}:${to}`),
  );
}

/** Makes event streams of a user check their session at once: after logout, a new password, disabling. */
export async function recheckSessions(trx: Db, userId: number): Promise<void> {
  await notify(trx, SESSIONS_CHANNEL, String(userId));
}

async function notifyAll(trx: Db, channel: string, items: readonly (string | number)[]): Promise<void> {
  let payload = '';
  for (const item of items) {
    if (payload.length + String(item).length + 1 > PAYLOAD) {
      await notify(trx, channel, payload);
      payload = '';
    }
    payload += payload === '' ? item : `,${item}`;
  }
  if (payload !== '') await notify(trx, channel, payload);
}
