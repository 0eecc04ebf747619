import {
  addressKindOf,
  CHANNEL_KEYS,
  type ChannelKey,
  channelOf,
  ownAddressOf,
} from '@aerowatch/domain/notifications/channels';
import { type RawBuilder, sql } from 'kysely';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Db, Trx } from '../../platform/database/db.ts';

/** A user's choice for one channel, with the visible form of its own address. */
export interface ChannelChoice {
  readonly enabled: boolean;
  readonly shown: string | null;
  readonly format: string | null;
}
/** By channel; an absent one was never chosen. */
export type ChannelChoices = Readonly<Partial<Record<ChannelKey, ChannelChoice>>>;

/** SQL for the choices of the users in a query whose table is called `users`. */
export const CHOICES = sql<ChannelChoices>`(select coalesce(json_object_agg(c.channel,
  json_build_object('enabled', c.enabled, 'shown', c.shown, 'format', c.format)), '{}')
  from user_channels c where c.user_id = users.id)`;

/** The changes of a choice; an address of null is removed with its format. */
export interface ChannelChange {
  readonly channel: ChannelKey;
  readonly enabled?: boolean;
  readonly own?: { readonly address: string; readonly shown: string } | null;
  readonly format?: string;
}

/** The context to which the encryption of an address is bound. */
export const sealedAs = (userId: number, channel: string) => `user_channels.${userId}.${channel}`;

/** Stores a user's choices; addresses are encrypted. */
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

/** Removes all choices, so that no notifications are sent. */
export async function forgetChoices(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('user_channels').where('user_id', '=', userId).execute();
}

/** The present address of a user at a channel with its own addresses; undefined without one. */
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
 * A user's address at a channel, as the outbox shows it: empty without one. `channel` and `user` are SQL
 * names in the statement; a channel's own address is masked.
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

/** SQL for the channels that users of a query chose but have no address for; the table is called `users`. */
export const UNREACHED = sql<ChannelKey[]>`array(select c.channel from user_channels c
  where c.user_id = users.id and c.enabled and ${addressOf('c.channel', 'users')} = '' order by c.channel)`;

/** Code of i18n's messages for a missing address. */
export const missingCode = (channel: ChannelKey) => `notify_no_${addressKindOf(channel)}`;
/** The same as SQL, for a statement that names the channel this way. */
export const missingOf = (channel: string): RawBuilder<string> =>
  byChannel(channel, (key) => sql.lit(missingCode(key)));

function byChannel<T>(channel: string, of: (key: ChannelKey) => RawBuilder<T>): RawBuilder<T> {
  const cases = CHANNEL_KEYS.map((key) => sql`when ${sql.lit(key)} then ${of(key)}`);
  return sql<T>`case ${sql.ref(channel)} ${sql.join(cases, sql` `)} end`;
}

/** The channels among these that a user has chosen. */
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
