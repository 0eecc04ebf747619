import type { Alert } from '@aerowatch/contracts/api/alerts';

/** How long an alert lasted, ms: until it cleared, else until it was seen, else until now. */
export const durationOf = (alert: Alert): number =>
  Math.max(
    0,
    Date.parse(alert.cleared_at ?? alert.seen_at ?? new Date().toISOString()) - Date.parse(alert.opened_at),
  );

/** Time since a moment, ms. */
export const timeSince = (time: string): number => Math.max(0, Date.now() - Date.parse(time));

/** A duration in its largest fitting unit. */
export function durationText(ms: number, language: string): string {
  const minutes = ms / 60_000;
  const [unit, value] =
    minutes < 120 ? ['minute', minutes] : minutes < 2880 ? ['hour', minutes / 60] : ['day', minutes / 1440];
  const options = {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  } as const;
  return new Intl.NumberFormat(language, options).format(Number(value));
}
