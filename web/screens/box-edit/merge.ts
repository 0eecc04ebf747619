import {
  AERO_KEYS,
  type AeroValues,
  type BoxValues,
  NEW_AERO,
} from '../../entities/boxes/form/form-values.ts';

/** A field that somebody else changed while it was being edited here. */
export interface ForeignChange {
  /**
   * Form path: `line`, `aeros.0.track_number`, `desired.log_time`; `aeros.1` if an AERO was added or removed.
   */
  readonly path: string;
  readonly base: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
  /** Both changed it, to different values: the user must choose. */
  readonly conflict: boolean;
}

/** Every field of a form by its path. */
function flat(values: BoxValues): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  const { aeros, desired, ...own } = values;
  for (const [key, value] of Object.entries(own)) fields.set(key, value);
  for (const [index, aero] of aeros.entries())
    for (const key of AERO_KEYS) fields.set(`aeros.${index}.${key}`, aero === null ? undefined : aero[key]);
  for (const [key, value] of Object.entries(desired)) fields.set(`desired.${key}`, value);
  return fields;
}
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Changes by others from `base` to `theirs`, with conflicts with the changes made here. */
export function foreignChanges(base: BoxValues, theirs: BoxValues, mine: BoxValues): ForeignChange[] {
  const [before, after, own] = [flat(base), flat(theirs), flat(mine)];
  const changes: ForeignChange[] = [];
  for (const [path, value] of after) {
    const [was, ours] = [before.get(path), own.get(path)];
    if (same(value, was)) continue;
    const conflict = !same(ours, was) && !same(ours, value);
    changes.push({ path, base: was, theirs: value, mine: ours, conflict });
  }
  return changes;
}

/** My form with the changes by others; of the fields that both changed, those in `keepMine` stay mine. */
export function merged(
  mine: BoxValues,
  changes: readonly ForeignChange[],
  keepMine: ReadonlySet<string>,
): BoxValues {
  const next: BoxValues = {
    ...mine,
    aeros: mine.aeros.map((aero) => (aero === null ? null : { ...aero })),
    desired: { ...mine.desired },
  };
  for (const { path, theirs, conflict } of changes) {
    if (conflict && keepMine.has(path)) continue;
    const [head = '', second = '', key = ''] = path.split('.');
    if (head === 'desired') Object.assign(next.desired, { [second]: theirs });
    else if (head === 'aeros') setAero(next, Number(second), key as keyof AeroValues, theirs);
    else Object.assign(next, { [head]: theirs });
  }
  return next;
}

function setAero(values: BoxValues, index: number, key: keyof AeroValues, value: unknown): void {
  if (value === undefined) return;
  values.aeros[index] = { ...(values.aeros[index] ?? NEW_AERO), [key]: value };
}
