import type { Basis } from '@aerowatch/domain/forecast/basis';
import { useCallback } from 'react';
import { useQuery } from '../../lib/query/use-query.ts';
import { useForecastSkill } from './use-forecast.ts';

/**
 * Whether chances at a client were better than climate, for forecasts with a basis, by default that of the
 * newest ones. Undefined until known, and if it cannot be read: then nothing is shown as urgent, or as
 * unproven.
 */
export function useProven(): (client: number | null | undefined, basis?: Basis) => boolean | undefined {
  const proven = useForecastSkill().data?.proven;
  const newest = useQuery('forecastWeek', { query: {} }).data?.basis ?? undefined;
  return useCallback(
    (client, basis = newest) =>
      proven === undefined || basis === undefined
        ? undefined
        : proven.some((one) => one.client === client && one.basis === basis),
    [proven, newest],
  );
}
