import { AT_RISK, LIKELY } from '@aerowatch/domain/forecast/basis';
import { useCallback } from 'react';
import { useTable } from '../../lib/query/use-collection.ts';
import { useProven } from './use-proven.ts';

/**
 * How a chance is shown: `calm` below the threshold of its client; above it `unproven` where chances are not better
 * than climate, in grey and never in a colour of severity, `awaited` while that is not known; else `risk` or `likely`.
 */
export type ChanceLook = 'calm' | 'unproven' | 'awaited' | 'risk' | 'likely';

/** The chance, 0 to 1, from which the week ahead is a proposal at a client. */
export function useRiskFrom(): (client: number | null | undefined) => number {
  const clients = useTable('clients');
  return useCallback(
    (client) => {
      const percent = client == null ? undefined : clients[client]?.forecast_threshold;
      return percent === undefined ? AT_RISK : percent / 100;
    },
    [clients],
  );
}

/** The look of a chance from a threshold on. */
export function chanceLook(chance: number | null, from: number, proven: boolean | undefined): ChanceLook {
  if (chance === null || chance < from) return 'calm';
  if (proven === undefined) return 'awaited';
  if (!proven) return 'unproven';
  return chance >= LIKELY ? 'likely' : 'risk';
}

/** The look of a chance at a client, by its own threshold and by what its forecasts have proved. */
export function useChanceLook(): (
  chance: number | null,
  client: number | null | undefined,
  basis?: Parameters<ReturnType<typeof useProven>>[1],
) => ChanceLook {
  const from = useRiskFrom();
  const proven = useProven();
  return useCallback(
    (chance, client, basis) => chanceLook(chance, from(client), proven(client, basis)),
    [from, proven],
  );
}
