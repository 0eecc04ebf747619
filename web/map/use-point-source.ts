import type { FeatureCollection, Point } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { packPoints } from './feature-text.ts';
import type { MapPoints } from './point-map.tsx';

/** So many points are handed over as objects; more are written as a document by a worker. */
const MOST_OBJECTS = 2000;
const NONE: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] };

/** What the source of the points begins with: all of them where they are few. */
export function firstFeatures(points: MapPoints): FeatureCollection<Point> {
  if (points.id.length > MOST_OBJECTS) return NONE;
  return {
    type: 'FeatureCollection',
    features: points.id.map((id, index) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [points.longitude[index]!, points.latitude[index]!] },
      properties: { id, kind: points.kind[index]!, alerting: points.alerts[index]! > 0 ? 1 : 0 },
    })),
  };
}

/** Keeps the map's source at the points that are asked for last. */
export function usePointSource(
  map: React.RefObject<MapLibre | null>,
  ready: number,
  points: MapPoints,
): void {
  const worker = useRef<Worker>(undefined);
  const turn = useRef(0);
  const address = useRef('');
  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = undefined;
      URL.revokeObjectURL(address.current);
    },
    [],
  );
  useEffect(() => {
    const source = map.current?.getSource<GeoJSONSource>('points');
    if (source === undefined || ready === 0) return;
    turn.current += 1;
    const mine = turn.current;
    if (points.id.length <= MOST_OBJECTS) {
      source.setData(firstFeatures(points));
      return;
    }
    worker.current ??= new Worker(new URL('./feature-worker.ts', import.meta.url), { type: 'module' });
    worker.current.onmessage = ({ data }: MessageEvent<{ turn: number; blob: Blob }>) => {
      // What was typed meanwhile asks for other points.
      if (data.turn !== turn.current) return;
      const before = address.current;
      address.current = URL.createObjectURL(data.blob);
      void source.setData(address.current).finally(() => URL.revokeObjectURL(before));
    };
    const packed = packPoints(points);
    const { id, longitude, latitude, kind, alerting } = packed;
    worker.current.postMessage({ turn: mine, points: packed }, [
      id.buffer,
      longitude.buffer,
      latitude.buffer,
      kind.buffer,
      alerting.buffer,
    ]);
  }, [map, ready, points]);
}
