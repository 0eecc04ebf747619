import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type { BoxColumns } from '../../entities/box-map/columns.ts';
import { useBoxChances } from '../../entities/forecast/use-forecast.ts';
import type { Failure } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import type { MapPoints } from '../../map/map-points.ts';
import type { MarkerKind } from '../../map/point-icons.ts';
import { SAMI_STYLES } from '../../ui/sami.ts';
import { CHANCE_CLASSES, classesOf } from './chance-classes.ts';

/** Marks of the layer, by class: distinguishable without colour. */
function useKinds(): readonly MarkerKind[] {
  const t = useText('map');
  const scheme = useComputedColorScheme('light');
  return useMemo(() => {
    const ink = scheme === 'dark' ? '#0c1318' : '#ffffff';
    const looks = {
      calm: { color: SAMI_STYLES.satisfactory[scheme], shape: 'circle', letter: '' },
      risk: { color: SAMI_STYLES.improvement_needed[scheme], shape: 'triangle', letter: '!' },
      likely: { color: SAMI_STYLES.unsatisfactory[scheme], shape: 'diamond', letter: '!' },
      no_forecast: { color: scheme === 'dark' ? '#a3b2bb' : '#51606a', shape: 'square', letter: '?' },
    } as const;
    return CHANCE_CLASSES.map((key) => ({ ...looks[key], ink, label: t(`layer.${key}`) }));
  }, [t, scheme]);
}

export interface ForecastLayer {
  /** `week`, or one of the days. */
  readonly shows: string;
  readonly kinds: readonly MarkerKind[];
  readonly points: MapPoints;
  /** How many boxes are in each class, in the order of the classes. */
  readonly counts: readonly number[];
  /** Days that can be chosen, with the air temperature over all places in words. */
  readonly days: readonly { readonly value: string; readonly label: string }[];
}

/** The points of the map classed by forecast, once it has loaded. A past day falls back to the week. */
export function useForecastLayer(
  columns: BoxColumns | undefined,
  points: MapPoints | undefined,
  layer: string | null,
): { layer: ForecastLayer | undefined; failure: Failure | undefined; retry: () => void } {
  const formats = useFormats();
  const kinds = useKinds();
  const { data, failure, refetch } = useBoxChances(layer === null);
  const found = useMemo((): ForecastLayer | undefined => {
    if (layer === null || data === undefined || columns === undefined || points === undefined)
      return undefined;
    const day = data.days.includes(layer) ? layer : null;
    const classes = classesOf(data, day);
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
      shows: day ?? 'week',
      kinds,
      points: { ...points, kind },
      counts,
      days,
    };
  }, [layer, data, columns, points, kinds, formats]);
  return { layer: found, failure: found === undefined ? failure : undefined, retry: refetch };
}
