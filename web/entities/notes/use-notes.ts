import { useMemo } from 'react';
import type { ChartRange } from '../../charts/types.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useQuery } from '../../lib/query/use-query.ts';

export type Note = Answer<'notesList'>['results'][number];
export interface NotesOfRange {
  notes: readonly Note[];
  refetch: () => void;
}
const NONE: readonly Note[] = [];

/** Notes about these AEROs, or about their boxes, in a period; oldest first. */
export function useNotes(aeros: readonly number[], range: ChartRange, skip = false): NotesOfRange {
  const table = useTable('aeros');
  const boxes = [...new Set(aeros.map((id) => table[id]?.box).filter((box) => box !== undefined))];
  const read = useQuery(
    'notesList',
    {
      query: {
        box: boxes,
        from: new Date(range.from).toISOString(),
        to: new Date(range.to).toISOString(),
        page_size: 200,
        ordering: 'at',
      },
    },
    { skip: skip || boxes.length === 0, live: ['notes'] },
  );
  const results = skip ? undefined : read.data?.results;
  const key = aeros.join(',');
  const notes = useMemo(() => {
    const own = new Set(key.split(',').map(Number));
    return results?.filter((note) => note.aero === null || own.has(note.aero)) ?? NONE;
  }, [results, key]);
  return { notes, refetch: read.refetch };
}
