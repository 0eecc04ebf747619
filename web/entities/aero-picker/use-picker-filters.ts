import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import type { Fault } from '@aerowatch/domain/diagnostics/vocabulary';
import type { SamiLevel } from '@aerowatch/domain/sami';
import { useMemo, useState } from 'react';
import { useRead } from '../../lib/api/read.ts';

/** What AEROs are narrowed by before they are chosen; null: by nothing. */
export interface PickerChoice {
  tag: number | null;
  sami: SamiLevel | null;
  fault: Fault | null;
}
const NOTHING: PickerChoice = { tag: null, sami: null, fault: null };
/** AEROs with one finding that are asked for at once. */
const MOST = 1000;

/** Narrows AEROs by tag, SAMI and what diagnoses find. */
export function usePickerFilters() {
  const [chosen, setChosen] = useState(NOTHING);
  const { tag, sami, fault } = chosen;
  const found = useRead(
    'diagnosticsList',
    { query: { fault: fault ?? undefined, page: 1, page_size: MOST } },
    { skip: fault === null },
  );
  const withFault = useMemo(
    () => (fault === null ? null : new Set(found.data?.results.map((row) => row.aero))),
    [fault, found.data],
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
    isLoading: found.isLoading,
    failure: found.failure,
  };
}
export type PickerFiltering = ReturnType<typeof usePickerFilters>;
