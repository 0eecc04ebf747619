import { Button, Group, Paper, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import { IconList, IconMapOff } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { BoxCard } from '../../entities/box-map/box-card.tsx';
import { BoxMap } from '../../entities/box-map/box-map.tsx';
import { byTrouble, pointsOf, rowsMatching } from '../../entities/box-map/columns.ts';
import { NoMap } from '../../entities/box-map/no-map.tsx';
import { useBoxColumns } from '../../entities/box-map/use-box-columns.ts';
import { useBoxFilters } from '../../entities/boxes/use-box-filters.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useTyped } from '../../lib/use-typed.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { BoxList } from './box-list.tsx';
import { BoxesOfPlace } from './boxes-of-place.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useForecastLayer } from './forecast-layer.ts';
import { ForecastLegend } from './forecast-legend.tsx';
import { LayerChoice } from './layer-choice.tsx';
import { Legend } from './legend.tsx';
import classes from './map-screen.module.css';
import { textOfView, viewOf } from './map-url.ts';
import { WorkOfShown } from './work-of-shown.tsx';

/** Ids of an address, `7,12`. */
function idsOf(text: string | null): number[] {
  return (text ?? '').split(',').map(Number).filter(Boolean);
}

/** All boxes on a map and in a list beside it; filters, view and the open card stand in the URL. */
export default function MapScreen() {
  const t = useText('map');
  const formats = useFormats();
  const [parameters, set] = useAddress();
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

  const layer = parameters.get('layer');
  const forecast = useForecastLayer(columns, points, layer);
  const foretold = forecast.layer;

  const narrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [listed, setListed] = useState(true);
  const asList = narrow && parameters.get('view') === 'list';
  const remember = useDebouncedCallback((at: string) => set({ at }), 400);
  const [start] = useState(() => viewOf(parameters.get('at')));
  const several = idsOf(parameters.get('boxes'));
  const chosen = Number(parameters.get('box')) || null;
  // The card of several boxes of one place stands where the first of them does.
  const picked = chosen ?? several[0] ?? null;
  const [goTo, setGoTo] = useState<{ longitude: number; latitude: number } | null>(null);
  const pick = (id: number | null): void => set({ box: id === null ? null : String(id), boxes: null });
  const show = (id: number): void => {
    const row = columns?.id.indexOf(id) ?? -1;
    if (columns === undefined || row < 0) return;
    set({ box: String(id), boxes: null, view: null });
    setGoTo({ longitude: columns.longitude[row]!, latitude: columns.latitude[row]! });
  };

  // A link to a box without a view of its own: go where the box is.
  const found = useRef(start !== null || picked === null);
  useEffect(() => {
    const row = found.current ? -1 : (columns?.id.indexOf(picked ?? 0) ?? -1);
    if (columns === undefined || row < 0) return;
    found.current = true;
    setGoTo({ longitude: columns.longitude[row]!, latitude: columns.latitude[row]! });
  }, [columns, picked]);

  if (failure !== undefined && columns === undefined)
    return (
      <>
        <PageHeader title={t('title')} />
        <Paper>
          <ErrorState failure={failure} onRetry={refetch} />
        </Paper>
      </>
    );
  if (columns === undefined || points === undefined || isLoading)
    return (
      <>
        <PageHeader title={t('title')} />
        <Paper p="lg" className={classes.frame}>
          <div className={classes.list}>
            <LoadingLines lines={10} />
          </div>
        </Paper>
      </>
    );
  if (columns.count === 0)
    return (
      <>
        <PageHeader title={t('title')} />
        <Paper>
          <EmptyState
            title={t('no_place')}
            icon={<IconMapOff size={28} aria-hidden />}
            action={
              <LinkButton to={paths.boxes()} mt="sm">
                {t('to_boxes')}
              </LinkButton>
            }
          >
            {t('no_place_text')}
          </EmptyState>
        </Paper>
      </>
    );
  const showList = (): void => (narrow ? set({ view: 'list' }) : setListed(true));
  const list = <BoxList columns={columns} rows={byTrouble(columns, rows)} picked={chosen} onPick={show} />;
  const ofPlace = <BoxesOfPlace columns={columns} ids={several} onPick={pick} />;
  const card = chosen === null ? ofPlace : <BoxCard id={chosen} />;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <WorkOfShown columns={columns} rows={rows} total={columns.count} picked={chosen} />
            {narrow ? (
              <SegmentedControl
                aria-label={t('view')}
                value={asList ? 'list' : 'map'}
                data={[
                  { value: 'map', label: t('view_map') },
                  { value: 'list', label: t('view_list') },
                ]}
                onChange={(view) => set({ view: view === 'list' ? view : null })}
              />
            ) : (
              <Button
                variant="default"
                leftSection={<IconList size={16} aria-hidden />}
                aria-expanded={listed}
                onClick={() => setListed(!listed)}
              >
                {t(listed ? 'list_hide' : 'list_show')}
              </Button>
            )}
          </>
        }
      />
      <Paper style={{ overflow: 'clip' }}>
        <FilterBar search={search} filtering={filtering} />
        <Group px="md" pb="sm">
          <LayerChoice layer={layer} found={foretold} onChange={(next) => set({ layer: next })} />
        </Group>
        <div className={classes.frame}>
          {asList ? (
            <div className={classes.list}>{list}</div>
          ) : (
            <>
              <div className={classes.map}>
                <BoxMap
                  points={foretold?.points ?? points}
                  {...(foretold ? { kinds: foretold.kinds } : {})}
                  view={start}
                  onView={(view) => remember(textOfView(view))}
                  onPick={pick}
                  onPickSeveral={(ids) => set({ boxes: ids.join(','), box: null })}
                  picked={picked}
                  card={picked === null ? null : card}
                  goTo={goTo}
                  onError={() => toast.error(t('base_failed'))}
                  without={
                    <NoMap>
                      {picked === null ? null : card}
                      {narrow || !listed ? <Button onClick={showList}>{t('list_show')}</Button> : null}
                    </NoMap>
                  }
                />
              </div>
              {listed && !narrow ? <div className={classes.side}>{list}</div> : null}
            </>
          )}
        </div>
        <Group justify="space-between" px="md" py="sm" gap="sm" className={classes.foot}>
          {layer === null ? (
            <Legend columns={columns} rows={rows} />
          ) : (
            <ForecastLegend layer={foretold} failure={forecast.failure} onRetry={forecast.retry} />
          )}
          <Text size="sm" c="dimmed" aria-live="polite">
            {rows.length === columns.count
              ? t('shown', { count: rows.length, shown: formats.number(rows.length) })
              : t('shown_of', { shown: formats.number(rows.length), total: formats.number(columns.count) })}
          </Text>
        </Group>
      </Paper>
    </>
  );
}
