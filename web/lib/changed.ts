type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ (by JSON), including those that only one of the two has. */
export const changedFields = (before: Fields, after: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );

/** The fields of `after` that differ from `before`, so that only changes are sent. */
export function changedOnly<T extends Record<string, unknown>>(before: Fields, after: T): Partial<T> {
  const changed = changedFields(before, after).filter((key) => Object.hasOwn(after, key));
  return Object.fromEntries(changed.map((key) => [key, after[key]])) as Partial<T>;
}
