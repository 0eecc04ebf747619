/** Keys requested within this many ms are looked up together. */
const GATHER_MS = 5;

/**
 * Looks values up by key, all requests of one moment in one query, so that a flood of requests costs the
 * database little.
 */
export function lookupTogether<K, V>(
  find: (keys: readonly K[]) => Promise<Map<K, V>>,
): (key: K) => Promise<V | undefined> {
  let coming: { keys: Set<K>; found: Promise<Map<K, V>> } | undefined;
  return async (key) => {
    if (coming === undefined) {
      const keys = new Set<K>();
      const found = new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
        coming = undefined;
        return find([...keys]);
      });
      coming = { keys, found };
    }
    coming.keys.add(key);
    return (await coming.found).get(key);
  };
}
