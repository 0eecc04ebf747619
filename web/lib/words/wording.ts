import { LANGUAGES, type Language } from '@aerowatch/domain/languages';

export type TextParameters = Record<string, string | number | null | undefined>;

interface Rules {
  readonly plural: Intl.PluralRules;
  readonly count: Intl.NumberFormat;
}
const rules = new Map<Language, Rules>();
function rulesOf(language: Language): Rules {
  const { locale } = LANGUAGES[language];
  const made = rules.get(language) ?? {
    plural: new Intl.PluralRules(locale),
    count: new Intl.NumberFormat(locale),
  };
  rules.set(language, made);
  return made;
}

/** The text, or group of texts, at a dotted key. */
function under(texts: object, key: string): unknown {
  let at: unknown = texts;
  for (const part of key.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}
function textAt(texts: object, key: string): string | undefined {
  const at = under(texts, key);
  return typeof at === 'string' ? at : undefined;
}
/** The keys of a group of texts, in their order. */
export const keysUnder = (texts: object, group: string): string[] => Object.keys(under(texts, group) ?? {});

/**
 * The text of a key in an area: the `_one` or `_other` form by its `count`, with `{{name}}` filled in. Counts
 * have thousands separators: "10,000 rows", « 10 000 lignes »; other numbers may be ids or years. Inserted
 * values are not interpolated again. A key without a text is returned unchanged.
 * @param texts an area: texts, or groups of them, by name
 */
export function wordingOf(
  texts: object,
  language: Language,
  key: string,
  parameters: TextParameters = {},
): string {
  const { count } = parameters;
  const { plural, count: grouped } = rulesOf(language);
  const counted =
    typeof count === 'number'
      ? // French has a plural form for millions, but no separate text for it.
        (textAt(texts, `${key}_${plural.select(count)}`) ?? textAt(texts, `${key}_other`))
      : undefined;
  const text = counted ?? textAt(texts, key) ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = parameters[name];
    return name === 'count' && typeof value === 'number' ? grouped.format(value) : String(value ?? '');
  });
}
