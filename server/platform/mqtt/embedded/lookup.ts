/** What is asked for within so many ms is looked up together. */
const GATHER_MS = 5;

/** Looks things up by key, all of one moment in one query: a flood of questions costs the database little. */
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
