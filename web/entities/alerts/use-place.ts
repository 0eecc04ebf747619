import { useCallback } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../use-collection.ts';

/** Where a box stands, in railway terms: line, pole, kilometre point. */
export function usePlace(): (box: number) => string {
  const boxes = useTable('boxes');
  const formats = useFormats();
  return useCallback(
    (id: number) => {
      const box = boxes[id];
      if (!box) return '';
      return [
        box.line,
        box.pole,
        box.kilometer_point === null ? '' : `PK ${formats.kilometerPoint(box.kilometer_point)}`,
      ]
        .filter(Boolean)
        .join(' · ');
    },
    [boxes, formats],
  );
}
