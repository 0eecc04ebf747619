import {
  addressKindOf,
  CHANNEL_KEYS,
  type ChannelKey,
  channelOf,
  ownAddressOf,
} from '@aerowatch/domain/channels';
import { type RawBuilder, sql } from 'kysely';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Db, Trx } from '../../platform/database/db.ts';

/** What a user chose of one channel; its own address as it may be seen. */
export interface ChannelChoice {
  readonly enabled: boolean;
  readonly shown: string | null;
  readonly format: string | null;
}
/** By channel; one that is not there was never chosen. */
export type ChannelChoices = Readonly<Partial<Record<ChannelKey, ChannelChoice>>>;

/** The choices of the users of a query, whose table is called `users`. */
export const CHOICES = sql<ChannelChoices>`(select coalesce(json_object_agg(c.channel,
  json_build_object('enabled', c.enabled, 'shown', c.shown, 'format', c.format)), '{}')
  from user_channels c where c.user_id = users.id)`;

/** What of a choice changes; an address of null is taken away with its format. */
export interface ChannelChange {
  readonly channel: ChannelKey;
  readonly enabled?: boolean;
  readonly own?: { readonly address: string; readonly shown: string } | null;
  readonly format?: string;
}

/** What the vault binds an address to. */
export const sealedAs = (userId: number, channel: string) => `user_channels.${userId}.${channel}`;

/** Writes down what a user chose; addresses sealed. */
export async function saveChoices(
  trx: Trx,
  vault: Vault,
  userId: number,
  changes: readonly ChannelChange[],
): Promise<void> {
  for (const { channel, enabled, own, format } of changes) {
    const columns = {
      ...(enabled === undefined ? {} : { enabled }),
      ...(format === undefined ? {} : { format }),
      ...(own === undefined
        ? {}
        : own === null
          ? { address: null, shown: null, format: null }
          : { address: vault.seal(own.address, sealedAs(userId, channel)), shown: own.shown }),
    };
    await trx
      .insertInto('user_channels')
      .values({ user_id: userId, channel, ...columns })
      .onConflict((conflict) => conflict.columns(['user_id', 'channel']).doUpdateSet({ channel, ...columns }))
      .execute();
  }
}

/** Removes all choices: nothing is notified any more. */
export async function forgetChoices(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('user_channels').where('user_id', '=', userId).execute();
}

/** The address of a user at a channel that has its own, as it is now; undefined when there is none. */
export async function ownAddressAt(
  db: Db,
  vault: Vault,
  userId: number,
  channel: ChannelKey,
): Promise<{ to: string; format?: string } | undefined> {
  const row = await db
    .selectFrom('user_channels')
    .select(['address', 'format'])
    .where('user_id', '=', userId)
    .where('channel', '=', channel)
    .executeTakeFirst();
  if (row === undefined || row.address === null) return undefined;
  const to = vault.open(row.address, sealedAs(userId, channel));
  if (ownAddressOf(channel)?.formats === null) return { to };
  return row.format === null ? undefined : { to, format: row.format };
}

/**
 * Where a channel reaches a user, as the outbox shows it: empty when nowhere. `channel` and `user` are
 * what the statement calls them; an address of the channel's own is masked.
 */
export function addressOf(channel: string, user: string): RawBuilder<string> {
  const u = sql.table(user);
  const places = {
    email: sql<string>`${u}.email`,
    phone: sql<string>`${u}.phone`,
    own: sql<string>`(select shown from user_channels where user_id = ${u}.id and channel = ${sql.ref(channel)})`,
    browser: sql<string>`(select string_agg(name, ', ' order by id) from push_browsers where user_id = ${u}.id)`,
  };
  const placeOf = (address: ReturnType<typeof channelOf>['address']) =>
    places[typeof address === 'string' ? address : 'own'];
  return sql<string>`coalesce(${byChannel(channel, (key) => placeOf(channelOf(key).address))}, '')`;
}

/** Channels the users of a query chose that reach them nowhere; the table is called `users`. */
export const UNREACHED = sql<ChannelKey[]>`array(select c.channel from user_channels c
  where c.user_id = users.id and c.enabled and ${addressOf('c.channel', 'users')} = '' order by c.channel)`;

/** Code of i18n's messages for nowhere to send to. */
export const missingCode = (channel: ChannelKey) => `notify_no_${addressKindOf(channel)}`;
/** The same in a statement that calls the channel so. */
export const missingOf = (channel: string): RawBuilder<string> =>
  byChannel(channel, (key) => sql.lit(missingCode(key)));

function byChannel<T>(channel: string, of: (key: ChannelKey) => RawBuilder<T>): RawBuilder<T> {
  const cases = CHANNEL_KEYS.map((key) => sql`when ${sql.lit(key)} then ${of(key)}`);
  return sql<T>`case ${sql.ref(channel)} ${sql.join(cases, sql` `)} end`;
}

/** Of these channels those that a user has chosen. */
export async function chosenOf(
  trx: Trx,
  userId: number,
  channels: readonly ChannelKey[],
): Promise<ChannelKey[]> {
  const rows = await trx
    .selectFrom('user_channels')
    .select('channel')
    .where('user_id', '=', userId)
    .where('channel', 'in', [...channels])
    .where('enabled', '=', true)
    .execute();
  return rows.map(({ channel }) => channel as ChannelKey);
}
