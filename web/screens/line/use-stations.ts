import { useCallback, useEffect, useState } from 'react';
import { load, type Rail } from '../../map/ground/atlas.ts';
import type { Station } from './picture/draw-line.ts';

const NONE: readonly Station[] = [];

/** Stations by line: from the bundled railway lines, found by the code at the beginning of a line's name. */
export function useStations(): (line: string) => readonly Station[] {
  const [lines, setLines] = useState<ReadonlyMap<string, readonly Station[]>>(new Map());
  useEffect(() => {
    let gone = false;
    load<Rail[]>('rails.json')
      .then((rails) => {
        if (gone) return;
        setLines(
          new Map(
            rails.map(({ code, points }) => [code, points.map(([, , km, name]): Station => ({ km, name }))]),
          ),
        );
      })
      // Without stations there are kilometre points only.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, []);
  return useCallback((line: string) => lines.get(line.split(/\s/)[0] ?? '') ?? NONE, [lines]);
}
