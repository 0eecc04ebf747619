import { type RawBuilder, sql } from 'kysely';
import { sealedTokenAs } from '../firmware/delivery/offers.ts';
import { sealedFor } from '../modules/second-factor/check.ts';
import { sealedIdTokenAs } from '../modules/sso/sign-on.ts';
import { SEALED_AS } from '../outbox/queue.ts';
import { sealedAs as sealedChannelAs } from '../outbox/store-channels.ts';
import { SEALED_KEYS_AS, sealedBrowserAs } from '../outbox/store-push.ts';
import type { Vault } from '../platform/crypto/vault.ts';
import { type Db, type Trx, transaction } from '../platform/database/db.ts';
import { sealedAnswerAs } from '../platform/http/idempotency.ts';
import { resealSecrets, type SealedConfiguration } from '../twin/secrets.ts';
import { sealedSecretAs } from '../webhooks/secrets.ts';
import { keepCheck } from './store-check.ts';

/** Rows of one transaction: a box or a user waits no longer than for these. */
const PAGE = 200;

/** One table with sealed texts: its key, the column they stand in, and the same column sealed anew. */
interface Place {
  readonly table: string;
  readonly keys: readonly string[];
  readonly column: string;
  /** JSON goes back as JSON. */
  readonly json: boolean;
  readonly where: RawBuilder<unknown>;
  reseal(vault: Vault, row: Row): unknown;
}
type Row = Readonly<Record<string, unknown>> & { readonly held: unknown };
interface Envelope {
  readonly sealed: string;
}

const number = (row: Row, key: string) => Number(row[key]);
const text = (row: Row, key: string) => String(row[key]);
const envelope = (vault: Vault, held: unknown, aad: string) => ({
  ...(held as Envelope),
  sealed: vault.reseal((held as Envelope).sealed, aad),
});
const hasText = sql`column_text like '%"v1.%'`;

/** A column that holds nothing but an envelope, bound to the row by one key. */
const plain = (table: string, key: string, column: string, aad: (id: number) => string): Place => ({
  table,
  keys: [key],
  column,
  json: false,
  where: sql`column_text like 'v1.%'`,
  reseal: (vault, row) => vault.reseal(text(row, 'held'), aad(number(row, key))),
});

/** Everything that is kept sealed. secrets.test.ts compares it with what the database holds. */
const PLACES: readonly Place[] = [
  plain('webhooks', 'id', 'secret', sealedSecretAs),
  plain('webhooks', 'id', 'previous_secret', sealedSecretAs),
  plain('totp_factors', 'user_id', 'secret', sealedFor),
  plain('totp_factors', 'user_id', 'pending', sealedFor),
  plain('tokens', 'id', 'sso_id_token', sealedIdTokenAs),
  {
    table: 'boxes',
    keys: ['id'],
    column: 'desired',
    json: true,
    where: hasText,
    reseal: (vault, row) =>
      resealSecrets(vault, number(row, 'id'), 'desired', row.held as SealedConfiguration),
  },
  {
    table: 'boxes',
    keys: ['id'],
    column: 'reported',
    json: true,
    where: hasText,
    reseal: (vault, row) =>
      resealSecrets(vault, number(row, 'id'), 'reported', row.held as SealedConfiguration),
  },
  {
    table: 'box_configurations',
    keys: ['box_id', 'version'],
    column: 'desired',
    json: true,
    where: hasText,
    reseal: (vault, row) =>
      resealSecrets(vault, number(row, 'box_id'), 'desired', row.held as SealedConfiguration),
  },
  {
    table: 'user_channels',
    keys: ['user_id', 'channel'],
    column: 'address',
    json: false,
    where: sql`column_text like 'v1.%'`,
    reseal: (vault, row) =>
      vault.reseal(text(row, 'held'), sealedChannelAs(number(row, 'user_id'), text(row, 'channel'))),
  },
  {
    table: 'push_browsers',
    keys: ['id'],
    column: 'subscription',
    json: false,
    where: sql`subscription <> ''`,
    reseal: (vault, row) => vault.reseal(text(row, 'held'), sealedBrowserAs(number(row, 'id'))),
  },
  {
    table: 'push_keys',
    keys: ['public_key'],
    column: 'private_key',
    json: false,
    where: sql`private_key is not null`,
    reseal: (vault, row) => vault.reseal(text(row, 'held'), SEALED_KEYS_AS),
  },
  {
    table: 'messages',
    keys: ['id'],
    column: 'payload',
    json: true,
    where: sql`payload ->> 'sealed' is not null`,
    reseal: (vault, row) => envelope(vault, row.held, SEALED_AS),
  },
  {
    table: 'idempotency_keys',
    keys: ['user_key', 'key'],
    column: 'response',
    json: true,
    where: sql`response ->> 'sealed' is not null`,
    reseal: (vault, row) =>
      envelope(vault, row.held, sealedAnswerAs(text(row, 'user_key'), text(row, 'key'))),
  },
  {
    table: 'rollout_boxes',
    keys: ['rollout_id', 'box_id'],
    column: 'token_sealed',
    json: false,
    where: sql`token_sealed is not null`,
    reseal: (vault, row) =>
      vault.reseal(text(row, 'held'), sealedTokenAs(number(row, 'rollout_id'), number(row, 'box_id'))),
  },
];

/**
 * Seals everything with the first key of the vault, beside a running server: rows are locked a page at a
 * time. Answers how many rows changed. Interrupted, it goes on where it was when it is called again.
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
