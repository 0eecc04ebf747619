import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

interface AddressFilters<Name extends string> {
  /** The active filters; one that is not set is missing. */
  chosen: Readonly<Partial<Record<Name, string>>>;
  count: number;
  /** Sets a filter, or with null clears it; the list returns to its first page. */
  choose: (name: Name, value: string | null) => void;
  clear: () => void;
}

/** Filters of a list, kept in the address so that a view can be shared. `names` must not change. */
export function useAddressFilters<Name extends string>(names: readonly Name[]): AddressFilters<Name> {
  const [parameters, setParameters] = useSearchParams();
  const chosen = useMemo(
    () =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value = parameters.get(name);
          return value ? [[name, value]] : [];
        }),
      ) as Partial<Record<Name, string>>,
    [parameters, names],
  );
  const change = (changes: Iterable<readonly [string, string | null]>): void =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of changes)
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        next.delete('page');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    chosen,
    count: Object.keys(chosen).length,
    choose: (name, value) => change([[name, value]]),
    clear: () => change(names.map((name) => [name, null] as const)),
  };
}
