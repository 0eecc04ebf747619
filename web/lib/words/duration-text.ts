import { type DurationUnit, splitDuration } from '@aerowatch/domain/validation';

/** SI symbols, the same in every language. */
export const DURATION_SYMBOLS = { hours: 'h', minutes: 'min', seconds: 's', milliseconds: 'ms' } as const;

/** `1 h 30 min`, `45 s`; milliseconds that are not whole seconds stay milliseconds. */
export function durationText(value: number, unit: DurationUnit): string {
  if (unit === 'ms' && (value % 1000 !== 0 || value === 0))
    return `${value}\u00a0${DURATION_SYMBOLS.milliseconds}`;
  const parts = Object.entries(splitDuration(value, unit))
    .filter(([, amount]) => amount > 0)
    .map(([part, amount]) => `${amount}\u00a0${DURATION_SYMBOLS[part as keyof typeof DURATION_SYMBOLS]}`);
  return parts.length === 0 ? `0\u00a0${DURATION_SYMBOLS.seconds}` : parts.join(' ');
}
