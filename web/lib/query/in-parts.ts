import type { Result } from '../api/result.ts';

/** The server takes at most this many boxes in one act. */
const AT_ONCE = 10_000;

/**
 * Sends an act on any number of boxes in parts, one after the other, up to the first that is refused; the act
 * must be one that can be repeated.
 * @returns the answers, or the refusal
 */
export async function inParts<T>(
  boxes: readonly number[],
  send: (part: number[]) => Promise<Result<T>>,
): Promise<Result<T[]>> {
  const answers: T[] = [];
  for (let from = 0; ; from += AT_ONCE) {
    const result = await send(boxes.slice(from, from + AT_ONCE));
    if (!result.ok) return result;
    answers.push(result.data);
    if (from + AT_ONCE >= boxes.length) return { ...result, data: answers };
  }
}
