import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';

export interface Ledger {
  box: number;
  messages: number;
  received: number;
  stored: number;
  duplicates: number;
  set_aside: number;
  merged: number;
  conflicts: number;
  nulled: number;
  not_kept: number;
}

/** The counts of messages received from a box; zeros for one never heard. */
export async function readLedger(db: Db, viewer: Viewer, boxId: number): Promise<Ledger> {
  const { rows } =
    await sql<Ledger>`select b.id as box, coalesce(l.messages, 0) as messages, coalesce(l.received, 0) as received,
      coalesce(l.stored, 0) as stored, coalesce(l.duplicates, 0) as duplicates, coalesce(l.set_aside, 0) as set_aside,
      coalesce(l.merged, 0) as merged, coalesce(l.conflicts, 0) as conflicts, coalesce(l.nulled, 0) as nulled,
      coalesce(l.not_kept, 0) as not_kept
    from boxes b left join box_ledgers l on l.box_id = b.id where b.id = ${boxId} and ${visibleTo(viewer, 'b.client_id')}`.execute(
      db,
    );
  return found(rows);
}
