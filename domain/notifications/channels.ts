import { type OwnAddress, WEBHOOK } from './own-addresses.ts';

/**
 * Where a channel finds its recipient: in the profile, in the browsers a person allowed, or at a separate
 * address.
 */
type Address = 'email' | 'phone' | 'browser' | OwnAddress;
/**
 * The form of a message: a mail with its curve, a line of plain text, or a card of titles, facts and a link.
 */
export type MessageForm = 'mail' | 'text' | 'card';

/** The properties of a notification channel; its texts stand in `i18n/<language>/channels`. */
interface ChannelFacts {
  readonly address: Address;
  readonly form: MessageForm;
  /** Environment variable without which nothing is sent; null where users supply all that is needed. */
  readonly requires: string | null;
  /** Whether a condition may have it as an action. */
  readonly action: boolean;
  /** Whether alerts detected late (over 24 h) are sent: a phone should not ring at night for a past event. */
  readonly late: boolean;
  /** Whether messages wait for the end of the recipient's quiet hours. */
  readonly quiet: boolean;
  /** Maximum size of one message: number of SMS, or bytes of what is posted. Null: no limit of its own. */
  readonly most: number | null;
  /**
   * Messages sent in parallel: one gateway takes them in turn, separate addresses do not wait for each other.
   */
  readonly atOnce: number;
  /** Maximum number of test messages of one person in 15 minutes. */
  readonly tests: number;
  /** Texts of its fields in the API documentation: whether the user wants it, whether it is set up. */
  readonly described: readonly [wanted: string, enabled: string];
}

/** The notification channels, each with a row here, its texts, and its provider in the server. */
export const CHANNELS = {
  email: {
    address: 'email',
    form: 'mail',
    requires: 'SMTP_URL',
    action: true,
    late: true,
    quiet: true,
    most: null,
    atOnce: 1,
    tests: 10,
    described: ['Whether alerts come by e-mail', 'Whether e-mail is set up'],
  },
  sms: {
    address: 'phone',
    form: 'text',
    requires: 'SMS_URL',
    action: true,
    late: false,
    quiet: true,
    most: 2,
    atOnce: 1,
    tests: 10,
    described: ['Whether alerts come by SMS', 'Whether SMS is set up'],
  },
  // Mattermost takes 16,383 characters, Teams 28 kB including the card's own text.
  chat: {
    address: WEBHOOK,
    form: 'card',
    requires: null,
    action: true,
    late: true,
    quiet: false,
    most: 15_000,
    atOnce: 4,
    tests: 10,
    described: ['Whether alerts come by chat', 'Whether chat is set up'],
  },
  // Push services take 4096 bytes including the overhead of encryption (RFC 8291, RFC 8030).
  web_push: {
    address: 'browser',
    form: 'card',
    requires: 'PUSH_CONTACT',
    action: true,
    late: false,
    quiet: true,
    most: 3000,
    atOnce: 4,
    tests: 10,
    described: ['Whether alerts come to browsers', 'Whether browsers can be told'],
  },
} as const satisfies Record<string, ChannelFacts>;

export type ChannelKey = keyof typeof CHANNELS;
export const CHANNEL_KEYS = Object.keys(CHANNELS) as [ChannelKey, ...ChannelKey[]];
/** The row of a channel, by the fields that all rows share. */
export const channelOf = (key: ChannelKey): ChannelFacts => CHANNELS[key];

export const isChannel = (value: unknown): value is ChannelKey =>
  typeof value === 'string' && Object.hasOwn(CHANNELS, value);

/** Names on the wire: whether a person wants alerts by a channel. */
export type NotifyField = `notify_${ChannelKey}`;
export const notifyField = <K extends ChannelKey>(key: K): `notify_${K}` => `notify_${key}`;
/** Whether the operator has set up what the channel requires. */
export type EnabledField = `${ChannelKey}_enabled`;
export const enabledField = <K extends ChannelKey>(key: K): `${K}_enabled` => `${key}_enabled`;
export const NOTIFY_FIELDS = CHANNEL_KEYS.map(notifyField);

/** Channels with an address of their own, and those of them whose messages have several formats. */
export type OwnChannel = {
  [K in ChannelKey]: (typeof CHANNELS)[K]['address'] extends OwnAddress ? K : never;
}[ChannelKey];
export type FormatChannel = {
  [K in OwnChannel]: (typeof CHANNELS)[K]['address']['formats'] extends null ? never : K;
}[OwnChannel];
/** The row of a channel's own address; null where it finds its recipient elsewhere. */
export function ownAddressOf(key: ChannelKey): OwnAddress | null {
  const { address } = channelOf(key);
  return typeof address === 'string' ? null : address;
}
/** The word for a channel's address in error codes: `notify_no_phone`. */
export function addressKindOf(key: ChannelKey): string {
  const { address } = channelOf(key);
  return typeof address === 'string' ? address : address.kind;
}
export const OWN_CHANNELS = CHANNEL_KEYS.filter((key) => ownAddressOf(key) !== null) as OwnChannel[];
export const FORMAT_CHANNELS = OWN_CHANNELS.filter(
  (key) => ownAddressOf(key)?.formats !== null,
) as FormatChannel[];
/** Wire names of that address, which is masked when read, and of its message format. */
export type AddressField = `${OwnChannel}_address`;
export type FormatField = `${FormatChannel}_format`;

type FormatOf<K extends FormatChannel> = (typeof CHANNELS)[K]['address']['formats']['keys'][number];
/** All wire fields of a user's channels. */
export type ChannelFields = Record<NotifyField, boolean> &
  Record<AddressField, string | null> & { [K in FormatChannel as `${K}_format`]: FormatOf<K> | null };
export const addressField = <K extends OwnChannel>(key: K): `${K}_address` => `${key}_address`;
export const formatField = <K extends FormatChannel>(key: K): `${K}_format` => `${key}_format`;
export const ADDRESS_FIELDS: readonly AddressField[] = OWN_CHANNELS.map(addressField);
export const FORMAT_FIELDS: readonly FormatField[] = FORMAT_CHANNELS.map(formatField);

/** Channels that a condition may have as an action. */
export const ACTION_CHANNELS = CHANNEL_KEYS.filter((key) => channelOf(key).action) as [
  ChannelKey,
  ...ChannelKey[],
];
