import { LANGUAGES } from '@aerowatch/domain/languages';
import { momentOfWall, zoneOffset } from '@aerowatch/domain/series/time-zone';
import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates';
import { useFormats } from '../lib/format.ts';

interface Props extends Omit<DateTimePickerProps, 'value' | 'onChange' | 'valueFormat' | 'locale'> {
  /** ISO 8601, or null for none. */
  value: string | null;
  onChange: (moment: string | null) => void;
}

/** Date and time in the reader's own time zone, whatever the browser's is. */
export function MomentInput({ value, onChange, ...props }: Props) {
  const { language, timeZone } = useFormats();
  return (
    <DateTimePicker
      valueFormat={`${LANGUAGES[language].date} HH:mm`}
      locale={language}
      {...props}
      value={value === null ? null : wallOf(value, timeZone)}
      onChange={(wall) => onChange(wall === null ? null : momentOf(wall, timeZone))}
    />
  );
}

/** `2026-03-29T00:30:00Z` → `2026-03-29 01:30:00` in Paris; null for an invalid time. */
export function wallOf(moment: string, timeZone: string): string | null {
  const ms = Date.parse(moment);
  if (Number.isNaN(ms)) return null;
  return new Date(ms + zoneOffset(ms, timeZone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** `2026-03-29 01:30:00` in Paris → `2026-03-29T00:30:00.000Z`. */
export function momentOf(wall: string, timeZone: string): string | null {
  const ms = Date.parse(`${wall.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? null : new Date(momentOfWall(ms, timeZone)).toISOString();
}
