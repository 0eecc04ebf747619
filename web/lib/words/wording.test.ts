import { expect, test } from 'vitest';
import { settings } from '../../../i18n/en/settings.ts';
import { settings as settingsFr } from '../../../i18n/fr/settings.ts';
import { wordingOf } from './wording.ts';

const EN = { rows_one: '{{count}} row', rows_other: '{{count}} rows of {{year}}', group: { plain: 'Plain' } };
const FR = { rows_one: '{{count}} ligne', rows_other: '{{count}} lignes de {{year}}' };

test('counts are grouped as the language does; other numbers stay as they are', () => {
  const rows = { year: 2026 };
  expect(wordingOf(EN, 'en', 'rows', { ...rows, count: 1 })).toBe('1 row');
  expect(wordingOf(EN, 'en', 'rows', { ...rows, count: 0 })).toBe('0 rows of 2026');
  expect(wordingOf(EN, 'en', 'rows', { ...rows, count: 10_000 })).toBe('10,000 rows of 2026');
  expect(wordingOf(FR, 'fr', 'rows', { ...rows, count: 0 })).toBe('0 ligne');
  expect(wordingOf(FR, 'fr', 'rows', { ...rows, count: 10_000 })).toBe('10\u202f000 lignes de 2026');
});

test('French millions have the plural of all others', () => {
  expect(wordingOf(FR, 'fr', 'rows', { year: 2026, count: 1_000_000 })).toBe(
    '1\u202f000\u202f000 lignes de 2026',
  );
});

test('a text without forms of its own takes a count as it is', () => {
  expect(wordingOf({ more: '+{{count}}' }, 'en', 'more', { count: 1200 })).toBe('+1,200');
  // Already formatted.
  expect(wordingOf({ more: '+{{count}}' }, 'en', 'more', { count: '1.2 k' })).toBe('+1.2 k');
});

test('a filled-in value is not interpolated again, and an absent one is empty', () => {
  const texts = { named: '{{name}} of {{client}}' };
  expect(wordingOf(texts, 'en', 'named', { name: '$& {{client}} $t(x)', client: 'SNCF' })).toBe(
    '$& {{client}} $t(x) of SNCF',
  );
  expect(wordingOf(texts, 'en', 'named', { name: null, client: undefined })).toBe(' of ');
});

test('a key without a text is shown itself', () => {
  for (const key of ['none', 'group', 'group.none', 'group.plain.more', 'toString', 'group.constructor'])
    expect(wordingOf(EN, 'en', key)).toBe(key);
  expect(wordingOf(EN, 'en', 'group.plain')).toBe('Plain');
});

test.each([
  [settings, 'Work orders', 'Import measures'],
  [settingsFr, 'Interventions', 'Import de mesures'],
] as const)('a key with a colon has its own words', (texts, orders, measures) => {
  const labels = ['work_orders:write', 'measures:write'].map((scope) =>
    wordingOf(texts, 'en', `keys.scopes_short.${scope}`),
  );
  expect(labels).toEqual([orders, measures]);
});
