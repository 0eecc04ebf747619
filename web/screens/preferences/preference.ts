import type { User } from '@aerowatch/contracts/api/users';
import { type ChannelKey, channelOf } from '@aerowatch/domain/channels';
import type { Body } from '../../lib/api/contract.ts';

/** Props of every part of the screen: the profile, and how to save a change. */
export interface PreferenceProps {
  profile: User;
  /** Errors of the last change, by field. */
  errors: Record<string, string>;
  /** Whether it was saved. */
  save: (changes: Body<'mePatch'>) => Promise<boolean>;
}

/** The person's address on a channel; a webhook's is masked. */
export function addressOf(profile: User, channel: ChannelKey): string | null {
  const { address } = channelOf(channel);
  const fields: Readonly<Record<string, unknown>> = { ...profile };
  const found = fields[address === 'webhook' ? `${channel}_address` : address];
  return typeof found === 'string' && found !== '' ? found : null;
}
