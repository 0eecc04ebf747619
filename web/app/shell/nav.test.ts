import { expect, test } from 'vitest';
import { isActive, MENU, SETTINGS } from './nav.ts';

const active = (pathname: string): string[] =>
  [...MENU, ...SETTINGS].filter((entry) => isActive(entry, pathname)).map(({ key }) => key);

test('each address lights its own entry only', () => {
  expect(active('/')).toEqual(['dashboard']);
  expect(active('/galland-boxes/12/edit')).toEqual(['boxes']);
  expect(active('/supervisor/create')).toEqual(['supervisors']);
  expect(active('/alerts/archived')).toEqual(['alerts']);
  expect(active('/settings/tags/create')).toEqual(['settings']);
  expect(active('/measures/import')).toEqual(['visualization']);
  expect(active('/nowhere')).toEqual([]);
});
