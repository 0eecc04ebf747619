import { globSync } from 'node:fs';
import { grants, type Level } from '@aerowatch/domain/access';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { SCREEN_KEYS, screenOf } from '../lib/screens.ts';

/** The customer's routes with the lowest level that may open each. */
const MEMBER = [
  '/',
  '/map',
  '/galland-boxes',
  '/galland-boxes/:id',
  '/galland-boxes/:id/edit',
  '/alerts',
  '/alerts/archived',
  '/supervisors',
  '/supervisor/:id/edit',
  '/users',
  '/profile',
  '/visualization',
  '/preferences',
];
const PRIVILEGED = [
  '/supervisor/create',
  '/users/create',
  '/users/:id/edit',
  '/settings',
  '/settings/keys/create',
  '/settings/tags/create',
  '/settings/tags/:id/edit',
  '/firmwares',
  '/firmwares/create',
  '/firmwares/:id/edit',
];
const ADMIN = ['/clients', '/clients/create', '/clients/:id/edit'];

const SCREENS = SCREEN_KEYS.map(screenOf);
const pathsOf = (level: Level | 'everybody'): string[] =>
  SCREENS.filter((screen) => screen.level === level).map(({ path }) => path);

test('every route of the customer has its screen at its level', () => {
  expect([...pathsOf('observer'), ...pathsOf('member')]).toEqual(expect.arrayContaining(MEMBER));
  // A reader has every screen of a member except the two that change something.
  expect(pathsOf('member')).toEqual(['/galland-boxes/:id/edit', '/supervisor/:id/edit']);
  expect(pathsOf('privileged')).toEqual(expect.arrayContaining(PRIVILEGED));
  expect(pathsOf('admin').toSorted()).toEqual(ADMIN.toSorted());
  expect(pathsOf('visitor')).toEqual(['/login', '/reset-password', '/reset-password/:uid/:token']);
  expect(pathsOf('everybody')).toEqual(['/sso', '/confirm-email/:uid/:token', '/shared', '/privacy']);
});
test('no path stands twice', () => {
  expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length);
});
test('every screen has a row, and every row its screen', () => {
  const files = globSync('*/*-screen.tsx', { cwd: new URL('../screens/', import.meta.url) });
  const named = SCREENS.map(({ component }) => `${component}-screen.tsx`);
  expect(files.toSorted()).toEqual(named.toSorted());
});
test('a screen that lies elsewhere by its address belongs to an entry of the sidebar', () => {
  const entries = SCREEN_KEYS.filter((key) => /menu|settings/.test(screenOf(key).entry?.group ?? ''));
  for (const { under } of SCREENS) if (under !== undefined) expect(entries).toContain(under);
});
test('a member’s routes hold nothing of a higher level', () => {
  const routes = SCREENS.filter(({ level }) => level !== 'everybody' && grants('member', level)).map(
    ({ path }) => ({ path }),
  );
  for (const path of [...PRIVILEGED, ...ADMIN].map((path) => path.replace(':id', '7')))
    expect(matchRoutes(routes, path), path).toBeNull();
});
