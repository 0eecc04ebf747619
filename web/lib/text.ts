import { type Language, languageFrom } from '@aerowatch/domain/languages';
import type { Area, TextKey, Texts } from '@aerowatch/i18n/index';
import { use, useMemo, useSyncExternalStore } from 'react';
import { ChunkFailure } from './chunk-failure.ts';
import { loadAreas, loadLanguage, loadTexts, textsNow } from './words/text-files.ts';
import { keysUnder, type TextParameters, wordingOf } from './words/wording.ts';

export type { TextParameters } from './words/wording.ts';

/** Always loaded, for messages created outside components. */
const ALWAYS = ['common', 'domain'] as const;

let current: Language = languageFrom(undefined);
const listeners = new Set<() => void>();
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts texts in a language; areas are loaded when first used (a screen suspends for them). */
export async function startTexts(language: Language): Promise<void> {
  current = language;
  await loadAreas(language, ALWAYS);
  if (!textsNow(language, 'common')) throw new ChunkFailure('no texts');
}

const areasOf = new WeakMap<object, readonly string[]>();
/**
 * Called by every module that a lazy part may begin with: the text areas used by it and all it imports. The
 * build inserts the calls (text-areas.ts).
 * @public
 */
export function speaks(part: object, areas: readonly string[]): void {
  areasOf.set(part, areas);
}
/**
 * Waits for all texts of a loaded part, including those that another part is waiting for, and for no others.
 * `useText` reports texts that failed to load.
 */
export async function textsOfPart(part: object, load: typeof loadAreas = loadAreas): Promise<void> {
  await load(current, areasOf.get(part) ?? []);
}

export type TextOf<A extends Area> = (key: TextKey<Texts[A]>, parameters?: TextParameters) => string;

/**
 * Texts of an area: `const t = useText('boxes'); t('list.title'); t('count', { count: 3 })`. A part whose
 * texts failed to load fails like one whose code did.
 */
export function useText<A extends Area>(area: A): TextOf<A> {
  const language = useSyncExternalStore(subscribe, currentLanguage);
  const now = textsNow(language, area);
  const texts = now === undefined ? use(loadTexts(language, area)) : now;
  if (texts === null) throw new ChunkFailure(`no texts for ${area}`);
  return useMemo(() => (key, parameters) => wordingOf(texts, language, key, parameters), [texts, language]);
}

/** Texts outside components (toasts, events), from loaded areas: `common` and `domain` always are. */
export function textOf<A extends Area>(area: A, key: TextKey<Texts[A]>, parameters?: TextParameters): string {
  return wordingOf(textsNow(current, area) ?? {}, current, key, parameters);
}

/** The keys of a group of texts in a loaded area: the codes that have a text. */
export function keysOf(area: Area, group: string): string[] {
  return keysUnder(textsNow(current, area) ?? {}, group);
}

export function currentLanguage(): Language {
  return current;
}
/** False if the texts failed to load: the language then stays. */
export async function speak(language: Language): Promise<boolean> {
  const before = current;
  await loadLanguage(language);
  if (ALWAYS.some((area) => !textsNow(language, area))) return language === before;
  current = language;
  for (const listener of listeners) listener();
  return true;
}
