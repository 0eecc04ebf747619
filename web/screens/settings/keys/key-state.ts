import type { Key } from '@aerowatch/contracts/api/keys';
import { KEY_DAYS } from '@aerowatch/domain/access';
import { DAY } from '@aerowatch/domain/durations';

export const KEY_STATE_COLORS = {
  valid: 'teal',
  ending: 'amber',
  left: 'amber',
  expired: 'red',
  revoked: 'red',
} as const;

/**
 * Whether a key is valid, or needs a warning: two weeks before it expires, and while nobody is responsible
 * for it.
 */
export function keyState(key: Key): keyof typeof KEY_STATE_COLORS {
  if (key.revoked_at !== null) return 'revoked';
  const left = Date.parse(key.expires_at) - Date.now();
  if (left <= 0) return 'expired';
  if (key.maker_left_at !== null) return 'left';
  return left <= KEY_DAYS.told * DAY ? 'ending' : 'valid';
}
