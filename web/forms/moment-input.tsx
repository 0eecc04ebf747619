import { useMemo } from 'react';
import { useFormats } from '../lib/format.ts';
import { useText } from '../lib/text.ts';
import { CalendarInput } from './typed/calendar-input.tsx';
import { momentOf, readMoment, wallOf, writeMoment } from './typed/read-time.ts';
import type { Notation } from './typed/reading.ts';
import type { FieldProps } from './typed/typed-input.tsx';
import { type TypedProps, useField } from './typed/use-field.ts';

interface Props extends FieldProps, TypedProps<string> {
  clearable?: boolean;
  /** Changes have an immediate effect, so they are reported when the field is left. */
  late?: boolean;
}

/** Day and time in ISO 8601, in the user's own time zone, whatever the browser's is. */
export function MomentInput({ value, onChange, late, ...input }: Props) {
  const t = useText('common');
  const { timeZone } = useFormats();
  const notation = useMemo(
    (): Notation<string> => ({
      key: timeZone,
      show: (moment) => writeMoment(moment, timeZone),
      read: (text) => readMoment(text, timeZone),
    }),
    [timeZone],
  );
  const field = useField(notation, { value, onChange, error: input.error }, { late });
  const wall = field.read === null ? null : wallOf(field.read, timeZone);
  return (
    <CalendarInput
      placeholder={t('moment_hint')}
      {...input}
      kind="moment"
      field={field}
      day={wall?.slice(0, 10) ?? null}
      // Another day, at the same time.
      onDay={(day) => field.choose(momentOf(`${day} ${wall?.slice(11) ?? '00:00:00'}`, timeZone) ?? day)}
    />
  );
}
