/** Data that was read, and its subject. */
export interface Held<T> {
  readonly of: string;
  readonly data: T;
}

/**
 * The held data, if it is about `of`: a screen stays mounted when its address changes, and must not show,
 * edit or act on data of the previous one.
 */
export function heldFor<T>(held: Held<T> | null, of: string): T | undefined {
  return held?.of === of ? held.data : undefined;
}

/** The subject of a read: the endpoint and its path parameters; a filter only narrows it. */
export const subjectOf = (key: string, params: unknown): string => `${key} ${JSON.stringify(params ?? null)}`;

/**
 * The data to show after this answer. RTK Query returns `data` of the previous argument while the next loads,
 * and permanently if that fails: useful for paging, wrong if the path names another resource.
 */
export function nextHeld<T>(held: Held<T> | null, of: string, current: T | undefined): Held<T> | null {
  return current === undefined ? held : { of, data: current };
}
