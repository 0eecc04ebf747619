import { useText } from '../lib/text.ts';
import { memoField } from './memo-field.tsx';
import { CalendarInput } from './typed/calendar-input.tsx';
import { readDay, writeDay } from './typed/read-time.ts';
import type { Notation } from './typed/reading.ts';
import type { FieldProps } from './typed/typed-input.tsx';
import { type TypedProps, useField } from './typed/use-field.ts';

const NOTATION: Notation<string> = { key: 'day', show: writeDay, read: readDay };

interface Props extends FieldProps, TypedProps<string> {
  clearable?: boolean;
  /** Changes have an immediate effect, so they are reported when the field is left. */
  late?: boolean;
}

/** A calendar day, `2026-12-05`, typed and shown as 05/12/2026. */
export const DayInput = memoField(function DayInput({ value, onChange, late, ...input }: Props) {
  const t = useText('common');
  const field = useField(NOTATION, { value, onChange, error: input.error }, { late });
  return (
    <CalendarInput
      placeholder={t('date_hint')}
      {...input}
      kind="day"
      field={field}
      day={field.read}
      onDay={field.choose}
    />
  );
});
