/** How what matches a query has changed since all of it was selected. */
export interface Changed {
  readonly added: readonly number[];
  readonly gone: readonly number[];
  /** The selection as it would be now: what was taken out of it by hand stays out. */
  readonly now: readonly number[];
}

/** Null if the same items match as when all were selected. */
export function changedSince(
  matched: readonly number[],
  selected: readonly number[],
  found: readonly number[],
): Changed | null {
  const [before, after] = [new Set(matched), new Set(found)];
  const added = found.filter((id) => !before.has(id));
  const gone = matched.filter((id) => !after.has(id));
  if (added.length + gone.length === 0) return null;
  return { added, gone, now: [...selected.filter((id) => after.has(id)), ...added] };
}
