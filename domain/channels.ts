/** Where a channel finds its recipient: in the profile, a webhook of the person's own, or the browsers they allowed it in; the last two are kept as secrets. */
export type AddressKind = 'email' | 'phone' | 'webhook' | 'browser';
/** How a message is said: a mail with its curve, a line of plain text, or a card of titles, facts and a link. */
export type MessageForm = 'mail' | 'text' | 'card';

/** What distinguishes a way of telling people of alerts; its words stand in `i18n/<language>/channels`. */
interface ChannelFacts {
  readonly address: AddressKind;
  readonly form: MessageForm;
  /** Variable of the environment without which nothing leaves; null where people bring all it needs. */
  readonly requires: string | null;
  /** Whether a condition may have it as an action. */
  readonly action: boolean;
  /** Whether alerts detected late (over 24 h) are sent: a phone should not ring at night for something past. */
  readonly late: boolean;
  /** Whether it waits for the end of somebody's quiet hours. */
  readonly quiet: boolean;
  /** Most of one message: SMS, or bytes of what is posted. Null: no limit of its own. */
  readonly most: number | null;
  /** Sent at the same time: one gateway takes them in turn, addresses of people's own do not wait for each other. */
  readonly atOnce: number;
  /** Test messages of one person in 15 minutes. */
  readonly tests: number;
}

/** The ways people are notified, each with a row here, its texts, and its provider in the server. */
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
  },
  // Mattermost takes 16,383 signs, Teams 28 kB with the card's own words.
  chat: {
    address: 'webhook',
    form: 'card',
    requires: null,
    action: true,
    late: true,
    quiet: false,
    most: 15_000,
    atOnce: 4,
    tests: 10,
  },
  // Push services take 4096 bytes with what encryption adds (RFC 8291, RFC 8030).
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
  },
} as const satisfies Record<string, ChannelFacts>;

export type ChannelKey = keyof typeof CHANNELS;
export const CHANNEL_KEYS = Object.keys(CHANNELS) as [ChannelKey, ...ChannelKey[]];
/** The row of a channel, without what only this one has. */
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

/** Channels that reach a webhook of the person's own. */
export type WebhookChannel = {
  [K in ChannelKey]: (typeof CHANNELS)[K]['address'] extends 'webhook' ? K : never;
}[ChannelKey];
export const WEBHOOK_CHANNELS = CHANNEL_KEYS.filter(
  (key) => channelOf(key).address === 'webhook',
) as WebhookChannel[];
/** Names on the wire of the webhook's address, which is masked when read, and of the format it takes. */
export type AddressField = `${WebhookChannel}_address`;
export type FormatField = `${WebhookChannel}_format`;

/** All that a user's channels are on the wire, with formats of type F. */
export type ChannelFields<F> = Record<NotifyField, boolean> &
  Record<AddressField, string | null> &
  Record<FormatField, F | null>;
export const addressField = <K extends WebhookChannel>(key: K): `${K}_address` => `${key}_address`;
export const formatField = <K extends WebhookChannel>(key: K): `${K}_format` => `${key}_format`;
export const ADDRESS_FIELDS: readonly AddressField[] = WEBHOOK_CHANNELS.map(addressField);
export const FORMAT_FIELDS: readonly FormatField[] = WEBHOOK_CHANNELS.map(formatField);

/** Channels that a condition may have as an action. */
export const ACTION_CHANNELS = CHANNEL_KEYS.filter((key) => channelOf(key).action) as [
  ChannelKey,
  ...ChannelKey[],
];
