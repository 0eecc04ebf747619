import { formatKilometerPoint, parseKilometerPoint } from '@aerowatch/domain/kilometer-point';
import { memoField } from './memo-field.tsx';
import type { Notation } from './typed/reading.ts';
import { type FieldProps, TypedInput } from './typed/typed-input.tsx';
import { type TypedProps, useField } from './typed/use-field.ts';

const NOTATION: Notation<number> = {
  key: 'km',
  show: (value) => (typeof value === 'number' ? formatKilometerPoint(value) : value),
  read: (text) => {
    if (text.trim() === '') return { value: null };
    const value = parseKilometerPoint(text);
    return value === null ? { problem: 'kilometer_point' } : { value };
  },
};

/** A kilometer point, typed as 105+129 and stored in km. */
export const KilometerInput = memoField(function KilometerInput({
  value,
  onChange,
  ...input
}: FieldProps & TypedProps<number>) {
  const field = useField(NOTATION, { value, onChange, error: input.error });
  return <TypedInput {...input} kind="kilometer" field={field} />;
});
