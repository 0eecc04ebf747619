/**
 * Retention in days, null for ever, unless RETENTION sets another. Notes, configurations and the history of
 * SAMI levels are kept for ever; jobs and exports have their own retention.
 */
export const RETENTION = {
  /** Measures of boxes: older months go to files, and can be restored from there (docs/decisions/0136). */
  measures: null,
  /** Sums, means and extremes of six hours and of days, from which curves over years are drawn. */
  rollups: null,
  /** Archived alerts whose condition is no longer true, with their notifications. */
  alerts: 3650,
  /** Messages to people that were sent or abandoned. */
  messages: 730,
  /** How many measures a box sent a day. */
  counts: 3650,
  /** The results of commands to boxes, answered or not, and of changes of many boxes. */
  commands: 730,
  /** Forecasts and their scores. */
  forecasts: 1825,
} as const satisfies Record<string, number | null>;
/** Diagnoses, expected strokes and forecasts look back slightly more than a year. */
const MIN_DAYS_OF: Partial<Record<string, number>> = { measures: 400, rollups: 400 };
const MIN_DAYS = 30;
export type RetentionKind = keyof typeof RETENTION;
/** Days by kind; null for ever. */
export type Retention = Readonly<Record<RetentionKind, number | null>>;

/**
 * Reads `alerts=3650,messages=ever`; undefined if it names another kind, no whole number of days, too few
 * (30, for measures and rollups 400), or rollups for less time than their measures.
 */
export function retentionOf(text: string): Retention | undefined {
  const result: Record<string, number | null> = { ...RETENTION };
  for (const part of text.split(',')) {
    const [kind = '', days = ''] = part.trim().split('=');
    const isDays = /^\d{2,5}$/.test(days) && Number(days) >= (MIN_DAYS_OF[kind] ?? MIN_DAYS);
    if (!Object.hasOwn(RETENTION, kind) || !(isDays || days === 'ever')) return undefined;
    result[kind] = days === 'ever' ? null : Number(days);
  }
  const { measures = null, rollups = null } = result;
  if (rollups !== null && (measures === null || measures > rollups)) return undefined;
  return result as unknown as Retention;
}
