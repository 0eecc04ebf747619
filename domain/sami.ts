import { LANGUAGES, type Language } from './languages.ts';

/** SAMI: the state of an AERO, and of a box as the worst of its AEROs. From best to worst. */
export const SAMI_LEVELS = [
  'satisfactory',
  'meets_expectations',
  'improvement_needed',
  'unsatisfactory',
] as const;
export type SamiLevel = (typeof SAMI_LEVELS)[number];

/** The letter shown beside colour and shape, so that a level is never distinguished by colour alone. */
export const SAMI_LETTERS = {
  satisfactory: 'S',
  meets_expectations: 'A',
  improvement_needed: 'M',
  unsatisfactory: 'I',
} as const satisfies Record<SamiLevel, string>;

/**
 * The letters, which are initials of French words; '' in other languages, where they would mislead (M for
 * “Improvement needed”).
 */
export function samiLetters(language: Language): Readonly<Record<SamiLevel, string>> {
  return LANGUAGES[language].samiLetters ? SAMI_LETTERS : NO_LETTERS;
}
const NO_LETTERS = { satisfactory: '', meets_expectations: '', improvement_needed: '', unsatisfactory: '' };

/** 0 (best) to 3 (worst). */
export function samiRank(level: SamiLevel): number {
  return SAMI_LEVELS.indexOf(level);
}

/** The worst of several levels; satisfactory when there is none. */
export function worstSami(levels: readonly SamiLevel[]): SamiLevel {
  return levels.reduce<SamiLevel>(
    (worst, level) => (samiRank(level) > samiRank(worst) ? level : worst),
    'satisfactory',
  );
}

/** An unsatisfactory AERO opens no alerts (the customer's own rule). */
export function isMuted(level: SamiLevel): boolean {
  return level === 'unsatisfactory';
}
