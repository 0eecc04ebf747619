import { sql } from 'kysely';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Db } from '../../platform/database/db.ts';
import type { System, UserViewer } from '../../platform/viewer.ts';

/** The context to which the encryption is bound. */
export const sealedPersonAs = (userId: number) => `former_people:${userId}`;

interface Identity {
  readonly name: string;
  readonly email: string;
}

/** Encrypts the identity of a deleted person, kept as long as the audit log mentions their number. */
export async function keepIdentity(db: Db, vault: Vault, userId: number, identity: Identity): Promise<void> {
  const sealed = vault.seal(JSON.stringify(identity), sealedPersonAs(userId));
  await db.insertInto('former_people').values({ user_id: userId, sealed }).execute();
}

/**
 * The identity behind a number of the audit log; undefined if nobody of that number was deleted, and beyond
 * retention.
 */
export async function identityOf(
  db: Db,
  _viewer: UserViewer,
  vault: Vault,
  userId: number,
): Promise<(Identity & { deleted_at: Date }) | undefined> {
  const row = await db
    .selectFrom('former_people')
    .select(['sealed', 'deleted_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...(JSON.parse(vault.open(row.sealed, sealedPersonAs(userId))) as Identity),
    deleted_at: row.deleted_at,
  };
}

/** Deletes identities that no entry mentions any more, after retention. */
export async function forgetIdentities(db: Db, _viewer: System): Promise<void> {
  await db
    .deleteFrom('former_people')
    .where(
      sql<boolean>`not exists (select from audit where audit.user_id = former_people.user_id
        or (audit.entity = 'users' and audit.entity_id = former_people.user_id))`,
    )
    .execute();
}
