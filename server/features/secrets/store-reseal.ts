import { type RawBuilder, sql } from 'kysely';
import type { Vault } from '../../platform/crypto/vault.ts';
import { type Db, type Trx, transaction } from '../../platform/database/db.ts';
import { sealedAnswerAs } from '../../platform/http/requests/idempotency.ts';
import { sealedPersonAs } from '../audit/store-former-people.ts';
import { sealedTokenAs } from '../firmware/delivery/offers.ts';
import { SEALED_AS } from '../outbox/queue.ts';
import { sealedAs as sealedChannelAs } from '../outbox/store-channels.ts';
import { SEALED_KEYS_AS, sealedBrowserAs } from '../outbox/store-push.ts';
import { sealedFor } from '../second-factor/check.ts';
import { sealedIdTokenAs } from '../sso/sign-on.ts';
import { resealSecrets, type SealedConfiguration } from '../twin/secrets.ts';
import { sealedSecretAs } from '../webhooks/secrets.ts';
import { keepCheck } from './store-check.ts';

/** Rows per transaction, which is the longest that a box or user must wait for. */
const PAGE = 200;

/** A table with encrypted texts: its key, their column, and the same column encrypted again. */
interface Place {
  readonly table: string;
  readonly keys: readonly string[];
  readonly column: string;
  /** Whether the column is JSON. */
  readonly json: boolean;
  readonly where: RawBuilder<unknown>;
  reseal(vault: Vault, row: Row): unknown;
}
type Row = Readonly<Record<string, unknown>> & { readonly held: unknown };

const number = (row: Row, key: string) => Number(row[key]);
const text = (row: Row, key: string) => String(row[key]);
type Aad = (row: Row) => string;
/** A column that contains only an encrypted text. */
const plain = (table: string, keys: readonly string[], column: string, aad: Aad): Place => ({
  table,
  keys,
  column,
  json: false,
  where: sql`column_text like 'v1.%'`,
  reseal: (vault, row) => vault.reseal(text(row, 'held'), aad(row)),
});
const byId =
  (key: string, aad: (id: number) => string): Aad =>
  (row) =>
    aad(number(row, key));

/** A column with a configuration of a box, some fields of which are encrypted. */
const configuration = (
  table: string,
  keys: readonly [string, ...string[]],
  column: 'desired' | 'reported',
): Place => ({
  table,
  keys,
  column,
  json: true,
  where: sql`column_text like '%"v1.%'`,
  reseal: (vault, row) => resealSecrets(vault, number(row, keys[0]), column, row.held as SealedConfiguration),
});

/** A column with an object that has the encrypted text as `sealed`. */
const envelope = (table: string, keys: readonly string[], column: string, aad: Aad): Place => ({
  table,
  keys,
  column,
  json: true,
  where: sql`${sql.ref(column)} ->> 'sealed' is not null`,
  reseal: (vault, row) => {
    const held = row.held as { readonly sealed: string };
    return { ...held, sealed: vault.reseal(held.sealed, aad(row)) };
  },
});

/** All places of encrypted data. secrets.test.ts compares it with the database. */
const PLACES: readonly Place[] = [
  plain('webhooks', ['id'], 'secret', byId('id', sealedSecretAs)),
  plain('webhooks', ['id'], 'previous_secret', byId('id', sealedSecretAs)),
  plain('totp_factors', ['user_id'], 'secret', byId('user_id', sealedFor)),
  plain('totp_factors', ['user_id'], 'pending', byId('user_id', sealedFor)),
  plain('tokens', ['id'], 'sso_id_token', byId('id', sealedIdTokenAs)),
  configuration('boxes', ['id'], 'desired'),
  configuration('boxes', ['id'], 'reported'),
  configuration('box_configurations', ['box_id', 'version'], 'desired'),
  configuration('configuration_change_boxes', ['box_id', 'change_id'], 'desired'),
  plain('user_channels', ['user_id', 'channel'], 'address', (row) =>
    sealedChannelAs(number(row, 'user_id'), text(row, 'channel')),
  ),
  plain('push_browsers', ['id'], 'subscription', byId('id', sealedBrowserAs)),
  plain('former_people', ['user_id'], 'sealed', byId('user_id', sealedPersonAs)),
  plain('push_keys', ['public_key'], 'private_key', () => SEALED_KEYS_AS),
  envelope('messages', ['id'], 'payload', () => SEALED_AS),
  envelope('idempotency_keys', ['user_key', 'key'], 'response', (row) =>
    sealedAnswerAs(text(row, 'user_key'), text(row, 'key')),
  ),
  plain('rollout_boxes', ['rollout_id', 'box_id'], 'token_sealed', (row) =>
    sealedTokenAs(number(row, 'rollout_id'), number(row, 'box_id')),
  ),
];

/**
 * Encrypts everything with the first key of the vault, while the server runs: rows are locked a page at a
 * time. Returns how many rows changed. After an interruption, calling it again continues it.
 */
export async function resealAll(db: Db, vault: Vault): Promise<number> {
  let changed = 0;
  for (const place of PLACES) {
    let after: readonly unknown[] | undefined;
    do {
      const page = await transaction(db, (trx) => resealPage(trx, vault, place, after));
      changed += page.changed;
      after = page.last;
    } while (after !== undefined);
  }
  await keepCheck(db, vault, { over: true });
  return changed;
}

async function resealPage(
  trx: Trx,
  vault: Vault,
  place: Place,
  after: readonly unknown[] | undefined,
): Promise<{ changed: number; last: readonly unknown[] | undefined }> {
  const keys = sql.join(place.keys.map((key) => sql.ref(key)));
  const column = sql.ref(place.column);
  const beyond = after === undefined ? sql`` : sql`and (${keys}) > (${sql.join(after)})`;
  const { rows } = await sql<Row>`select ${keys}, ${column} as held
    from ${sql.table(place.table)} cross join lateral (select ${column}::text as column_text) as t
    where ${place.where} ${beyond} order by ${keys} limit ${PAGE} for update of ${sql.table(place.table)}`.execute(
    trx,
  );
  let changed = 0;
  for (const row of rows) {
    const sealed = place.reseal(vault, row);
    const [before, now] = place.json
      ? [row.held, sealed].map((one) => JSON.stringify(one))
      : [row.held, sealed];
    if (before === now) continue;
    const same = sql.join(
      place.keys.map((key) => sql`${sql.ref(key)} = ${row[key]}`),
      sql` and `,
    );
    await sql`update ${sql.table(place.table)} set ${column} = ${now} where ${same}`.execute(trx);
    changed += 1;
  }
  const last = rows.length < PAGE ? undefined : rows.at(-1);
  return { changed, last: last && place.keys.map((key) => last[key]) };
}
