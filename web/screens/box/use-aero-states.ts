import type { Box } from '@aerowatch/contracts/api/boxes';
import { useMemo } from 'react';
import type { FleetRow } from '../../entities/diagnostics/finding-value.ts';
import { useCollection } from '../../entities/use-collection.ts';
import { useRead } from '../../lib/api/read.ts';
import type { AeroState } from './worst-aero.ts';

export type AeroStanding = AeroState & { readonly row: FleetRow | undefined };

/** Diagnosis and open alerts of each AERO of a box; `known` once its diagnoses have loaded or failed. */
export function useAeroStates(box: Box): { states: AeroStanding[]; known: boolean } {
  const read = useRead(
    'diagnosticsList',
    { query: { box: [box.id] } },
    { live: ['boxes', 'diagnostics'], skip: box.aeros.length === 0 },
  );
  const alerts = useCollection('alerts');
  const states = useMemo(
    () =>
      box.aeros.map((aero) => {
        const row = read.data?.results.find((one) => one.aero === aero.id);
        return {
          aero,
          row,
          verdict: row?.verdict ?? null,
          alerts: alerts.filter((alert) => alert.aero === aero.id).length,
        };
      }),
    [box.aeros, read.data, alerts],
  );
  return { states, known: box.aeros.length === 0 || read.data !== undefined || read.failure !== undefined };
}
