import type { Box } from '@aerowatch/contracts/api/boxes';
import type { Failure } from '../../lib/api/result.ts';
import { useItemHere, useTable } from '../../lib/query/use-collection.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import type { LatestMeasure } from '../../lib/state/collections.ts';
import { useBox } from '../boxes/use-box.ts';

export interface BoxLatest {
  box: Box | undefined;
  measures: Record<number, LatestMeasure>;
  /** False while an AERO without a measure may still have one. */
  known: boolean;
  /** Why it is unknown, until it is requested again. */
  failure: Failure | undefined;
  onRetry: () => void;
}

/** A box and the latest measures of its AEROs: from the collections, else from the server. */
export function useBoxLatest(id: number): BoxLatest {
  const here = useItemHere('boxes', id);
  const { read } = useBox(id, { skip: here !== undefined });
  const latest = useTable('measures');
  const box = here ?? read.data;
  const missing = box?.aeros.some((aero) => latest[aero.id] === undefined) === true;
  const fetched = useQuery('measuresBoxes', { query: { box: id } }, { skip: !missing, live: ['measures'] });
  const measures: Record<number, LatestMeasure> = {};
  for (const group of fetched.data?.results ?? [])
    for (const measure of group.measures) measures[measure.aero] = measure;
  for (const aero of box?.aeros ?? []) {
    const own = latest[aero.id];
    if (own !== undefined) measures[aero.id] = own;
  }
  const isKnown = box !== undefined && (!missing || fetched.data !== undefined);
  const awaited = box === undefined ? read : fetched;
  return {
    box,
    measures,
    known: isKnown,
    failure: isKnown || awaited.isFetching ? undefined : awaited.failure,
    onRetry: () => void awaited.refetch(),
  };
}
