import type { User } from '@aerowatch/contracts/api/users';
import { addressKindOf, type ChannelKey, ownAddressOf } from '@aerowatch/domain/notifications/channels';
import type { Body } from '../../lib/api/contract.ts';

/** Properties of every part of the screen: the profile, and how to save a change. */
export interface PreferenceProps {
  profile: User;
  /** Errors of the last change, by field. */
  errors: Record<string, string>;
  /** Whether it was saved. */
  save: (changes: Body<'mePatch'>) => Promise<boolean>;
}

/** The user's address on a channel; a channel's own address is masked. */
export function addressOf(profile: User, channel: ChannelKey): string | null {
  const fields: Readonly<Record<string, unknown>> = { ...profile };
  const found = fields[ownAddressOf(channel) === null ? addressKindOf(channel) : `${channel}_address`];
  return typeof found === 'string' && found !== '' ? found : null;
}
