import { readClock } from './typed/read-time.ts';
import type { Notation } from './typed/reading.ts';
import { type FieldProps, TypedInput } from './typed/typed-input.tsx';
import { type TypedProps, useField } from './typed/use-field.ts';

const NOTATION: Notation<string> = { key: 'clock', show: (value) => value, read: readClock };

/** A time of day, 22:00. */
export function ClockInput({
  value,
  onChange,
  late,
  ...input
}: FieldProps & TypedProps<string> & { late?: boolean }) {
  const field = useField(NOTATION, { value, onChange, error: input.error }, { late });
  return <TypedInput placeholder="00:00" w={120} {...input} kind="clock" field={field} />;
}
