import {
  addressKindOf,
  CHANNEL_KEYS,
  type ChannelKey,
  channelOf,
  type OwnChannel,
} from '@aerowatch/domain/notifications/channels';

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
/** Words of the address that a person types for a channel. */
interface AddressTexts {
  /** Its field in the preferences, and what is typed there. */
  readonly label: string;
  readonly help: string;
  /** Said where it does not look like one, and where what was shown of it is sent back beside another. */
  readonly wrong: string;
  readonly masked: string;
}
export type TextsOfChannels = Readonly<Record<ChannelKey, ChannelTexts>> &
  Readonly<Record<OwnChannel, { readonly address: AddressTexts }>>;
const addressTexts = (texts: TextsOfChannels, key: ChannelKey): AddressTexts | undefined =>
  (texts as Readonly<Record<ChannelKey, { readonly address?: AddressTexts }>>)[key].address;

/** Sentences of refusals that a channel brings with it, by code. `off` names the channel {{0}}. */
export function channelMessages(texts: TextsOfChannels, off: string): Record<string, string> {
  return Object.fromEntries(
    CHANNEL_KEYS.flatMap((key) => {
      const { requires } = channelOf(key);
      const { name, missing } = texts[key];
      const kind = addressKindOf(key);
      const address = addressTexts(texts, key);
      return [
        [`notify_no_${kind}`, missing],
        [`test_no_${kind}`, missing],
        ...(address === undefined
          ? []
          : [
              [`${kind}_address`, address.wrong],
              [`${kind}_masked`, address.masked],
            ]),
        ...(requires === null ? [] : [[`notify_${key}_off`, off.replace('{{0}}', name)]]),
      ];
    }),
  );
}
