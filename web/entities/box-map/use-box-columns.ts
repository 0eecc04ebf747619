import type { Box } from '@aerowatch/contracts/api/boxes';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useIsWhole } from '../../lib/query/collection-state.ts';
import { useLiveChange } from '../../lib/query/live-events.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { type Query, useQuery } from '../../lib/query/use-query.ts';
import { type BoxColumns, withChanges } from './columns.ts';
import { columnsAtOnce, columnsInSteps } from './unpack.ts';

/** Changes of boxes are collected for this long (ms) and drawn together. */
const GATHER = 1500;

/**
 * Every box with a place, updated by the boxes' own events: 100,000 are loaded once, not at each change. Open
 * alerts are counted from their collection if all of them are loaded.
 */
export function useBoxColumns(): Query<BoxColumns> {
  const read = useQuery('boxesMap', { query: { form: 'packed' } });
  const [columns, setColumns] = useState(() =>
    read.data === undefined ? undefined : columnsAtOnce(read.data),
  );
  useEffect(() => {
    if (read.data === undefined) return setColumns(undefined);
    const ready = columnsAtOnce(read.data);
    if (ready !== undefined) return setColumns(ready);
    let stale = false;
    void columnsInSteps(read.data).then((made) => stale || setColumns(made));
    return () => {
      stale = true;
    };
  }, [read.data]);

  const waiting = useRef(new Map<number, Box | null>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveChange('boxes', ({ id, type, data }) => {
    const box = type === 'deleted' ? null : (data as Box | null);
    waiting.current.set(id, box);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const changes = waiting.current;
      waiting.current = new Map();
      setColumns((before) => (before === undefined ? before : withChanges(before, changes)));
    }, GATHER);
  });

  const alerts = useCollection('alerts');
  const complete = useIsWhole('alerts');
  const data = useMemo(() => {
    if (columns === undefined || !complete) return columns;
    const counts = new Map<number, number>();
    for (const { box } of alerts) counts.set(box, (counts.get(box) ?? 0) + 1);
    return { ...columns, alerts: columns.id.map((id) => counts.get(id) ?? 0) };
  }, [columns, alerts, complete]);
  return { ...read, data, isLoading: read.isLoading || (read.data !== undefined && data === undefined) };
}
