import type { EventEntity } from '@aerowatch/contracts/events';

/**
 * What a read depends on and a change affects: an entity of the events (`boxes`), the path of an endpoint up
 * to its first parameter (`/me/sessions/`), or a single read by its id.
 */
export type Subject = EventEntity | `/${string}` | `read ${string}`;

/** Counts changes and reads in the order in which they happen here. */
let clock = 0;
let written = 0;
const changes = new Map<Subject, number>();
const begun = new Map<string, number>();

/** Records a change: from a live event, or written by this console. */
export function noteChange(subjects: readonly Subject[]): void {
  clock += 1;
  for (const subject of subjects) changes.set(subject, clock);
}
/** Records a write by this console: reads that begin later include it. */
export function noteWrite(subjects: readonly Subject[]): void {
  noteChange(subjects);
  written = clock;
}
/** Whether the latest read of it began after all writes of this console. */
export const hasWritten = (id: string): boolean => (begun.get(id) ?? 0) > written;

/** Records the start of a read, which will include all changes until now. */
export function noteRead(id: string): void {
  clock += 1;
  begun.set(id, clock);
}
/** Whether something that the read depends on changed after it began, so that its answer may be outdated. */
export function isStale(id: string, follows: readonly Subject[]): boolean {
  const since = begun.get(id) ?? 0;
  for (const [subject, at] of changes)
    if (at > since && follows.some((one) => one === subject || isBelow(one, subject))) return true;
  return false;
}
export function forgetStaleness(): void {
  changes.clear();
  begun.clear();
}

/** Whether one of two paths is below the other: `/me/sessions/` and `/me/`. */
const isBelow = (one: Subject, other: Subject): boolean =>
  one.startsWith('/') && other.startsWith('/') && (one.startsWith(other) || other.startsWith(one));

/** The path up to its first parameter. */
export const subjectOfPath = (path: string): Subject => path.split('{')[0] as `/${string}`;
