import { useCallback } from 'react';
import { type Formats, useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';

interface Placed {
  line: string;
  pole: string;
  kilometer_point: number | null;
}
/** Where a box stands, in railway terms: line, pole, kilometre point. */
export function placeOf({ line, pole, kilometer_point: km }: Placed, formats: Formats): string {
  const point = km === null ? '' : `PK ${formats.kilometerPoint(km)}`;
  return [line, pole, point].filter(Boolean).join(' · ');
}

/** Of a box by its id. */
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
