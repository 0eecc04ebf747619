import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import type { Fault } from '@aerowatch/domain/diagnostics/vocabulary';
import type { SamiLevel } from '@aerowatch/domain/sami';
import { useMemo, useState } from 'react';
import { useRead } from '../../lib/api/read.ts';
import { foundAeros } from './found-aeros.ts';

/** What AEROs are narrowed by before they are chosen; null: by nothing. */
export interface PickerChoice {
  tag: number | null;
  sami: SamiLevel | null;
  fault: Fault | null;
}
const NOTHING: PickerChoice = { tag: null, sami: null, fault: null };
/** AEROs with one finding that are asked for at once. */
const MAX_AEROS = 1000;

/** Narrows AEROs, of one client or of all, by tag, SAMI and what diagnoses find. */
export function usePickerFilters(client: number | null | undefined) {
  const [chosen, setChosen] = useState(NOTHING);
  const { tag, sami, fault } = chosen;
  const found = useRead(
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
    /** Null where nothing is narrowed. */
    keep,
    /** Whether what is narrowed by is known: not while it is read, nor when that fails. */
    isSure,
    /** Not all that have the finding are known. */
    cut,
    isLoading: fault !== null && isFetching,
    failure: fault === null ? undefined : failure,
  };
}
export type PickerFiltering = ReturnType<typeof usePickerFilters>;
