import type { User } from '@aerowatch/contracts/api/users';
import { type ChannelKey, channelOf } from '@aerowatch/domain/channels';
import type { Body } from '../../lib/api/contract.ts';

/** What every part of the screen gets: the profile, and how a change of it is saved. */
export interface PreferenceProps {
  profile: User;
  /** By field, of the last change. */
  errors: Record<string, string>;
  /** Whether it was saved. */
  save: (changes: Body<'mePatch'>) => Promise<boolean>;
}

/** Where a channel reaches a person; a webhook's address is masked. */
export function addressOf(profile: User, channel: ChannelKey): string | null {
  const { address } = channelOf(channel);
  const fields: Readonly<Record<string, unknown>> = { ...profile };
  const found = fields[address === 'webhook' ? `${channel}_address` : address];
  return typeof found === 'string' && found !== '' ? found : null;
}
