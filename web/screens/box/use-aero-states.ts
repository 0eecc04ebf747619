import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { useMemo } from 'react';
import type { FleetRow } from '../../entities/diagnostics/finding-value.ts';
import { useCollection } from '../../entities/use-collection.ts';
import { useRead } from '../../lib/api/read.ts';
import type { AeroState } from './worst-aero.ts';

export type AeroStanding = AeroState & { readonly aero: Aero; readonly row: FleetRow | undefined };

export interface Diagnoses {
  readonly rows: readonly FleetRow[] | undefined;
  /** They have loaded or failed. */
  readonly known: boolean;
}

/** The diagnoses of a box's AEROs, with the curves behind them. */
export function useDiagnoses(box: number, skip: boolean): Diagnoses {
  const read = useRead(
    'diagnosticsList',
    { query: { box: [box], evidence: true } },
    { live: ['boxes', 'diagnostics'], skip },
  );
  return { rows: read.data?.results, known: read.data !== undefined || read.failure !== undefined };
}

/** Diagnosis and open alerts of each AERO of a box; `known` once its diagnoses have loaded or failed. */
export function useAeroStates(
  box: Box,
  { rows, known }: Diagnoses,
): { states: AeroStanding[]; known: boolean } {
  const alerts = useCollection('alerts');
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
