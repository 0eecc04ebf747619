import { useCallback } from 'react';
import { railOf, useRails } from '../../map/ground/use-rails.ts';
import type { Station } from './picture/draw-line.ts';

const NONE: readonly Station[] = [];

/** Stations by line, from the bundled railway lines; without these only kilometre points are shown. */
export function useStations(): (line: string) => readonly Station[] {
  const rails = useRails();
  return useCallback(
    (line: string) => railOf(rails, line)?.points.map(([, , km, name]) => ({ km, name })) ?? NONE,
    [rails],
  );
}
