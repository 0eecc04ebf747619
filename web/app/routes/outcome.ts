import { grants, type Level } from '@aerowatch/domain/access';
import { type ScreenKey, screenOf } from '../../lib/screens.ts';

/** The result of an address: the screen, a redirect to or from sign-in, or "not found". */
export type Outcome = 'screen' | 'to-login' | 'after-sign-in' | 'missing';

/** The result of a screen's address for a user of this level. */
export function outcomeOf(level: Level, key: ScreenKey): Outcome {
  const of = screenOf(key).level;
  if (of === 'everybody') return 'screen';
  if (level === 'visitor') return of === 'visitor' ? 'screen' : 'to-login';
  if (of === 'visitor') return 'after-sign-in';
  return grants(level, of) ? 'screen' : 'missing';
}
