import { sql } from 'kysely';
import type { Trx } from '../../database/db.ts';
import type { KeyViewer, UserViewer } from '../../viewer.ts';

/**
 * Namespaces of the advisory locks, which the triggers `rights_change` take, and the number of locks in each.
 */
const NAMESPACES = { user: 81, key: 82 } as const;
const LOCKS = 1024;

/**
 * Until the transaction ends, no right of this caller can be revoked: triggers on users, groups, sessions and
 * keys make that wait, or it is waited for here. Data read in the next statement is valid for the whole
 * transaction. `alone`: for somebody who is about to change their own rights, because two at once would
 * deadlock.
 */
export async function holdRights(trx: Trx, viewer: UserViewer | KeyViewer, alone: boolean): Promise<void> {
  const lock = alone ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await sql`select ${lock}(${sql.lit(NAMESPACES[viewer.kind])}, ${viewer.id % LOCKS}::integer)`.execute(trx);
}
