import type { EventEntity } from '@aerowatch/contracts/events';

/**
 * What a read follows and a change touches: an entity of the events (`boxes`), the path of an endpoint up to its
 * first parameter (`/me/sessions/`), or one read by its own id.
 */
export type Subject = EventEntity | `/${string}` | `read ${string}`;

/** Counts changes and reads in the order in which they happen here. */
let clock = 0;
let written = 0;
const changes = new Map<Subject, number>();
const begun = new Map<string, number>();

/** Something changed: a live event told it, or this console wrote it. */
export function noteChange(subjects: readonly Subject[]): void {
  clock += 1;
  for (const subject of subjects) changes.set(subject, clock);
}
/** This console wrote something, wherever: a read that begins now has it. */
export function noteWrite(subjects: readonly Subject[]): void {
  noteChange(subjects);
  written = clock;
}
/** Whether the latest read of it began after everything that this console wrote. */
export const hasWritten = (id: string): boolean => (begun.get(id) ?? 0) > written;

/** A read begins: it will have what changed until now. */
export function noteRead(id: string): void {
  clock += 1;
  begun.set(id, clock);
}
/** Whether something that the read follows changed after it began, so that its answer may be older. */
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

/** Whether one of two paths lies below the other: `/me/sessions/` and `/me/`. */
const isBelow = (one: Subject, other: Subject): boolean =>
  one.startsWith('/') && other.startsWith('/') && (one.startsWith(other) || other.startsWith(one));

/** The path up to its first parameter. */
export const subjectOfPath = (path: string): Subject => path.split('{')[0] as `/${string}`;
