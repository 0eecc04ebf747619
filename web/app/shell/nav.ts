import type { Level } from '@aerowatch/domain/access';
import { SCREEN_KEYS, type ScreenKey, screenOf } from '../../lib/screens.ts';

type Entry = NonNullable<ReturnType<typeof screenOf>['entry']>;
export interface NavEntry extends Entry {
  key: ScreenKey;
  path: string;
  level: Level;
}
const entriesOf = (group: Entry['group']): readonly NavEntry[] =>
  SCREEN_KEYS.flatMap((key) => {
    const { entry, path, level } = screenOf(key);
    return entry?.group === group ? [{ ...entry, key, path, level: level as Level }] : [];
  });
/** Sidebar entries in the customer's order. */
export const MENU = entriesOf('menu');
export const SETTINGS = entriesOf('settings');
/** Screens reached from other screens; the command palette lists them too. */
export const OTHERS = entriesOf('palette');

const below = (path: string, pathname: string): boolean =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));

export function isActive({ key, path }: NavEntry, pathname: string): boolean {
  // Screens below this address belong to another entry, up to their first parameter.
  const others = SCREEN_KEYS.filter((other) => screenOf(other).under === key);
  const beginnings = others.map((other) => screenOf(other).path.replace(/\/:.*$/, ''));
  return [path, ...beginnings].some((beginning) => below(beginning, pathname));
}
