import { LANGUAGE_KEYS, LANGUAGES, type Language, languageFrom } from '@aerowatch/domain/languages';
import type { Area, TextKey, Texts } from '@aerowatch/i18n/index';
import i18next, { type i18n } from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { ChunkFailure, loadWithin } from './chunk-failure.ts';

const files = import.meta.glob<Record<string, unknown>>([
  '../../i18n/*/*.ts',
  '!../../i18n/*/{api,api-summaries,mail,messages,report-pdf,served,server,errors,start,validation}.ts',
]);

/** Areas that did not come, as `language/area`: i18next would show their keys. */
const missing = new Set<string>();

/** Starts texts in a language; areas are loaded when first used (a screen suspends for them). */
export async function startTexts(language: Language): Promise<i18n> {
  await i18next
    .use(initReactI18next)
    .use({
      type: 'backend',
      read(lng: string, area: string, done: (error: unknown, texts: unknown) => void) {
        const load = files[`../../i18n/${lng}/${area}.ts`];
        if (load === undefined) done(new Error(`no texts for ${area}`), null);
        else
          loadWithin(load).then(
            (module) => done(null, module[area.replace(/-(\w)/g, (_, c: string) => c.toUpperCase())]),
            (error: unknown) => {
              missing.add(`${lng}/${area}`);
              done(error, null);
            },
          );
      },
    })
    .use({ type: 'formatter', init: () => undefined, format: formatted })
    .init({
      lng: language,
      fallbackLng: 'en',
      supportedLngs: LANGUAGE_KEYS,
      ns: ['common', 'domain'],
      defaultNS: 'common',
      // Names on the wire hold colons (`work_orders:write`), and have words of their own.
      nsSeparator: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: true },
      // Both languages would be loaded otherwise: French has every key, the compiler sees to it.
      partialBundledLanguages: false,
      load: 'currentOnly',
      showSupportNotice: false,
    } as Parameters<typeof i18next.init>[0]);
  if (missing.has(`${language}/common`)) throw new ChunkFailure('no texts');
  return i18next;
}

/** Counts are grouped as the language does: "10,000 rows", « 10 000 lignes ». Other numbers may be ids or years. */
function formatted(
  value: unknown,
  _format: string | undefined,
  language: string | undefined,
  { interpolationkey }: { interpolationkey?: string } = {},
): string {
  const counted = typeof value === 'number' && interpolationkey === 'count';
  return counted
    ? new Intl.NumberFormat(LANGUAGES[languageFrom(language)].locale).format(value)
    : (value as string);
}

const areasOf = new WeakMap<object, readonly string[]>();
/**
 * Called by every module that a part may begin with: the areas that it and all it imports speak. The build
 * writes the calls (text-areas.ts).
 *
 * @public
 */
export function speaks(part: object, areas: readonly string[]): void {
  areasOf.set(part, areas);
}
/**
 * Waits for all texts of a part that was loaded, those that another part waits for too included, and for no
 * others. Texts that did not come are told by `useText`.
 */
export async function textsOfPart(part: object): Promise<void> {
  await i18next.loadNamespaces([...(areasOf.get(part) ?? [])]);
}

export type TextParameters = Record<string, string | number | null | undefined>;
export type TextOf<A extends Area> = (key: TextKey<Texts[A]>, parameters?: TextParameters) => string;

/** i18next's own types of keys are not used: `TextKey` is stricter and quicker to check. */
function say(t: unknown, key: string, parameters: TextParameters = {}): string {
  return (t as (key: string, parameters: TextParameters) => string)(key, parameters);
}

/**
 * Texts of an area: `const t = useText('boxes'); t('list.title'); t('count', { count: 3 })`.
 * A part whose texts did not come fails as one whose code did not.
 */
export function useText<A extends Area>(area: A): TextOf<A> {
  const { t, i18n: instance } = useTranslation(area);
  if (missing.has(`${instance.language}/${area}`)) throw new ChunkFailure(`no texts for ${area}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a language speaks through the same `t`
  return useMemo(() => (key, parameters) => say(t, key, parameters), [t, instance.language]);
}

/** Texts outside of components (toasts, events); `common` and `domain` are always there. */
export function textOf<A extends 'common' | 'domain'>(
  area: A,
  key: TextKey<Texts[A]>,
  parameters: TextParameters = {},
): string {
  return say(i18next.t, key, { ns: area, ...parameters });
}

export function currentLanguage(): Language {
  return languageFrom(i18next.language);
}
/** False when the texts did not come: the language stays. */
export async function speak(language: Language): Promise<boolean> {
  const before = currentLanguage();
  await i18next.loadLanguages(language);
  if (missing.has(`${language}/common`) || missing.has(`${language}/domain`)) return language === before;
  await i18next.changeLanguage(language);
  return true;
}
