import type { Fault } from '@aerowatch/domain/faults/list';
import type { SamiLevel } from '@aerowatch/domain/sami';
import { useMemo, useState } from 'react';
import { useQuery } from '../../lib/query/use-query.ts';
import type { PlaceAero as Aero, PlaceBox as Box } from '../../lib/state/places.ts';
import { foundAeros } from './found-aeros.ts';

/** Filters applied to AEROs before they are chosen; null: none. */
export interface PickerChoice {
  tag: number | null;
  sami: SamiLevel | null;
  fault: Fault | null;
}
const NOTHING: PickerChoice = { tag: null, sami: null, fault: null };
/** At most this many AEROs with one finding are requested. */
const MAX_AEROS = 1000;

/** Filters AEROs, of one client or of all, by tag, SAMI and finding. */
export function usePickerFilters(client: number | null | undefined) {
  const [chosen, setChosen] = useState(NOTHING);
  const { tag, sami, fault } = chosen;
  const found = useQuery(
    'diagnosticsList',
    {
      query: {
        fault: fault ?? undefined,
        client: client == null ? undefined : [client],
        page: 1,
        page_size: MAX_AEROS,
      },
    },
    { skip: fault === null },
  );
  const { data, isFetching, failure } = found;
  const {
    aeros: withFault,
    isSure,
    cut,
  } = useMemo(
    () => foundAeros(fault !== null, { data, isFetching, failure }),
    [fault, data, isFetching, failure],
  );
  const keep = useMemo(() => {
    if (tag === null && sami === null && withFault === null) return null;
    return (aero: Aero, box: Box): boolean =>
      (tag === null || box.tags.includes(tag)) &&
      (sami === null || aero.sami === sami) &&
      (withFault === null || withFault.has(aero.id));
  }, [tag, sami, withFault]);
  return {
    chosen,
    choose: (changes: Partial<PickerChoice>) => setChosen((before) => ({ ...before, ...changes })),
    count: Object.values(chosen).filter((value) => value !== null).length,
    /** Null if no filter is set. */
    keep,
    /** Whether the filter's AEROs are known: false while they load, or when that fails. */
    isSure,
    /** Set when not all AEROs with the finding are known. */
    cut,
    isLoading: fault !== null && isFetching,
    failure: fault === null ? undefined : failure,
  };
}
export type PickerFiltering = ReturnType<typeof usePickerFilters>;
