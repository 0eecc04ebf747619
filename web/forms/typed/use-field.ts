import { translateMessage } from '@aerowatch/i18n/translate-message';
import { type ReactNode, useState } from 'react';
import { currentLanguage } from '../../lib/text.ts';
import type { Held, Notation } from './reading.ts';

export interface TypedProps<T> {
  value?: Held<T>;
  /** Called after each key; with `late` when the field is left, and only with a parsed value. */
  onChange: (value: Held<T>) => void;
  error?: ReactNode;
}
interface Options {
  /**
   * Each change has an immediate effect (saving, or filtering): reported only when the field is left, or by
   * Enter.
   */
  late?: boolean;
}

/** The value a field last saw, and the later ones it gave away whose answers have not come yet. */
interface Known<T> {
  readonly value: Held<T>;
  readonly key: string;
  readonly given: readonly Held<T>[];
}

/** The text of a field, and whether the user is typing it. */
function useTypedText<T>(notation: Notation<T>, value: Held<T>, late: boolean) {
  const shown = value === null ? '' : notation.show(value);
  const [text, setText] = useState(shown);
  const [known, setKnown] = useState<Known<T>>({ value, key: notation.key, given: [] });
  const [typing, setTyping] = useState(false);
  // A value from outside (loaded, reset, in other units) replaces the text; the field's own value does not.
  if (!Object.is(known.value, value) || known.key !== notation.key) {
    const answered = known.given.findLastIndex((one) => Object.is(one, value));
    const given = answered === -1 ? [] : known.given.slice(answered + 1);
    setKnown({ value, key: notation.key, given });
    // With late changes, the answer to one may arrive after the next was typed: what was typed stays, until the
    // answer to the last.
    const overtaken = answered !== -1 && (given.length > 0 || 'problem' in notation.read(text));
    if (!(late && (typing || overtaken))) setText(shown);
  }
  return {
    text,
    setText,
    typing,
    setTyping,
    /** The field's own value, which does not replace the text. */
    hold: (own: Held<T>): void => setKnown({ value: own, key: notation.key, given: [] }),
    /** Reports a late change, unless it is the value already and no awaited answer would change that. */
    report: (own: Held<T>, onChange: (value: Held<T>) => void): void => {
      if (Object.is(own, value) && known.given.every((one) => Object.is(one, own))) return;
      setKnown((before) => ({ ...before, given: [...before.given, own] }));
      onChange(own);
    },
  };
}

/**
 * The text of a field whose value has a notation. It is exactly what was typed: nothing is dropped, rounded
 * or reordered. When the field is left it is formatted; unparsable text stays, with a message.
 */
export function useField<T>(
  notation: Notation<T>,
  { value = null, onChange, error }: TypedProps<T>,
  { late = false }: Options = {},
) {
  const { text, setText, typing, setTyping, hold, report } = useTypedText(notation, value, late);
  const reading = notation.read(text);
  const problem = 'problem' in reading ? reading.problem : null;
  const giveAtOnce = (next: string): void => {
    const read = notation.read(next);
    const own = 'value' in read ? read.value : next;
    if (Object.is(own, value)) return;
    hold(own);
    onChange(own);
  };
  const giveLate = (next: string): void => {
    const read = notation.read(next);
    // The text stays if the receiver refuses it; it is formatted once the value has changed.
    if ('value' in read) report(read.value, onChange);
  };
  const give = late ? giveLate : giveAtOnce;
  return {
    text,
    /** Whether the text differs from the formatted value, and the field has not been left yet. */
    typing,
    problem,
    /** The present value; null for none, or if it cannot be parsed. */
    read: 'value' in reading ? reading.value : null,
    error: problem !== null && (!typing || error) ? translateMessage(problem, currentLanguage()) : error,
    type: (next: string): void => {
      setTyping(true);
      setText(next);
      if (!late) giveAtOnce(next);
    },
    /** Sets a value that was chosen instead of typed. */
    choose: (next: T): void => {
      const written = notation.show(next);
      setTyping(false);
      setText(written);
      give(written);
    },
    clear: (): void => {
      setTyping(false);
      setText('');
      give('');
    },
    leave: (): void => {
      if (!typing) return;
      setTyping(false);
      if ('value' in reading) setText(reading.value === null ? '' : notation.show(reading.value));
      if (late) giveLate(text);
    },
    /** Handles Enter, in fields with an immediate effect. */
    enter: (): void => {
      if (!late) return;
      setTyping(false);
      giveLate(text);
    },
  };
}
