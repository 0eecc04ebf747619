import { isTimeZone } from '@aerowatch/domain/series/time-zone';
import type { Reading } from './reading.ts';

/** A zone under another name, for example the user's own. */
export interface ZoneChoice {
  readonly value: string;
  readonly label: string;
}
/** The zones known to the browser. */
export const ZONES: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

export const foldedZone = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[\s_/-]+/g, ' ')
    .trim();
const cityOf = (zone: string): string => foldedZone(zone.slice(zone.lastIndexOf('/') + 1));

/** A time zone from its name (Asia/Tokyo), its city alone (tokyo), or the label of a choice. */
export function readZone(text: string, choices: readonly ZoneChoice[] = []): Reading<string> {
  const wanted = foldedZone(text);
  if (wanted === '') return { problem: 'required' };
  const chosen = choices.find(({ label }) => foldedZone(label) === wanted);
  if (chosen !== undefined) return { value: chosen.value };
  const named = ZONES.find((zone) => foldedZone(zone) === wanted);
  if (named !== undefined) return { value: named };
  const inCity = ZONES.filter((zone) => cityOf(zone) === wanted);
  if (inCity.length === 1) return { value: inCity[0]! };
  // A zone that the browser lists only under another name: Asia/Kolkata.
  const typed = text.trim();
  return isTimeZone(typed) ? { value: typed } : { problem: 'time_zone' };
}
