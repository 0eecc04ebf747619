import type { WarningCode } from '@aerowatch/contracts/api/operation';
import type { Language } from '@aerowatch/domain/languages';

/** Warnings whose figure is a count without a unit. */
const COUNTED: readonly WarningCode[] = [
  'connections_refused',
  'work_fails',
  'versions_differ',
  'audit_broken',
  'keys_left',
  'retired_connects',
  'weather_wrong',
];
const IN_SECONDS: readonly WarningCode[] = [
  'clock_boxes',
  'clock_database',
  'clock_back',
  'judging_late',
  'pool_exhausted',
];

type Unit = 'megabyte' | 'gigabyte' | 'second' | 'minute' | 'hour' | 'day';

/** The figure of a warning in the largest unit that keeps it readable: 259200 s is three days. */
export function amountOf(code: WarningCode, value: number, language: Language): string {
  if (COUNTED.includes(code)) return new Intl.NumberFormat(language).format(value);
  const [amount, unit] = scaled(code, Math.abs(value));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: unit === 'gigabyte' ? 1 : 0,
  }).format(code === 'certificate' ? Math.max(0, value) : amount);
}

function scaled(code: WarningCode, value: number): [number, Unit] {
  if (code === 'disk_full' || code === 'disk_low')
    return value >= 10_000 ? [value / 1000, 'gigabyte'] : [value, 'megabyte'];
  if (code === 'certificate') return [value, 'day'];
  const seconds = IN_SECONDS.includes(code) ? value : value * 3600;
  if (seconds >= 2 * 86_400) return [seconds / 86_400, 'day'];
  if (seconds >= 2 * 3600) return [seconds / 3600, 'hour'];
  return seconds >= 120 ? [seconds / 60, 'minute'] : [seconds, 'second'];
}
