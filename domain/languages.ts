/** What of a language is no word: its words stand in `i18n/<key>`. */
interface LanguageFacts {
  /** Its own name, as people who speak it look for it. */
  readonly name: string;
  /** BCP 47 tag that numbers and dates are written by. */
  readonly locale: string;
  readonly decimal: string;
  /** Between the columns of a CSV, as spreadsheets of that language read it. */
  readonly separator: string;
  /** First word of the sentence that confirms a deletion (seed, “delete <name>”). */
  readonly remove: string;
  /** Whether the letters of SAMI, initials of French words, say something in it; shapes and words stand alone else. */
  readonly samiLetters: boolean;
}

/** The languages of the console, each with a row here and its folder in `i18n`. English is the one to fall back to. */
export const LANGUAGES = {
  // British order and 24 hours in English: readers are European railways.
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

/** The language a stored or sent word names; English when it names none. */
export const languageFrom = (value: unknown): Language => (isLanguage(value) ? value : 'en');
