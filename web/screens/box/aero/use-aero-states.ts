import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Alert } from '@aerowatch/contracts/api/alerts';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { useMemo } from 'react';
import type { FleetRow } from '../../../entities/diagnostics/finding-value.ts';
import type { Failure } from '../../../lib/api/result.ts';
import { useIsWindowed } from '../../../lib/query/collection-state.ts';
import { useCollection } from '../../../lib/query/use-collection.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import type { AeroState } from './worst-aero.ts';

export type AeroStanding = AeroState & { readonly aero: Aero; readonly row: FleetRow | undefined };

export interface Diagnoses {
  readonly rows: readonly FleetRow[] | undefined;
  /** Whether they have loaded or failed. */
  readonly known: boolean;
  readonly failure: Failure | undefined;
  readonly refetch: () => void;
}

/** The diagnoses of a box's AEROs, with their curves. */
export function useDiagnoses(box: number, skip: boolean): Diagnoses {
  const read = useQuery(
    'diagnosticsList',
    { query: { box: [box], evidence: true } },
    { live: ['diagnostics'], skip },
  );
  const { data, failure, refetch } = read;
  return { rows: data?.results, known: data !== undefined || failure !== undefined, failure, refetch };
}

/** Open alerts of a box; where there are too many of all boxes, its own are asked for. */
export function useAlertsOfBox(box: number): readonly Alert[] {
  const here = useCollection('alerts');
  const windowed = useIsWindowed('alerts');
  const query = { box: [box], limit: MOST };
  const own = useQuery('alertsOpened', { query }, { skip: !windowed, live: ['alerts'] }).data;
  return windowed ? (own ?? NONE) : here;
}
const NONE: readonly Alert[] = [];
const MOST = 1000;

/** Diagnosis and open alerts of each AERO of a box; `known` once its diagnoses have loaded or failed. */
export function useAeroStates(
  box: Box,
  { rows, known }: Pick<Diagnoses, 'rows' | 'known'>,
): { states: AeroStanding[]; known: boolean } {
  const alerts = useAlertsOfBox(box.id);
  const states = useMemo(
    () =>
      box.aeros.map((aero) => {
        const row = rows?.find((one) => one.aero === aero.id);
        return {
          aero,
          row,
          verdict: row?.verdict ?? null,
          alerts: alerts.filter((alert) => alert.aero === aero.id).length,
        };
      }),
    [box.aeros, rows, alerts],
  );
  return { states, known: box.aeros.length === 0 || known };
}
