import { useEffect, useState } from 'react';
import type { Answer } from '../../lib/api/contract.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useLiveChange } from '../../lib/query/live-events.ts';

type SamiChange = Answer<'aerosSami'>['results'][number];
/** With more AEROs the marks would hide the curves. */
const MAX_AEROS = 8;

/**
 * When the SAMI of these AEROs changed, from which level to which; undefined until known, or when none could
 * be read, instead of earlier results. With several AEROs, those that could be read.
 */
export function useSamiChanges(aeros: readonly number[], skip: boolean): readonly SamiChange[] | undefined {
  const [known, setKnown] = useState<{ key: string; changes: readonly SamiChange[] }>();
  const [round, setRound] = useState(0);
  const key = skip ? '' : aeros.slice(0, MAX_AEROS).join(',');
  useLiveChange('aeros', (change) => {
    if (key.split(',').includes(String(change.id))) setRound((count) => count + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again
  useEffect(() => {
    if (key === '') return setKnown(undefined);
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async (aero: number): Promise<SamiChange[] | null> => {
      const result = await fetchOnce('aerosSami', {
        params: { id: aero },
        query: { page_size: 200 },
        signal,
      });
      return result.ok ? result.data.results : null;
    };
    void Promise.all(key.split(',').map(Number).map(ask)).then((found) => {
      const all = found.filter((one) => one !== null);
      if (signal.aborted) return;
      setKnown(all.length === 0 ? undefined : { key, changes: all.flat() });
    });
    return () => controller.abort();
  }, [key, round]);
  return known?.key === key ? known.changes : undefined;
}
