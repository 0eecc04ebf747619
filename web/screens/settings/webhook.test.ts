import { expect, test } from 'vitest';
import { changedFields } from '../../forms/save-over.ts';
import { type Webhook, writtenOf } from './webhook.ts';

const shown = {
  url: 'https://a',
  description: '',
  events: [],
  enabled: true,
  disabled_at: null,
} as Partial<Webhook> as Webhook;
const changed = (now: Partial<Webhook>) => changedFields(writtenOf(shown), writtenOf({ ...shown, ...now }));

test('a webhook that the server switched off is nobody’s edit; one that a person switched off is', () => {
  expect(changed({ enabled: false, disabled_at: '2026-03-01T00:00:00Z', failed: 4 })).toEqual([]);
  expect(changed({ enabled: false })).toEqual(['enabled']);
  expect(changed({ url: 'https://b' })).toEqual(['url']);
});
