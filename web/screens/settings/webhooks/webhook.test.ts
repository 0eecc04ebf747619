import { expect, test } from 'vitest';
import { changedFields, changedOnly } from '../../../lib/changed.ts';
import { bodyOf, draftOf, type Webhook, writtenOf } from './webhook.ts';

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

test('a change of something else leaves on and off to whoever moved it', () => {
  const sent = (was: Partial<Webhook>, url: string) => {
    const before = draftOf({ ...shown, ...was }, null);
    return changedOnly(bodyOf(before), bodyOf({ ...before, url }));
  };
  // Disabled by the server after it was shown; or shown disabled, and enabled by a colleague since.
  expect(sent({ enabled: true }, 'https://b')).toEqual({ url: 'https://b' });
  expect(sent({ enabled: false, disabled_at: '2026-03-01T00:00:00Z' }, 'https://b')).toEqual({
    url: 'https://b',
  });
});
