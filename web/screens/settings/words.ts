import type { TextKey, Texts } from '@aerowatch/i18n/index';
import { keysOf, type TextOf } from '../../lib/text.ts';

/** Groups of texts whose keys are codes of the audit log and of messages set aside. */
type Coded = 'audit.actions' | 'audit.entities' | 'audit.field' | 'audit.methods' | 'aside.reasons';

/** The text of a code; an unknown one, of another server version, is shown unchanged. */
export function wordOf(t: TextOf<'settings'>, group: Coded, code: string): string {
  const key = `${group}.${code}`;
  const word = t(key as TextKey<Texts['settings']>);
  return word === key ? code : word;
}

/** All codes of a group with their texts, as choices. */
export const choicesOf = (t: TextOf<'settings'>, group: Coded) =>
  keysOf('settings', group).map((value) => ({ value, label: wordOf(t, group, value) }));

export function isKnown<const T extends readonly string[]>(words: T, word: string): word is T[number] {
  return words.includes(word);
}
