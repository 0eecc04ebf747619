import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useSearch } from '../../lib/hooks/use-address.ts';
import { useAreKnown, useTable } from '../../lib/query/use-collection.ts';
import { aerosChosen } from '../../lib/state/aeros-selected-slice.ts';
import { browserTimeZone } from '../../lib/state/preferences.ts';
import { useAppDispatch, useAppSelector } from '../../lib/state/store.ts';
import { changedView, intervalOf, readView, type ViewState, writeView } from './view-state.ts';

/** How often live ranges advance; measures themselves arrive as events. */
const TICK = 30_000;

/** The view in the URL, its time zone, and its present interval. */
export function useView() {
  const [search, changeSearch] = useSearch();
  const formats = useFormats();
  const dispatch = useAppDispatch();
  const selected = useAppSelector((state) => state.aerosSelected);
  const view = useMemo(() => readView(search), [search]);
  const zone =
    view.zone === 'user' ? formats.timeZone : view.zone === 'browser' ? browserTimeZone() : view.zone;
  const [now, setNow] = useState(Date.now);

  const change = (changes: Partial<ViewState>) =>
    changeSearch((now) => writeView(changedView(readView(now), changes)), {
      push: Object.keys(changes).some((key) => key !== 'zoom'),
    });

  // The selection is shared with other screens through the slice; a URL without one adopts it.
  const share = useEffectEvent((list: string): void => {
    if (list !== '') dispatch(aerosChosen(list.split(',').map(Number)));
    else if (selected.length > 0 && !search.has('aeros'))
      changeSearch((now) => writeView({ ...readView(now), aeros: [...selected] }));
  });
  // Not for every change of the URL.
  const list = view.aeros.join(',');
  useEffect(() => share(list), [list]);

  const { refresh } = view;
  const isZoomed = view.zoom !== null;
  useEffect(() => {
    if (refresh === 'off' || isZoomed) return;
    const timer = setInterval(
      () => document.visibilityState === 'visible' && setNow(Date.now()),
      refresh === 'live' ? TICK : Number(refresh) * 1000,
    );
    return () => clearInterval(timer);
  }, [refresh, isZoomed]);
  // Not on the first render: that would load every curve twice.
  const shown = useRef(view.range);
  useEffect(() => {
    if (shown.current === view.range) return;
    shown.current = view.range;
    setNow(Date.now());
  }, [view.range]);

  const range = useMemo(() => intervalOf(view, now, zone), [view, now, zone]);
  return { view, change, zone, range, refreshNow: () => setNow(Date.now()) };
}

/** AEROs of a view that the user may see, and how many no longer exist. */
export function useKnownAeros(ids: readonly number[]): { known: number[]; gone: number } {
  const table = useTable('aeros');
  const ready = useAreKnown(ids);
  const known = ready ? ids.filter((id) => table[id] !== undefined) : [...ids];
  return { known, gone: ids.length - known.length };
}
