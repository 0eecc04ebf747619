import {
  CHANNEL_KEYS,
  channelOf,
  enabledField,
  notifyField,
  ownAddressOf,
} from '@aerowatch/domain/notifications/channels';
import type { Descriptions } from './types.ts';

/** The fields of each channel, by its row. */
export const channels: Descriptions = Object.fromEntries(
  CHANNEL_KEYS.flatMap((key) => {
    const [wanted, enabled] = channelOf(key).described;
    const own = ownAddressOf(key);
    const [address, example, format] = own?.described ?? [];
    return [
      [notifyField(key), wanted],
      [enabledField(key), enabled],
      ...(address === undefined ? [] : [[`${key}_address`, [address, example]]]),
      ...(format === undefined ? [] : [[`${key}_format`, format]]),
    ];
  }),
);
