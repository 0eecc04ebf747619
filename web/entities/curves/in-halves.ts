import type { Result } from '../../lib/api/result.ts';

/**
 * Reads many items at once. A single missing one makes the whole request 404: then its halves are requested,
 * down to the missing one. `null` represents a missing item; items that failed otherwise are left out, to be
 * requested again.
 */
export async function inHalves<T>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<Result<T>>,
): Promise<{ ids: readonly number[]; data: T | null }[]> {
  const result = await read(ids);
  if (result.ok) return [{ ids, data: result.data }];
  if (result.status !== 404) return [];
  if (ids.length <= 1) return [{ ids, data: null }];
  const middle = ids.length >> 1;
  return [...(await inHalves(ids.slice(0, middle), read)), ...(await inHalves(ids.slice(middle), read))];
}
