import { LEVELS, type Level } from '@aerowatch/domain/access';
import { expect, test } from 'vitest';
import { SCREEN_KEYS, screenOf } from '../../lib/screens.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** By the level of the user, then by the lowest level that may see the screen. */
const EXPECTED: Record<Level, Record<Exclude<Level, 'visitor'>, Outcome>> = {
  visitor: { observer: 'to-login', member: 'to-login', privileged: 'to-login', admin: 'to-login' },
  observer: { observer: 'screen', member: 'missing', privileged: 'missing', admin: 'missing' },
  member: { observer: 'screen', member: 'screen', privileged: 'missing', admin: 'missing' },
  privileged: { observer: 'screen', member: 'screen', privileged: 'screen', admin: 'missing' },
  admin: { observer: 'screen', member: 'screen', privileged: 'screen', admin: 'screen' },
};

test.each(LEVELS)('%s: every screen of the level, none above it', (level) => {
  for (const key of SCREEN_KEYS) {
    const of = screenOf(key).level;
    const expected =
      of === 'everybody'
        ? 'screen'
        : of === 'visitor'
          ? (({ visitor: 'screen' } as Partial<Record<Level, Outcome>>)[level] ?? 'after-sign-in')
          : EXPECTED[level][of];
    expect([key, outcomeOf(level, key)]).toEqual([key, expected]);
  }
});
