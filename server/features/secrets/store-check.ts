import { sql } from 'kysely';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Db } from '../../platform/database/db.ts';

/** The setting of the check value, and the context to which its encryption is bound. */
const SETTING = 'secret_key_check';

/** A text encrypted with the key of this database; undefined before the first start with this check. */
export async function checkValue(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirst();
  return row === undefined ? undefined : String((row.value as { sealed?: unknown }).sealed);
}

/** Throws when the vault does not have the key of the value. */
export const openCheck = (vault: Vault, sealed: string): string => vault.open(sealed, SETTING);

/** Writes the check value with the first key; `over` replaces an existing one. */
export async function keepCheck(db: Db, vault: Vault, { over = false } = {}): Promise<void> {
  const value = JSON.stringify({ sealed: vault.seal('AeroWatch', SETTING) });
  await db
    .insertInto('settings')
    .values({ key: SETTING, value })
    .onConflict((conflict) =>
      over ? conflict.column('key').doUpdateSet({ value }) : conflict.column('key').doNothing(),
    )
    .execute();
}

/** How many stored secrets each key has encrypted, by the name of the key. */
export async function envelopesByKey(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select split_part(sealed, '.', 2) as key, count(*)::int as count from (
      select value #>> '{}' as sealed from boxes, jsonb_each(desired)
      union all select value #>> '{}' from boxes, jsonb_each(reported) where reported is not null
      union all select value #>> '{}' from box_configurations, jsonb_each(desired)
      union all select value #>> '{}' from configuration_change_boxes, jsonb_each(desired) where desired is not null
      union all select secret from webhooks
      union all select previous_secret from webhooks
      union all select secret from totp_factors
      union all select pending from totp_factors
      union all select address from user_channels
      union all select nullif(subscription, '') from push_browsers
      union all select private_key from push_keys
      union all select payload ->> 'sealed' from messages
      union all select response ->> 'sealed' from idempotency_keys
      union all select token_sealed from rollout_boxes
      union all select value ->> 'sealed' from settings where key = ${SETTING}) as kept
    where sealed like 'v1.%.%.%.%' group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}
