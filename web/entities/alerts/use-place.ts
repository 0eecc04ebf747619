import { useCallback } from 'react';
import { type Formats, useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';

interface Placed {
  line: string;
  pole: string;
  kilometer_point: number | null;
}
const pointOf = ({ kilometer_point: km }: Placed, formats: Formats): string =>
  km === null ? '' : `PK ${formats.kilometerPoint(km)}`;

/** Where a box stands, in railway terms: line, pole, kilometre point. */
export function placeOf(box: Placed, formats: Formats): string {
  return [box.line, box.pole, pointOf(box, formats)].filter(Boolean).join(' · ');
}

/** Of a box, by its id. */
export function usePlace(): (box: number) => string {
  const boxes = useTable('boxes');
  const formats = useFormats();
  return useCallback(
    (id: number) => {
      const box = boxes[id];
      return box ? placeOf(box, formats) : '';
    },
    [boxes, formats],
  );
}

/** For a cell that may be cut off: the most specific parts come first. */
export function listPlaceOf(box: Placed, formats: Formats, track = ''): string {
  return [pointOf(box, formats), track, box.pole, box.line].filter(Boolean).join(' · ');
}

/** For an AERO by its id, in a cell that may be cut off. */
export function useAeroPlace(): (aero: number) => string {
  const aeros = useTable('aeros');
  const boxes = useTable('boxes');
  const formats = useFormats();
  return useCallback(
    (id: number) => {
      const aero = aeros[id];
      const box = boxes[aero?.box ?? 0];
      return aero && box ? listPlaceOf(box, formats, aero.track_number) : '';
    },
    [aeros, boxes, formats],
  );
}
