type Fields = Readonly<Record<string, unknown>>;

/** The fields of either that differ (by JSON), those that one of both lacks included. */
export const changedFields = (before: Fields, after: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );

/** The fields of `after` that differ from `before`, so that only what was changed is sent. */
export function changedOnly<T extends Record<string, unknown>>(before: Fields, after: T): Partial<T> {
  const changed = changedFields(before, after).filter((key) => Object.hasOwn(after, key));
  return Object.fromEntries(changed.map((key) => [key, after[key]])) as Partial<T>;
}
