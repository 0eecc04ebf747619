import type { Level } from '@aerowatch/domain/access';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { SCREEN_KEYS, type ScreenKey, screenOf } from '../../lib/screens.ts';
import { loadShell, loadVisitor } from './layouts.tsx';
import { type Outcome, outcomeOf } from './outcome.ts';

const files = import.meta.glob<{ default: ComponentType }>('../../screens/*/*-screen.tsx');
export const loadOf = (key: ScreenKey) => files[`../../screens/${screenOf(key).component}-screen.tsx`]!;

/** The first screen that an address shows to a user of this level; null if there is none. */
export function firstScreen(level: Level, pathname: string): ScreenKey | null {
  const key = SCREEN_KEYS.find((one) => matchPath(screenOf(one).path, pathname) !== null);
  if (key === undefined) return null;
  const shown: Record<Outcome, ScreenKey | null> = {
    screen: key,
    'to-login': 'login',
    'after-sign-in': 'dashboard',
    missing: null,
  };
  return shown[outcomeOf(level, key)];
}

/**
 * Starts loading the files of the first screen while its texts are loading, because layout, screen and texts
 * would otherwise wait for each other. A file that fails to load is reported where it is shown.
 */
export function askForFirst(level: Level, pathname: string): void {
  const screen = firstScreen(level, pathname);
  const loads = [level === 'visitor' ? loadVisitor : loadShell, ...(screen === null ? [] : [loadOf(screen)])];
  for (const load of loads) void load().catch(() => undefined);
}
