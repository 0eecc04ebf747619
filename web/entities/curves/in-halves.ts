import type { Result } from '../../lib/api/result.ts';

/**
 * Reads many things at once. One that is gone makes the whole request 404: its halves are asked then, down to
 * the one. `null` stands for what is gone; what failed otherwise is left out, to be asked for again.
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
