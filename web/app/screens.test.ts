import { grants, type Level } from '@aerowatch/domain/access';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { SCREENS, VISITOR_SCREENS } from './screens.ts';

/** The customer's routes with the least level that has each (specification, section 2). */
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

const pathsOf = (level: Level): string[] =>
  SCREENS.filter((screen) => screen.level === level).map(({ path }) => path);

test('every route of the customer has its screen at its level', () => {
  expect(pathsOf('member')).toEqual(expect.arrayContaining(MEMBER));
  expect(pathsOf('privileged')).toEqual(expect.arrayContaining(PRIVILEGED));
  expect(pathsOf('admin').toSorted()).toEqual(ADMIN.toSorted());
  expect(VISITOR_SCREENS.map(({ path }) => path)).toEqual([
    '/login',
    '/reset-password',
    '/reset-password/:uid/:token',
  ]);
});
test('no path stands twice', () => {
  expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length);
});
test('a member’s routes hold nothing of a higher level', () => {
  const routes = SCREENS.filter(({ level }) => grants('member', level)).map(({ path }) => ({ path }));
  for (const path of [...PRIVILEGED, ...ADMIN].map((path) => path.replace(':id', '7')))
    expect(matchRoutes(routes, path), path).toBeNull();
});
