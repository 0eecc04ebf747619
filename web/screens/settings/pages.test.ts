import { settings } from '@aerowatch/i18n/en/settings';
import { expect, it } from 'vitest';
import { PAGE_KEYS, PAGES, pageOf } from './pages.ts';

it('six pages at most hold every tab once', () => {
  expect(PAGE_KEYS.length).toBeLessThanOrEqual(6);
  const held: string[] = Object.values(PAGES).flat();
  expect(held.toSorted()).toEqual(Object.keys(settings.tab).toSorted());
  expect([pageOf('webhooks'), pageOf('privacy'), pageOf('tags')]).toEqual(['interfaces', 'about', 'tags']);
});
