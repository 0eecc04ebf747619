import {
  addressField,
  CHANNEL_KEYS,
  type ChannelFields,
  type ChannelKey,
  FORMAT_CHANNELS,
  formatField,
  notifyField,
  OWN_CHANNELS,
  ownAddressOf,
} from '@aerowatch/domain/notifications/channels';
import type { OwnAddress } from '@aerowatch/domain/notifications/own-addresses';
import { BadRequest } from '../../platform/errors.ts';
import { outboundProblem } from '../../platform/http/outbound/outbound.ts';
import type { ChannelChange, ChannelChoices } from '../outbox/store-channels.ts';

/** A user's channels, by their API names; addresses are masked. */
export function presentChoices(choices: ChannelChoices): ChannelFields {
  return Object.fromEntries([
    ...CHANNEL_KEYS.map((key) => [notifyField(key), choices[key]?.enabled ?? false]),
    ...OWN_CHANNELS.map((key) => [addressField(key), choiceOf(choices, key)?.shown ?? null]),
    ...FORMAT_CHANNELS.map((key) => [formatField(key), choiceOf(choices, key)?.format ?? null]),
  ]) as ChannelFields;
}

const choiceOf = (choices: ChannelChoices, channel: ChannelKey) => choices[channel];

type Sent = Readonly<Record<string, unknown>>;
const NAMES = new Set<string>([
  ...CHANNEL_KEYS.map(notifyField),
  ...OWN_CHANNELS.map(addressField),
  ...FORMAT_CHANNELS.map(formatField),
]);

/** The fields of a change that are columns of the user. */
export const withoutChoices = <T extends object>(change: T): Omit<T, keyof ChannelFields> =>
  Object.fromEntries(Object.entries(change).filter(([name]) => !NAMES.has(name))) as T;

/** A user's channels after a change; an invalid address is refused at its field. */
export function changedChoices(
  sent: object,
  before: ChannelChoices,
  allowPrivate: boolean,
): readonly ChannelChange[] {
  const fields = sent as Sent;
  const changes = CHANNEL_KEYS.map((channel): ChannelChange => {
    const enabled = fields[notifyField(channel)] as boolean | undefined;
    const own = ownAddressOf(channel);
    return {
      channel,
      ...(own === null ? {} : addressChange(channel, own, fields, choiceOf(before, channel), allowPrivate)),
      ...(enabled === undefined ? {} : { enabled }),
    };
  });
  return changes.filter((change) => Object.keys(change).length > 1);
}

function addressChange(
  channel: ChannelKey,
  { kind, called, formats, masked, isMasked }: OwnAddress,
  sent: Sent,
  stored: ChannelChoices[ChannelKey],
  allowPrivate: boolean,
): Omit<ChannelChange, 'channel'> {
  const [addressName, formatName] = [`${channel}_address`, `${channel}_format`];
  const address = sent[addressName] as string | null | undefined;
  const format = sent[formatName] as string | null | undefined;
  // A profile sent back whole contains the mask; a user who removes an address is no longer notified.
  if (address === undefined || address === (stored?.shown ?? null))
    return format && stored?.shown ? { format } : {};
  if (address === null || address === '') return { own: null, enabled: false };
  if (isMasked(address)) throw new BadRequest({ [addressName]: [`${kind}_masked`] });
  const problem = called ? outboundProblem(address, allowPrivate) : null;
  if (problem !== null) throw new BadRequest({ [addressName]: [`${kind}_${problem}`] });
  const own = { address, shown: masked(address) };
  if (formats === null) return { own };
  // The previous address's format says nothing about another.
  const taken = format ?? formats.recognized(address);
  if (!taken) throw new BadRequest({ [formatName]: [`${kind}_format`] });
  return { own, format: taken };
}
