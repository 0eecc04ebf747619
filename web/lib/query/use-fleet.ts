import type { Box } from '@aerowatch/contracts/api/boxes';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '../api/result.ts';
import { type PlaceAero, type PlaceBox, placeOfAero, placeOfBox } from '../state/places.ts';
import { useCollectionState, useIsWhole, useIsWindowed } from './collection-state.ts';
import { useLiveChange } from './live-events.ts';
import { type UnpackedBoxes, unpackBoxes } from './packed-boxes.ts';
import { useCollection } from './use-collection.ts';
import { AFTER_GAPS } from './use-followed.ts';
import { useQuery } from './use-query.ts';

export interface Fleet {
  readonly boxes: readonly PlaceBox[];
  readonly boxOf: Readonly<Record<number, PlaceBox>>;
  readonly aeros: readonly PlaceAero[];
  /** Whether these are all, so that they may be counted. */
  readonly isKnown: boolean;
  readonly isLoading: boolean;
  readonly failure: Failure | undefined;
  readonly refetch: () => void;
}

/**
 * All boxes and AEROs by name and place, for trees, pickers and counts: the collections, or, of a fleet too
 * large for them, columns that are read when a screen needs them (`skip` tells that it does not yet).
 */
export function useFleet({ skip = false }: { skip?: boolean } = {}): Fleet {
  const small = useSmallFleet();
  const isLarge = [useIsWindowed('boxes'), useIsWindowed('aeros')].some((one) => one);
  const read = useQuery('boxesColumns', {}, { skip: skip || !isLarge, live: AFTER_GAPS });
  const packed = isLarge ? read.data : undefined;
  const found = useLiveBoxes(
    useMemo(() => (packed === undefined ? undefined : unpackBoxes(packed)), [packed]),
  );
  const { boxes, aeros } = isLarge ? (found ?? NOTHING) : small;
  const boxOf = useMemo(() => Object.fromEntries(boxes.map((box) => [box.id, box])), [boxes]);
  if (!isLarge) return { ...small, boxOf };
  const isKnown = found !== undefined;
  const { failure, refetch } = read;
  return { boxes, aeros, boxOf, isKnown, isLoading: !isKnown && failure === undefined, failure, refetch };
}
const NOTHING: UnpackedBoxes = { boxes: [], aeros: [] };

function useSmallFleet() {
  const boxes = useCollection('boxes');
  const aeros = useCollection('aeros');
  const isKnown = [useIsWhole('boxes'), useIsWhole('aeros')].every((whole) => whole);
  return { boxes, aeros, isKnown, ...useCollectionState('aeros') };
}

/** Changes of names and places are gathered for this long, ms: a tree of a large fleet is not drawn for each. */
const GATHER = 1500;

/** The same with the changes since; most events of boxes change nothing that is here. */
function useLiveBoxes(read: UnpackedBoxes | undefined): UnpackedBoxes | undefined {
  const [shown, setShown] = useState(read);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef(new Map<number, Box | null>());
  useEffect(() => setShown(read), [read]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveChange('boxes', ({ id, type, data }) => {
    if (read === undefined) return;
    waiting.current.set(id, type === 'deleted' ? null : (data as Box | null));
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const changes = waiting.current;
      waiting.current = new Map();
      setShown((before) => (before === undefined ? before : changedBoxes(before, changes)));
    }, GATHER);
  });
  return read === undefined ? undefined : shown;
}

/** The boxes after these changes (null: gone); the same object if none of them concerns names or places. */
export function changedBoxes(before: UnpackedBoxes, changes: ReadonlyMap<number, Box | null>): UnpackedBoxes {
  const textOf = (box: PlaceBox | undefined, aeros: readonly PlaceAero[] = []): string =>
    box === undefined ? '' : JSON.stringify([placeOfBox(box), aeros.map(placeOfAero)]);
  const boxes = new Map(before.boxes.map((box) => [box.id, box]));
  const aeros = Map.groupBy(
    before.aeros.filter(({ box }) => changes.has(box)),
    ({ box }) => box,
  );
  const moved = new Map(
    [...changes].filter(
      ([id, box]) => textOf(boxes.get(id), aeros.get(id)) !== textOf(box ?? undefined, box?.aeros),
    ),
  );
  if (moved.size === 0) return before;
  for (const [id, box] of moved) {
    boxes.delete(id);
    if (box !== null) boxes.set(id, placeOfBox(box));
  }
  const kept = before.aeros.filter(({ box }) => !moved.has(box));
  const added = [...moved.values()].flatMap((box) => box?.aeros.map(placeOfAero) ?? []);
  return { boxes: [...boxes.values()], aeros: [...kept, ...added] };
}
