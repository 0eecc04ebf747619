import { expect, it } from 'vitest';
import { themeFrom } from './theme.ts';

it('the theme follows the system until one is chosen', () => {
  expect(themeFrom(null, true)).toBe('dark');
  expect(themeFrom(null, false)).toBe('light');
  expect(themeFrom('light', true)).toBe('light');
  expect(themeFrom('dark', false)).toBe('dark');
  expect(themeFrom('{"', false)).toBe('light');
});
