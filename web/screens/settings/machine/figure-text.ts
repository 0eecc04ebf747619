import { OPERATION_FIGURES } from '@aerowatch/contracts/api/operation';
import type { Answer } from '../../../lib/api/contract.ts';
import type { Formats } from '../../../lib/format.ts';

type Figure = Answer<'operationFigures'>['figures'][number];

/** The server's cap: ten years, or a disk that does not fill. */
const DECADE_DAYS = 3650;

/** The value of a figure in its unit; null if it is unknown: the screen shows that, and never 0. */
export function figureText(
  { code, value, at }: Pick<Figure, 'code' | 'value' | 'at'>,
  formats: Pick<Formats, 'bytes' | 'dateTime' | 'number' | 'locale'>,
  decade: string,
): string | null {
  const kind = OPERATION_FIGURES[code];
  if (kind === 'time') return at === null ? null : formats.dateTime(at);
  if (value === null) return null;
  if (kind === 'bytes') return formats.bytes(value);
  if (kind === 'count') return formats.number(value);
  if (kind === 'days')
    return value >= DECADE_DAYS ? decade : durationText(value * 86_400, 'day', formats.locale);
  return durationText(value, unitOf(Math.abs(value)), formats.locale);
}

const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
type Unit = keyof typeof SECONDS;

const unitOf = (seconds: number): Unit =>
  seconds >= 172_800 ? 'day' : seconds >= 7200 ? 'hour' : seconds >= 120 ? 'minute' : 'second';

/** Seconds with a decimal, because clocks differ by tenths; longer times as whole numbers. */
const durationText = (seconds: number, unit: Unit, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    signDisplay: 'negative',
    maximumFractionDigits: unit === 'second' ? 1 : 0,
  }).format(seconds / SECONDS[unit]);
