import { useMemo } from 'react';
import type { Query } from '../../lib/api/contract.ts';
import { useRead } from '../../lib/api/read.ts';
import { type Peak, peaksOf } from './peak.ts';

/** Every quarter of an hour: forecasts are made anew a few times a day. */
const EVERY = 15 * 60_000;

/** The next days of an AERO, the first day first. */
export function useAeroForecast(aero: number) {
  const query = { aero: [aero], ordering: 'day', page_size: 8 };
  return useRead('forecastList', { query }, { pollingInterval: EVERY });
}

/** Verification of the forecasts, by lead day and basis. */
export function useForecastSkill() {
  return useRead('forecastSkill', { query: {} });
}

/** Probabilities of reaching a margin, as columns: of all AEROs or of some. */
export function usePeaks(query: Query<'forecastPeaks'> = {}, skip = false) {
  return useRead('forecastPeaks', { query }, { pollingInterval: EVERY, skip, live: ['work_orders'] });
}

/** For each box the AERO with the highest probability of the week. */
export function useBoxPeaks(): ReadonlyMap<number, Peak> {
  const { data } = usePeaks();
  return useMemo(() => {
    const found = new Map<number, Peak>();
    for (const peak of data === undefined ? [] : peaksOf(data)) {
      const known = found.get(peak.box);
      if (known === undefined || (peak.chance ?? -1) > (known.chance ?? -1)) found.set(peak.box, peak);
    }
    return found;
  }, [data]);
}
