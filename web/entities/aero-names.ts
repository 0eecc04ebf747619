import type { Box } from '@aerowatch/contracts/api/boxes';
import { useCallback } from 'react';
import { useTable } from '../lib/query/use-collection.ts';
import type { PlaceAero, PlaceBox } from '../lib/state/places.ts';
import { useText } from '../lib/text.ts';

/** The displayed name of a box: its own name, else its serial number. */
export function boxName(box: Pick<Box, 'name' | 'serial_number'>): string {
  return box.name === '' ? box.serial_number : `${box.name} (${box.serial_number})`;
}

/** The name of an AERO from its box and position: "AW-00012 · AERO 1 · V1". */
export function useAeroName(): (id: number) => string {
  const name = useShortAeroName();
  const aeros = useTable('aeros');
  return useCallback((id) => [name(id), aeros[id]?.track_number].filter(Boolean).join(' · '), [name, aeros]);
}

/** The same without the track, where that is shown elsewhere: "AW-00012 · AERO 1". */
export function useShortAeroName(): (id: number) => string {
  const t = useText('domain');
  const aeros = useTable('aeros');
  const boxes = useTable('boxes');
  return useCallback(
    (id: number) => {
      const aero: PlaceAero | undefined = aeros[id];
      if (!aero) return `#${id}`;
      const box: PlaceBox | undefined = boxes[aero.box];
      return [box?.serial_number ?? `#${aero.box}`, t('aero', { position: aero.position })].join(' · ');
    },
    [aeros, boxes, t],
  );
}
