import { CHANNEL_KEYS, type ChannelKey, channelOf } from '@aerowatch/domain/channels';

/** Words of one channel. */
interface ChannelTexts {
  /** Its name, as a column or a list shows it. */
  readonly name: string;
  /** What a person wants or not: “Alerts by e-mail”. */
  readonly alerts: string;
  /** The switch of the preferences. */
  readonly preference: string;
  /** The action of a condition, in its form and within its sentence. */
  readonly action: string;
  readonly sentence: string;
  /** Said where a person has no address for it. */
  readonly missing: string;
}
export type TextsOfChannels = Readonly<Record<ChannelKey, ChannelTexts>>;

/** Sentences of refusals that a channel brings with it, by code. `off` names the channel {{0}} and its variable {{1}}. */
export function channelMessages(texts: TextsOfChannels, off: string): Record<string, string> {
  return Object.fromEntries(
    CHANNEL_KEYS.flatMap((key) => {
      const { address, requires } = channelOf(key);
      const { name, missing } = texts[key];
      return [
        [`notify_no_${address}`, missing],
        [`test_no_${address}`, missing],
        ...(requires === null
          ? []
          : [[`notify_${key}_off`, off.replace('{{0}}', name).replace('{{1}}', requires)]]),
      ];
    }),
  );
}
