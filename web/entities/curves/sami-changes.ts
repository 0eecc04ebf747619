import { useEffect, useState } from 'react';
import { call } from '../../lib/api/client.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { useLiveChange } from '../live.ts';

type SamiChange = Answer<'aerosSami'>['results'][number];
const NONE: readonly SamiChange[] = [];
/** Marks of more AEROs would hide the curves they stand on. */
const MAX_AEROS = 8;

/** When the SAMI of these AEROs changed, from what to what. */
export function useSamiChanges(aeros: readonly number[], skip: boolean): readonly SamiChange[] {
  const [changes, setChanges] = useState(NONE);
  const [round, setRound] = useState(0);
  const key = skip ? '' : aeros.slice(0, MAX_AEROS).join(',');
  useLiveChange('aeros', (change) => {
    if (key.split(',').includes(String(change.id))) setRound((count) => count + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again
  useEffect(() => {
    if (key === '') return setChanges(NONE);
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async (aero: number): Promise<SamiChange[]> => {
      const result = await call('aerosSami', { params: { id: aero }, query: { page_size: 200 }, signal });
      return result.ok ? result.data.results : [];
    };
    void Promise.all(key.split(',').map(Number).map(ask)).then(
      (found) => signal.aborted || setChanges(found.flat()),
    );
    return () => controller.abort();
  }, [key, round]);
  return changes;
}
