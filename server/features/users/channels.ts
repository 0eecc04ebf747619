import {
  addressField,
  CHANNEL_KEYS,
  type ChannelFields,
  type ChannelKey,
  formatField,
  notifyField,
  WEBHOOK_CHANNELS,
  type WebhookChannel,
} from '@aerowatch/domain/channels';
import {
  isMaskedWebhook,
  maskedWebhook,
  recognizedFormat,
  type WebhookFormat,
} from '@aerowatch/domain/webhook-formats';
import { BadRequest } from '../../platform/errors.ts';
import { outboundProblem } from '../../platform/http/outbound.ts';
import type { ChannelChange, ChannelChoices } from '../outbox/store-channels.ts';

/** A user's channels, by their API names; a webhook is masked. */
export function presentChoices(choices: ChannelChoices): ChannelFields<WebhookFormat> {
  return Object.fromEntries([
    ...CHANNEL_KEYS.map((key) => [notifyField(key), choices[key]?.enabled ?? false]),
    ...WEBHOOK_CHANNELS.flatMap((key) => [
      [addressField(key), choiceOf(choices, key)?.shown ?? null],
      [formatField(key), choiceOf(choices, key)?.format ?? null],
    ]),
  ]) as ChannelFields<WebhookFormat>;
}

const choiceOf = (choices: ChannelChoices, channel: ChannelKey) => choices[channel];

type Sent = Readonly<Record<string, unknown>>;
const NAMES = new Set<string>([
  ...CHANNEL_KEYS.map(notifyField),
  ...WEBHOOK_CHANNELS.map(addressField),
  ...WEBHOOK_CHANNELS.map(formatField),
]);

/** The fields of a change that are columns of the user. */
export const withoutChoices = <T extends object>(change: T): Omit<T, keyof ChannelFields<WebhookFormat>> =>
  Object.fromEntries(Object.entries(change).filter(([name]) => !NAMES.has(name))) as T;

/** A user's channels after a change; an invalid webhook is refused at its field. */
export function changedChoices(
  sent: object,
  before: ChannelChoices,
  allowPrivate: boolean,
): readonly ChannelChange[] {
  const fields = sent as Sent;
  const changes = CHANNEL_KEYS.map((channel): ChannelChange => {
    const enabled = fields[notifyField(channel)] as boolean | undefined;
    return {
      channel,
      ...(isWebhook(channel) ? webhookChange(channel, fields, before, allowPrivate) : {}),
      ...(enabled === undefined ? {} : { enabled }),
    };
  });
  return changes.filter((change) => Object.keys(change).length > 1);
}

const isWebhook = (channel: ChannelKey): channel is WebhookChannel =>
  (WEBHOOK_CHANNELS as readonly ChannelKey[]).includes(channel);

function webhookChange(
  channel: WebhookChannel,
  sent: Sent,
  before: ChannelChoices,
  allowPrivate: boolean,
): Omit<ChannelChange, 'channel'> {
  const stored = choiceOf(before, channel);
  const [addressName, formatName] = [addressField(channel), formatField(channel)];
  const address = sent[addressName] as string | null | undefined;
  const format = sent[formatName] as WebhookFormat | null | undefined;
  // A profile sent back whole holds the mask; a removed webhook is no longer notified.
  if (address === undefined || address === (stored?.shown ?? null))
    return format && stored?.shown ? { format } : {};
  if (address === null || address === '') return { webhook: null, enabled: false };
  if (isMaskedWebhook(address)) throw new BadRequest({ [addressName]: ['webhook_masked'] });
  const problem = outboundProblem(address, allowPrivate);
  if (problem !== null) throw new BadRequest({ [addressName]: [`webhook_${problem}`] });
  // The previous address's format says nothing about another.
  const taken = format ?? recognizedFormat(address);
  if (!taken) throw new BadRequest({ [formatName]: ['webhook_format'] });
  return { webhook: { address, shown: maskedWebhook(address) }, format: taken };
}
