/** Properties of a language apart from its texts, which stand in `i18n/<key>`. */
interface LanguageFacts {
  /** Its own name, in the language itself. */
  readonly name: string;
  /** BCP 47 tag for the formats of numbers and dates. */
  readonly locale: string;
  readonly decimal: string;
  /** Column separator of a CSV, as spreadsheets of that language expect it. */
  readonly separator: string;
  /** First word of the sentence that confirms a deletion (seed, “delete <name>”). */
  readonly remove: string;
  /**
   * Whether the letters of SAMI, initials of French words, make sense in it; otherwise only shapes and words
   * are shown.
   */
  readonly samiLetters: boolean;
}

/** The languages of the console, each with a row here and its folder in `i18n`. English is the fallback. */
export const LANGUAGES = {
  // British date order and 24-hour times in English, because the readers are European railways.
  en: {
    name: 'English',
    locale: 'en-GB',
    decimal: '.',
    separator: ',',
    remove: 'delete',
    samiLetters: false,
  },
  fr: {
    name: 'Français',
    locale: 'fr-FR',
    decimal: ',',
    separator: ';',
    remove: 'supprimer',
    samiLetters: true,
  },
} as const satisfies Record<string, LanguageFacts>;
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_KEYS = Object.keys(LANGUAGES) as [Language, ...Language[]];

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value);

/** The language that a stored or sent word names; English for any other. */
export const languageFrom = (value: unknown): Language => (isLanguage(value) ? value : 'en');
