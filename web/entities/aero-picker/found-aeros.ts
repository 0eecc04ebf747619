interface Found {
  readonly data:
    | { readonly count: number; readonly results: readonly { readonly aero: number }[] }
    | undefined;
  readonly isFetching: boolean;
  readonly failure: unknown;
}
interface FoundAeros {
  /** Null: no filter is set. */
  readonly aeros: ReadonlySet<number> | null;
  readonly isSure: boolean;
  /** How many of the total are known, if not all are. */
  readonly cut: { readonly known: number; readonly count: number } | null;
}

/**
 * The AEROs with a finding. While it loads, and when that fails, `data` may still belong to the finding
 * chosen before and must not be used.
 */
export function foundAeros(isFiltered: boolean, { data, isFetching, failure }: Found): FoundAeros {
  if (!isFiltered) return { aeros: null, isSure: true, cut: null };
  if (isFetching || failure !== undefined || data === undefined)
    return { aeros: null, isSure: false, cut: null };
  const { count, results } = data;
  return {
    aeros: new Set(results.map(({ aero }) => aero)),
    isSure: true,
    cut: count > results.length ? { known: results.length, count } : null,
  };
}
