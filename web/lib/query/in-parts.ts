import type { Result } from '../api/result.ts';

/** The server takes at most this many boxes, or alerts, in one act. */
export const BOXES_AT_ONCE = 10_000;
export const ALERTS_AT_ONCE = 5000;

/**
 * Sends an act on any number of items in parts, one after the other, up to the first that is refused; the act
 * must be one that can be repeated.
 * @returns the answers, or the refusal
 */
export async function inParts<T>(
  ids: readonly number[],
  send: (part: number[]) => Promise<Result<T>>,
  atOnce = BOXES_AT_ONCE,
): Promise<Result<T[]>> {
  const answers: T[] = [];
  for (let from = 0; ; from += atOnce) {
    const result = await send(ids.slice(from, from + atOnce));
    if (!result.ok) return result;
    answers.push(result.data);
    if (from + atOnce >= ids.length) return { ...result, data: answers };
  }
}
