import 'maplibre-gl/dist/maplibre-gl.css';
import './clusters.css';
import './point-map.css';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { PointMapProps } from './point-map-props.ts';
import { LAST_GROUPED } from './points/levels.ts';
import type { PointLayer } from './points/point-layer.ts';
import { fitPoints, setBaseMap, startMap } from './start-map.ts';
import { usePointCard } from './use-point-card.ts';

/** A map of many points: clustered with the share of each kind, distinguished by colour, shape and letter. */
export function PointMap(props: PointMapProps) {
  const { points, kinds, theme, language, card, styleUrl, overlayUrl, goTo } = props;
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibre | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const layer = useRef<PointLayer | null>(null);

  useEffect(() => {
    const started = startMap(frame.current!, latest);
    [map.current, layer.current] = [started.map, started.layer];
    return () => {
      started.remove();
      [map.current, layer.current] = [null, null];
    };
  }, []);

  // The base map follows the theme, the language and the operator's setting.
  useEffect(() => {
    let stale = false;
    const base = { theme, language, styleUrl: styleUrl ?? null, overlayUrl: overlayUrl ?? null };
    setBaseMap(
      map,
      base,
      () => stale,
      () => latest.current.onReady?.(),
    ).catch((error: unknown) => latest.current.onError?.(String(error)));
    return () => {
      stale = true;
    };
  }, [theme, language, styleUrl, overlayUrl]);

  // Before the browser paints: map and list show a filter's result in the same frame.
  useLayoutEffect(() => layer.current?.show(points, kinds, language), [points, kinds, language]);
  const fitted = useRef(Boolean(props.view) || points.id.length > 0);
  useEffect(() => {
    if (!map.current || fitted.current || points.id.length === 0) return;
    fitted.current = true;
    fitPoints(map.current, points);
  }, [points]);

  useEffect(() => {
    if (!goTo) return;
    const zoom = goTo.zoom ?? Math.max(map.current?.getZoom() ?? 0, LAST_GROUPED + 1);
    map.current?.easeTo({ center: [goTo.longitude, goTo.latitude], zoom });
  }, [goTo]);
  const cardHost = usePointCard(map, latest);

  return (
    <div className="map-frame">
      <div ref={frame} style={{ position: 'absolute', inset: 0 }} />
      {card ? createPortal(card, cardHost) : null}
    </div>
  );
}
