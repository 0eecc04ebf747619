import { Button, Group, Paper } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import { type ComponentProps, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import BoxMap from '../../entities/box-map/box-map.tsx';
import { type BoxColumns, byTrouble, pointsOf, rowsMatching } from '../../entities/box-map/columns.ts';
import { NoMap } from '../../entities/box-map/no-map.tsx';
import { useBoxColumns } from '../../entities/box-map/use-box-columns.ts';
import { useBoxFilters } from '../../entities/boxes/use-box-filters.tsx';
import { useAddress } from '../../lib/hooks/use-address.ts';
import { useTyped } from '../../lib/hooks/use-typed.ts';
import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';
import { BoxCard } from './box-card.tsx';
import { BoxList } from './box-list.tsx';
import { BoxesOfPlace } from './boxes-of-place.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useForecastLayer } from './forecast-layer.ts';
import { ForecastLegend } from './forecast-legend.tsx';
import { LayerChoice } from './layer-choice.tsx';
import { Legend } from './legend.tsx';
import { Amount, Frame, ListButton, NothingShown, ViewChoice } from './map-parts.tsx';
import classes from './map-screen.module.css';
import { textOfView, viewOf } from './map-url.ts';
import { WorkOfShown } from './work-of-shown.tsx';

/** Ids of an address, `7,12`. */
function idsOf(text: string | null): number[] {
  return (text ?? '').split(',').map(Number).filter(Boolean);
}

const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false;

type Set = ReturnType<typeof useAddress>[1];

/** The boxes that pass the filters, and the search text. */
function useShownBoxes(parameters: URLSearchParams, set: Set) {
  const filtering = useBoxFilters();
  const { filters } = filtering;
  const { data: columns, failure, isLoading, refetch } = useBoxColumns();
  const search = useTyped(parameters.get('q') ?? '', (q) => set({ q }));
  const text = useDeferredValue(search.typed);
  const rows = useMemo(
    () => (columns === undefined ? [] : rowsMatching(columns, { ...filters, text })),
    [columns, filters, text],
  );
  const points = useMemo(
    () => (columns === undefined ? undefined : pointsOf(columns, rows)),
    [columns, rows],
  );
  return { filtering, search, columns, rows, points, failure, isLoading, refetch };
}

/** The open card, and the position to which the map must move for it. */
function usePicking(columns: BoxColumns | undefined, parameters: URLSearchParams, set: Set) {
  const [start] = useState(() => viewOf(parameters.get('at')));
  const several = idsOf(parameters.get('boxes'));
  const chosen = Number(parameters.get('box')) || null;
  // The card of several boxes at one place is at the first of them.
  const picked = chosen ?? several[0] ?? null;
  const [goTo, setGoTo] = useState<{ longitude: number; latitude: number } | null>(null);
  const pick = (id: number | null): void => set({ box: id === null ? null : String(id), boxes: null });
  const show = (id: number): void => {
    const row = columns?.id.indexOf(id) ?? -1;
    if (columns === undefined || row < 0) return;
    set({ box: String(id), boxes: null, view: null });
    setGoTo({ longitude: columns.longitude[row]!, latitude: columns.latitude[row]! });
  };

  // A link to a box without a view: moves to the box.
  const found = useRef(start !== null || picked === null);
  useEffect(() => {
    const row = found.current ? -1 : (columns?.id.indexOf(picked ?? 0) ?? -1);
    if (columns === undefined || row < 0) return;
    found.current = true;
    setGoTo({ longitude: columns.longitude[row]!, latitude: columns.latitude[row]! });
  }, [columns, picked]);
  return { start, several, chosen, picked, goTo, pick, show };
}

function cardOf(columns: BoxColumns, { picked, chosen, several, pick }: ReturnType<typeof usePicking>) {
  if (picked === null) return null;
  return chosen === null ? (
    <BoxesOfPlace columns={columns} ids={several} onPick={pick} />
  ) : (
    // Each card loads its own data, so that it never shows another box's.
    <BoxCard key={chosen} id={chosen} />
  );
}

/** All boxes on a map and in a list beside it; filters, view and the open card are in the URL. */
export default function MapScreen() {
  const [parameters, set] = useAddress();
  const shown = useShownBoxes(parameters, set);
  const { columns, points, failure, isLoading, refetch } = shown;
  if (columns === undefined || points === undefined || isLoading || columns.count === 0)
    return (
      <NothingShown
        failure={columns === undefined ? failure : undefined}
        empty={columns !== undefined && !isLoading}
        onRetry={refetch}
      />
    );
  return <BoxesShown parameters={parameters} set={set} shown={{ ...shown, columns, points }} />;
}

type Shown = ReturnType<typeof useShownBoxes> & {
  readonly columns: BoxColumns;
  readonly points: NonNullable<ReturnType<typeof useShownBoxes>['points']>;
};
interface ShownProps {
  parameters: URLSearchParams;
  set: Set;
  shown: Shown;
}

/** The boxes, once loaded: filters above, the map with its list, the legend below. */
function BoxesShown({ parameters, set, shown }: ShownProps) {
  const t = useText('map');
  const { filtering, search, columns, rows, points } = shown;
  const layer = parameters.get('layer');
  const forecast = useForecastLayer(points, layer);
  const narrow = useNarrow();
  const [listed, setListed] = useState(true);
  const asList = narrow && parameters.get('view') === 'list';
  const picking = usePicking(columns, parameters, set);
  const { chosen, show } = picking;
  const showList = (): void => (narrow ? set({ view: 'list' }) : setListed(true));
  const list = <BoxList columns={columns} rows={byTrouble(columns, rows)} picked={chosen} onPick={show} />;
  const drawn = forecast ? { points: forecast.points, kinds: forecast.kinds } : { points };
  const map = (
    <MapOfBoxes
      drawn={drawn}
      picking={picking}
      columns={columns}
      set={set}
      onList={narrow || !listed ? showList : undefined}
    />
  );
  const listButton = <ListButton listed={listed} onClick={() => setListed(!listed)} />;
  return (
    <div className="aw-fills">
      <PageHeader
        title={t('title')}
        actions={
          <>
            <WorkOfShown columns={columns} rows={rows} total={columns.count} picked={chosen} />
            {narrow ? <ViewChoice asList={asList} onChange={(view) => set({ view })} /> : listButton}
          </>
        }
      />
      <Paper className={classes.paper}>
        <FilterBar
          search={search}
          filtering={filtering}
          layer={<LayerChoice layer={layer} found={forecast} onChange={(next) => set({ layer: next })} />}
        />
        <Frame map={asList ? null : map} list={asList || (listed && !narrow) ? list : null} />
        <Group justify="space-between" px="md" py="sm" gap="sm" className={classes.foot}>
          {forecast ? <ForecastLegend layer={forecast} /> : <Legend columns={columns} rows={rows} />}
          <Amount shown={rows.length} total={columns.count} />
        </Group>
      </Paper>
    </div>
  );
}

interface MapProps {
  drawn: Pick<ComponentProps<typeof BoxMap>, 'points' | 'kinds'>;
  picking: ReturnType<typeof usePicking>;
  columns: BoxColumns;
  set: Set;
  /** Shows the list, if it is not beside the map. */
  onList: (() => void) | undefined;
}
/** The map with the card of the clicked box; without WebGL only the card, and a link to the list. */
function MapOfBoxes({ drawn, picking, columns, set, onList }: MapProps) {
  const t = useText('map');
  const remember = useDebouncedCallback((at: string) => set({ at }), 400);
  const card = cardOf(columns, picking);
  return (
    <BoxMap
      {...drawn}
      view={picking.start}
      onView={(view) => remember(textOfView(view))}
      onPick={picking.pick}
      onPickSeveral={(ids) => set({ boxes: ids.join(','), box: null })}
      picked={picking.picked}
      card={card}
      goTo={picking.goTo}
      onError={() => toast.error(t('base_failed'))}
      without={
        <NoMap>
          {card}
          {onList ? <Button onClick={onList}>{t('list_show')}</Button> : null}
        </NoMap>
      }
    />
  );
}
