import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { useChanceLook } from '../../entities/forecast/use-chance-look.ts';
import { useBoxChances } from '../../entities/forecast/use-forecast.ts';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import type { MapPoints } from '../../map/points/map-points.ts';
import type { MarkerKind } from '../../map/points/point-icons.ts';
import { SAMI_STYLES } from '../../ui/badges/sami.ts';
import { CHANCE_CLASSES, classesOf } from './chance-classes.ts';

/**
 * Marks of the layer, by class, distinguishable without colour; and the mark of a box whose class is unknown.
 */
function useKinds(): { readonly known: readonly MarkerKind[]; readonly awaited: readonly MarkerKind[] } {
  const t = useText('map');
  const scheme = useComputedColorScheme('light');
  return useMemo(() => {
    const ink = scheme === 'dark' ? '#0c1318' : '#ffffff';
    const gray = scheme === 'dark' ? '#a3b2bb' : '#51606a';
    const looks = {
      calm: { color: SAMI_STYLES.satisfactory[scheme], shape: 'circle', letter: '' },
      risk: { color: SAMI_STYLES.improvement_needed[scheme], shape: 'triangle', letter: '!' },
      likely: { color: SAMI_STYLES.unsatisfactory[scheme], shape: 'diamond', letter: '!' },
      unproven: { color: gray, shape: 'triangle', letter: '?' },
      no_forecast: { color: gray, shape: 'square', letter: '?' },
    } as const;
    return {
      known: CHANCE_CLASSES.map((key) => ({ ...looks[key], ink, label: t(`layer.${key}`) })),
      awaited: [{ color: gray, shape: 'circle', letter: '', ink, label: t('layer.awaited') }],
    };
  }, [t, scheme]);
}

export interface ForecastLayer {
  /** While loading every mark is the same, so that none looks like a forecast. */
  readonly state: 'loading' | 'failed' | 'known';
  readonly retry: () => void;
  /** `week`, or one of the days. */
  readonly shows: string;
  readonly kinds: readonly MarkerKind[];
  readonly points: MapPoints;
  /** How many boxes are in each class, in the order of the classes. */
  readonly counts: readonly number[];
  /** Days that can be chosen, with the air temperature over all places as text. */
  readonly days: readonly { readonly value: string; readonly label: string }[];
}

/**
 * The points of the map classed by forecast; undefined for another layer. A past day falls back to the week.
 */
export function useForecastLayer(
  points: MapPoints | undefined,
  layer: string | null,
): ForecastLayer | undefined {
  const formats = useFormats();
  const kinds = useKinds();
  const boxes = useTable('boxes');
  const lookOf = useChanceLook();
  const { data, isFetching, refetch } = useBoxChances(layer === null);
  return useMemo((): ForecastLayer | undefined => {
    if (layer === null || points === undefined) return undefined;
    if (data === undefined)
      return {
        state: isFetching ? 'loading' : 'failed',
        retry: refetch,
        shows: 'week',
        kinds: kinds.awaited,
        points: { ...points, kind: points.id.map(() => 0) },
        counts: [],
        days: [],
      };
    const day = data.days.includes(layer) ? layer : null;
    const classes = classesOf(data, day, (box, chance) => lookOf(chance, boxes[box]?.client));
    const kind = points.id.map((id) => CHANCE_CLASSES.indexOf(classes.get(id) ?? 'no_forecast'));
    const counts = CHANCE_CLASSES.map((_, index) => kind.filter((one) => one === index).length);
    const days = data.days.map((value, at) => {
      const air = data.temperature[at] ?? null;
      const range =
        air === null
          ? ''
          : ` (${formats.metric('temperature', air.min, false)} … ${formats.metric('temperature', air.max)})`;
      return { value, label: `${formats.day(value)}${range}` };
    });
    return {
      state: 'known',
      retry: refetch,
      shows: day ?? 'week',
      kinds: kinds.known,
      points: { ...points, kind },
      counts,
      days,
    };
  }, [layer, data, isFetching, refetch, points, kinds, formats, boxes, lookOf]);
}
