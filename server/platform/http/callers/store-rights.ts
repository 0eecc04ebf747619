import { sql } from 'kysely';
import type { Trx } from '../../database/db.ts';
import type { KeyViewer, UserViewer } from '../../viewer.ts';

/** Namespaces of the advisory locks, as the triggers `rights_change` take them, and how many locks each has. */
const NAMESPACES = { user: 81, key: 82 } as const;
const LOCKS = 1024;

/**
 * Until the transaction ends, nothing takes a right of this caller away: what does (triggers on users, groups,
 * sessions and keys) waits, or is waited for here. What is read in the next statement holds for the whole
 * transaction. `alone`: for who is about to change rights of their own; two at once would wait for each other.
 */
export async function holdRights(trx: Trx, viewer: UserViewer | KeyViewer, alone: boolean): Promise<void> {
  const lock = alone ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await sql`select ${lock}(${sql.lit(NAMESPACES[viewer.kind])}, ${viewer.id % LOCKS}::integer)`.execute(trx);
}
