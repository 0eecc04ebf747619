import type { Box } from '@aerowatch/contracts/api/boxes';
import { useLayoutEffect } from 'react';
import { useIsWindowed } from '../../lib/query/collection-state.ts';
import { keepItems } from '../../lib/query/names.ts';
import { useItemHere } from '../../lib/query/use-collection.ts';
import { useQuery } from '../../lib/query/use-query.ts';

/**
 * A box read by itself, and its copy in the collection, which live events change at once. In a large fleet the
 * answer becomes that copy, so that its names need not be asked for.
 */
export function useBox(id: number, { skip = false }: { skip?: boolean } = {}) {
  const windowed = [useIsWindowed('aeros'), useIsWindowed('boxes')].some((one) => one);
  const known = useItemHere('boxes', id);
  const read = useQuery(
    'boxesGet',
    { params: { id }, query: { secrets: 'masked' } },
    { skip, live: ['boxes', 'aeros', 'tags'] },
  );
  const { data } = read;
  // Before the names of its parts are asked for.
  useLayoutEffect(() => {
    if (windowed && data !== undefined) keepItems('boxes', [data]);
  }, [windowed, data]);
  return { read, box: newestOf(data, known) };
}

/** The newer of the box's own read and the collection's copy. */
function newestOf(read: Box | undefined, known: Box | undefined): Box | undefined {
  if (read === undefined || known === undefined) return read ?? known;
  const edited = known.updated_at > read.updated_at;
  if (!edited && (known.last_send ?? '') <= (read.last_send ?? '')) return read;
  return { ...known, desired: edited ? known.desired : read.desired };
}
