import { grants, type Level } from '@aerowatch/domain/access';
import { type ScreenKey, screenOf } from '../../lib/screens.ts';

/** What an address leads to: the screen, the way to sign in or past it, or "not found". */
export type Outcome = 'screen' | 'to-login' | 'after-sign-in' | 'missing';

/** What a screen's address leads to for a person of this level. */
export function outcomeOf(level: Level, key: ScreenKey): Outcome {
  const of = screenOf(key).level;
  if (of === 'everybody') return 'screen';
  if (level === 'visitor') return of === 'visitor' ? 'screen' : 'to-login';
  if (of === 'visitor') return 'after-sign-in';
  return grants(level, of) ? 'screen' : 'missing';
}
