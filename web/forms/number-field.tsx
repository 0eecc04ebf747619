import type { Language } from '@aerowatch/domain/languages';
import { useMemo } from 'react';
import { useFormats } from '../lib/format.ts';
import { memoField } from './memo-field.tsx';
import { readNumber, writeNumber } from './typed/read-number.ts';
import type { Notation, Reading } from './typed/reading.ts';
import { type FieldProps, TypedInput } from './typed/typed-input.tsx';
import { type TypedProps, useField } from './typed/use-field.ts';

interface Scale {
  language: Language;
  unit: string;
  /** Maximum number of decimals typed; 0: a whole number. */
  decimals: number;
  /** Converts a stored number to the displayed one, and back. */
  shown: (stored: number) => number;
  stored: (shown: number) => number;
}

/** Removes the binary rounding of a step such as 0.1. */
export const clean = (value: number): number => Number(value.toPrecision(12));

/** A stored number in a field, in the unit and with the decimals in which it is typed. */
export function numberNotation({ language, unit, decimals, shown, stored }: Scale): Notation<number> {
  return {
    key: `${language} ${unit}`,
    show: (value) => (typeof value === 'number' ? writeNumber(shown(value), language) : value),
    read: (text): Reading<number> => {
      const reading = readNumber(text, { language, decimals, unit });
      return 'value' in reading && reading.value !== null ? { value: stored(reading.value) } : reading;
    },
  };
}

/** The keyboard must have a minus sign, which numeric keyboards on phones lack. */
export const keyboardOf = (decimals: number, signed: boolean) =>
  signed ? 'text' : decimals === 0 ? 'numeric' : 'decimal';

export interface NumberFieldProps extends FieldProps, TypedProps<number> {
  unit?: string;
  /** Maximum decimals; 0: a whole number. */
  decimals?: number;
  /** Value of one stored unit in the displayed unit. */
  step?: number;
  /** Whether it may be negative. */
  signed?: boolean;
  /** Changes have an immediate effect, so they are reported when the field is left. */
  late?: boolean;
}

/** A number with its unit beside it, whole unless it has decimals. */
export const NumberField = memoField(function NumberField(props: NumberFieldProps) {
  const { value, onChange, unit = '', decimals = 0, step = 1, signed = false, late, ...input } = props;
  const { language } = useFormats();
  const notation = useMemo(
    () =>
      numberNotation({
        language,
        unit,
        decimals,
        shown: (stored) => clean(stored * step),
        stored: (typed) => clean(typed / step),
      }),
    [language, unit, decimals, step],
  );
  const field = useField(notation, { value, onChange, error: input.error }, { late });
  return (
    <TypedInput
      inputMode={keyboardOf(decimals, signed)}
      {...input}
      kind={decimals === 0 ? 'whole' : 'number'}
      field={field}
      unit={unit}
    />
  );
});
