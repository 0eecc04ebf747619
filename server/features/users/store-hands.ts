import { DAY } from '@aerowatch/domain/durations';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { System } from '../../platform/viewer.ts';

/** Days for which a person who gave somebody access counts as able to act as them. */
export const HAND_DAYS = 30;
/** Changes that give access when made for somebody else. */
const WAYS_IN = ['password', 'email', 'groups', 'is_staff', 'is_superuser', 'is_active', 'client'];

/**
 * Whether two accounts may be controlled by one person: within the last 30 days one gave the other access
 * (created it, invited it, set its password, e-mail or rights, removed its factors), or a third gave it to
 * both, possibly through several accounts. Read from the audit log, which the server can only append to;
 * access given by the operator's shell and the identity provider counts for nobody.
 */
export async function isOneHand(db: Db, _viewer: System, one: number, other: number, now: Date) {
  const since = new Date(now.getTime() - HAND_DAYS * DAY);
  const { rows } = await sql<{ shared: boolean }>`
    with recursive given as materialized (
      select distinct user_id as giver, entity_id as account from audit
      where entity = 'users' and at > ${since} and user_id is not null and entity_id <> user_id
        and (action in ('create', 'invite', 'remove_second_factor')
          or action = 'update' and changes ?| ${WAYS_IN}::text[])),
    hands(of_account, hand) as (
      select id, id from unnest(array[${one}, ${other}]::integer[]) as id
      union select hands.of_account, given.giver from hands join given on given.account = hands.hand)
    select exists(select from hands a join hands b on b.hand = a.hand
      where a.of_account = ${one} and b.of_account = ${other}) as shared`.execute(db);
  return rows[0]?.shared === true;
}
