import { useMemo } from 'react';
import { useAddress } from '../lib/hooks/use-address.ts';

interface AddressFilters<Name extends string> {
  /** The active filters; an unset one is absent. */
  chosen: Readonly<Partial<Record<Name, string>>>;
  count: number;
  /** Sets a filter, or with null clears it; the list returns to its first page. */
  choose: (name: Name, value: string | null) => void;
  clear: () => void;
}

/** Filters of a list, kept in the address so that a view can be shared. `names` must not change. */
export function useAddressFilters<Name extends string>(names: readonly Name[]): AddressFilters<Name> {
  const [parameters, change] = useAddress();
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
  return {
    chosen,
    count: Object.keys(chosen).length,
    choose: (name, value) => change({ [name]: value, page: null }),
    clear: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, null]))),
  };
}
