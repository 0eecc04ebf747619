import type { levelOf } from '@aerowatch/domain/access';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { sameEmail } from '../../platform/database/same-email.ts';
import type { System, Viewer } from '../../platform/viewer.ts';

/** An account that a provider's identity may open. */
export interface LinkedAccount {
  readonly id: number;
  readonly email: string;
  readonly is_active: boolean;
}

type Rights = Parameters<typeof levelOf>[0];

/** The user of an identity, locked; undefined when it was never linked. */
export function userOfIdentity(
  db: Db,
  _viewer: System,
  issuer: string,
  sub: string,
): Promise<LinkedAccount | undefined> {
  return db
    .selectFrom('sso_identities')
    .innerJoin('users', 'users.id', 'sso_identities.user_id')
    .select(['users.id', 'users.email', 'users.is_active'])
    .where('issuer', '=', issuer)
    .where('sub', '=', sub)
    .forUpdate()
    .executeTakeFirst();
}

/** The user of an e-mail, locked, and whether another identity of this provider is already linked to them. */
export function userOfVerified(
  db: Db,
  _viewer: System,
  issuer: string,
  email: string,
): Promise<(LinkedAccount & Rights & { is_linked: boolean }) | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'is_active', 'is_staff', 'is_superuser'])
    .select(sql<number[]>`array(select group_id from user_groups where user_id = users.id)`.as('groups'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('sso_identities')
          .select('user_id')
          .where('issuer', '=', issuer)
          .whereRef('user_id', '=', 'users.id'),
      )
        .$castTo<boolean>()
        .as('is_linked'),
    )
    .where(sameEmail(email))
    .forUpdate()
    .executeTakeFirst();
}

/** Links an identity; returns whether it was free. */
export async function linkIdentity(db: Db, issuer: string, sub: string, userId: number): Promise<boolean> {
  const made = await db
    .insertInto('sso_identities')
    .values({ issuer, sub, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return made.numInsertedOrUpdatedRows === 1n;
}

/** Since when this provider can open somebody's account; null when it cannot. */
export async function linkedSince(
  db: Db,
  _viewer: Viewer,
  issuer: string,
  userId: number,
): Promise<Date | null> {
  const row = await db
    .selectFrom('sso_identities')
    .select('linked_at')
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.linked_at ?? null;
}

/** The client with one of these names; without a name the only client there is. */
export async function clientOfNames(
  db: Db,
  _viewer: System,
  names: readonly string[] | null,
): Promise<number | null> {
  const rows = await db
    .selectFrom('clients')
    .select('id')
    .$if(names !== null, (query) =>
      query.where(sql<boolean>`lower(name) = any(${(names ?? []).map((name) => name.toLowerCase())})`),
    )
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}
