/** Something that was read, and what it is about. */
export interface Held<T> {
  readonly of: string;
  readonly data: T;
}

/**
 * What is held, if it is about `of`: a screen that goes on to the next address stays mounted, and must show,
 * edit or act on nothing of the one before.
 */
export function heldFor<T>(held: Held<T> | null, of: string): T | undefined {
  return held?.of === of ? held.data : undefined;
}

/** Of what somebody reads: the endpoint and the parameters in its path; a filter only narrows. */
export const subjectOf = (key: string, params: unknown): string => `${key} ${JSON.stringify(params ?? null)}`;

/**
 * What a read holds after this answer. The library gives `data` of the former argument while the next is read,
 * and for good when that fails: welcome where pages turn, wrong where the path names another resource.
 */
export function nextHeld<T>(held: Held<T> | null, of: string, current: T | undefined): Held<T> | null {
  return current === undefined ? held : { of, data: current };
}
