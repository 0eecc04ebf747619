import { levelOf, mustHaveSecondFactor, type SecondFactorPolicy } from '@aerowatch/domain/access';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import { HAS_FACTOR } from '../../platform/http/callers/store-credentials.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { BY_SSO_ALONE } from './store-sessions.ts';

const MAX_NAMED = 100;

/** How the active people that a viewer may see sign in. */
export async function howPeopleSignIn(
  db: Db,
  viewer: Viewer,
  policy: SecondFactorPolicy,
  issuer: string | null,
) {
  const rows = await db
    .selectFrom('users')
    .leftJoin('clients', 'clients.id', 'users.client_id')
    .select(['users.id', 'first_name', 'last_name', 'email', 'is_staff', 'is_superuser', 'password_hash'])
    .select('clients.require_second_factor')
    .select(sql<number[]>`array(select group_id from user_groups where user_id = users.id)`.as('groups'))
    .select(HAS_FACTOR.as('has_factor'))
    .select(
      sql<boolean>`exists (select from sso_identities where user_id = users.id and issuer = ${issuer})`.as(
        'by_sso',
      ),
    )
    .where('users.is_active', '=', true)
    .where(visibleTo(viewer, 'users.client_id'))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('users.id')
    .execute();
  // Users without a local password sign in only through the provider, which asks for the factor.
  const lacking = rows.filter(
    (row) =>
      !row.has_factor &&
      row.password_hash !== BY_SSO_ALONE &&
      mustHaveSecondFactor(policy, levelOf(row), row.require_second_factor === true),
  );
  return {
    people: {
      count: rows.length,
      with_factor: rows.filter(({ has_factor }) => has_factor).length,
      by_sso: rows.filter(({ by_sso }) => by_sso).length,
    },
    lacking: lacking.slice(0, MAX_NAMED).map(({ id, first_name, last_name, email }) => ({
      id,
      email,
      name: `${first_name} ${last_name}`.trim(),
    })),
  };
}

/** Clients that require a second factor of their people. */
export function clientsAsking(db: Db, viewer: Viewer) {
  return db
    .selectFrom('clients')
    .select(['id', 'name', 'require_second_factor'])
    .where(visibleTo(viewer, 'id'))
    .orderBy('name')
    .execute();
}
