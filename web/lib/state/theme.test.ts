import { expect, it } from 'vitest';
import { themeFrom } from './theme.ts';

it('the theme is light until one is chosen', () => {
  expect(themeFrom(null)).toBe('light');
  expect(themeFrom('light')).toBe('light');
  expect(themeFrom('dark')).toBe('dark');
  expect(themeFrom('{"')).toBe('light');
});
