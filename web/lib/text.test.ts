import { afterAll, expect, test } from 'vitest';
import { currentLanguage, speak, speaks, startTexts, textOf, textsOfPart } from './text.ts';
import * as files from './words/text-files.ts';

// The language is global: it is restored for the other files of this process.
afterAll(() => startTexts('en'));

test('a language is spoken once every area that was asked for has come in it', async () => {
  await startTexts('en');
  await files.loadTexts('en', 'silences');
  expect(textOf('common', 'action.save')).toBe('Save');
  expect(await speak('fr')).toBe(true);
  expect(currentLanguage()).toBe('fr');
  expect(textOf('common', 'action.save')).toBe('Enregistrer');
  expect(files.textsNow('fr', 'silences')).toBeTypeOf('object');
});

test('an area that there is not has no texts, and the others come all the same', async () => {
  await startTexts('en');
  expect(await files.loadTexts('en', 'none')).toBeNull();
  expect(files.textsNow('en', 'none')).toBeNull();
  expect(await speak('fr')).toBe(true);
});

test('a part waits for all of its own texts, those that another part waits for too, and for no others', async () => {
  await startTexts('en');
  const loaded: string[][] = [];
  const load: typeof files.loadAreas = (_language, areas) => {
    loaded.push([...areas]);
    // Loading the texts of one area never finishes.
    return areas.includes('line') ? new Promise(() => undefined) : Promise.resolve();
  };
  const [slow, beside, alike] = [() => null, () => null, () => null];
  speaks(slow, ['line', 'boxes']);
  speaks(beside, ['boxes', 'common']);
  speaks(alike, ['line']);
  void textsOfPart(slow, load);
  await textsOfPart(beside, load);
  void textsOfPart(alike, load);
  expect(loaded).toEqual([['line', 'boxes'], ['boxes', 'common'], ['line']]);
  // A part without texts does not wait.
  await textsOfPart(() => null);
});
