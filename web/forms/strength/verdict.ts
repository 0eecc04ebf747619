import { isPersonal, SHORTEST_PASSWORD, STRONG_SCORE } from '@aerowatch/domain/password-strength';
import type { Estimate } from './estimate.ts';

/** Weaknesses reported by the estimator that have a text here. */
export const WARNINGS = [
  'straightRow',
  'keyPattern',
  'simpleRepeat',
  'extendedRepeat',
  'sequences',
  'recentYears',
  'dates',
  'topTen',
  'topHundred',
  'common',
  'similarToCommon',
  'wordByItself',
  'namesByThemselves',
  'commonNames',
  'userInputs',
] as const;
type Warning = (typeof WARNINGS)[number];

export interface Verdict {
  /** 0 to 4, for the bar: only 4 is enough. */
  readonly level: number;
  readonly word: 'short' | 'personal' | 'very_weak' | 'weak' | 'fair' | 'strong';
  readonly warning: Warning | null;
}
const WORDS = ['very_weak', 'very_weak', 'weak', 'fair'] as const;

/** The verdict on a password during typing, by the server's rules; null while there is none. */
export function verdictOn(
  password: string,
  own: readonly string[],
  estimate: Pick<Estimate, 'score' | 'warning'> | null,
): Verdict | null {
  if (password === '') return null;
  const warning = WARNINGS.find((known) => known === estimate?.warning) ?? null;
  if (password.length < SHORTEST_PASSWORD) return { level: 0, word: 'short', warning };
  if (isPersonal(password, own)) return { level: 1, word: 'personal', warning: null };
  if (estimate === null) return null;
  if (estimate.score >= STRONG_SCORE) return { level: 4, word: 'strong', warning: null };
  return { level: Math.max(1, estimate.score), word: WORDS[estimate.score] ?? 'very_weak', warning };
}
