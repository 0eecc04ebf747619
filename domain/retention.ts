/**
 * What is kept for how many days, where nothing else is said by RETENTION. Measures, their rollups, notes,
 * configurations and the history of SAMI levels are kept for ever; jobs and exports have days of their own.
 */
export const RETENTION = {
  /** Archived alerts whose condition no longer holds, with what was told of them. */
  alerts: 3650,
  /** Messages to people that were sent or given up. */
  messages: 730,
  /** How many measures a box sent a day. */
  counts: 3650,
  /** Commands to boxes, answered or not. */
  commands: 730,
  /** What was foretold, and how good it proved. */
  forecasts: 1825,
} as const;
export type RetentionKind = keyof typeof RETENTION;
/** Days by kind; null for ever. */
export type Retention = Readonly<Record<RetentionKind, number | null>>;

/** Reads `alerts=3650,messages=ever`; undefined when it names another kind or no whole number of days, 30 or more. */
export function retentionOf(text: string): Retention | undefined {
  const result: Record<string, number | null> = { ...RETENTION };
  for (const part of text.split(',')) {
    const [kind = '', days = ''] = part.trim().split('=');
    const isDays = /^\d{2,5}$/.test(days) && Number(days) >= 30;
    if (!Object.hasOwn(RETENTION, kind) || !(isDays || days === 'ever')) return undefined;
    result[kind] = days === 'ever' ? null : Number(days);
  }
  return result as unknown as Retention;
}
