import { SET_ASIDE_BOUNDS, type setAsideBounds } from '@aerowatch/contracts/api/set-aside';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Viewer } from '../../../platform/viewer.ts';

/** How much is kept per box and day (MiB), and for how many days. */
export type Bounds = z.infer<typeof setAsideBounds>;

const KEY = 'set_aside';
const INITIAL: Bounds = {
  quota_mb: SET_ASIDE_BOUNDS.quota_mb.initial,
  retention_days: SET_ASIDE_BOUNDS.retention_days.initial,
};

/** The configured values, else the defaults. */
export async function readBounds(db: Db): Promise<Bounds> {
  const row = await db.selectFrom('settings').where('key', '=', KEY).select('value').executeTakeFirst();
  return { ...INITIAL, ...(row?.value as Partial<Bounds> | undefined) };
}

export function changeBounds(db: Db, viewer: Viewer, change: Partial<Bounds>): Promise<Bounds> {
  return transaction(db, async (trx) => {
    // Serializes concurrent changes.
    await trx
      .insertInto('settings')
      .values({ key: KEY, value: JSON.stringify(INITIAL) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await sql`select from settings where key = ${KEY} for update`.execute(trx);
    const before = await readBounds(trx);
    const after = { ...before, ...change };
    await trx
      .updateTable('settings')
      .set({ value: JSON.stringify(after) })
      .where('key', '=', KEY)
      .execute();
    const what = { action: 'update', entity: 'settings', id: null, name: KEY, clientId: null };
    await recordAudit(trx, viewer, { ...what, before, after });
    return after;
  });
}
