import i18next from 'i18next';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { speaks, startTexts, textsOfPart } from './text.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

// The language is the program's: other files of this process have theirs back.
afterAll(() => startTexts('en'));

test('counts are grouped as the language does; other numbers stay as they are', async () => {
  const texts = await startTexts('en');
  texts.addResourceBundle('en', 'test', {
    rows_one: '{{count}} row',
    rows_other: '{{count}} rows of {{year}}',
  });
  texts.addResourceBundle('fr', 'test', {
    rows_one: '{{count}} ligne',
    rows_other: '{{count}} lignes de {{year}}',
  });
  const say = (lng: string, count: number) =>
    texts.t('rows', { ns: 'test', lng, count, year: 2026 } as never);
  expect(say('en', 1)).toBe('1 row');
  expect(say('en', 10_000)).toBe('10,000 rows of 2026');
  expect(say('fr', 10_000)).toBe('10\u202f000 lignes de 2026');
});

test.each([
  ['en', 'Work orders', 'Import measures'],
  ['fr', 'Interventions', 'Import de mesures'],
] as const)('a key with a colon has its own words (%s)', async (language, orders, measures) => {
  const texts = await startTexts(language);
  await texts.loadNamespaces('settings');
  const t = texts.getFixedT(language, 'settings') as (key: string) => string;
  expect(['work_orders:write', 'measures:write'].map((scope) => t(`keys.scopes_short.${scope}`))).toEqual([
    orders,
    measures,
  ]);
});

test('a part waits for all of its own texts, those that another part waits for too, and for no others', async () => {
  await startTexts('en');
  const loaded: string[][] = [];
  vi.spyOn(i18next, 'loadNamespaces').mockImplementation((areas) => {
    loaded.push([...areas]);
    // The texts of one area hang.
    return areas.includes('line') ? new Promise(() => undefined) : Promise.resolve();
  });
  const [slow, beside, alike] = [() => null, () => null, () => null];
  speaks(slow, ['line', 'boxes']);
  speaks(beside, ['boxes', 'common']);
  speaks(alike, ['line']);
  void textsOfPart(slow);
  await textsOfPart(beside);
  void textsOfPart(alike);
  expect(loaded).toEqual([['line', 'boxes'], ['boxes', 'common'], ['line']]);
  // One without texts waits for nothing.
  await textsOfPart(() => null);
});
