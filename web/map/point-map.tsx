import 'maplibre-gl/dist/maplibre-gl.css';
import './clusters.css';
import './point-map.css';
import { Map as MapLibre, NavigationControl, Popup, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { bundledStyle, operatorStyle } from './base-style.ts';
import { LAST_GROUPED } from './levels.ts';
import type { MapPoints } from './map-points.ts';
import type { MapView } from './mercator.ts';
import type { MarkerKind } from './point-icons.ts';
import { PointLayer } from './point-layer.ts';

setWorkerUrl(workerUrl);

interface Props {
  points: MapPoints;
  kinds: readonly MarkerKind[];
  theme: 'light' | 'dark';
  language: string;
  /** Where to start; without it the map fits the points. */
  view?: MapView | null;
  /** Each new object moves the map there; without `zoom` it comes close enough to leave clusters. */
  goTo?: { longitude: number; latitude: number; zoom?: number } | null;
  /** Words of the map's own controls, by MapLibre's names (`NavigationControl.ZoomIn` …). */
  locale?: Record<string, string>;
  onView?: (view: MapView) => void;
  /** The base map and the points are drawn. */
  onReady?: () => void;
  onPick?: (id: number | null) => void;
  /** A click on points of one place, which no zoom parts. */
  onPickSeveral?: (ids: number[]) => void;
  /** Point whose card is open, and what the card shows. */
  picked?: number | null;
  card?: ReactNode;
  /** A click on empty ground, for choosing a place. */
  onGround?: (place: { longitude: number; latitude: number }) => void;
  styleUrl?: string | null;
  overlayUrl?: string | null;
  label: string;
  onError?: (message: string) => void;
}

const MAX_FIT_ZOOM = 13;

function bounds(points: MapPoints): [number, number, number, number] | null {
  let box: [number, number, number, number] | null = null;
  for (let index = 0; index < points.id.length; index++) {
    const x = points.longitude[index]!;
    const y = points.latitude[index]!;
    box = box
      ? [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)]
      : [x, y, x, y];
  }
  return box;
}

const EDGE = 8;
/** Moves the map so that a card on it is whole to see; after the move that may be under way. */
function bringIntoView(map: MapLibre, card: HTMLElement | undefined): void {
  if (map.isMoving()) {
    map.once('moveend', () => bringIntoView(map, card));
    return;
  }
  if (!card?.isConnected) return;
  const [frame, own] = [map.getContainer().getBoundingClientRect(), card.getBoundingClientRect()];
  const shift = (from: number, to: number, low: number, high: number) =>
    from < low + EDGE ? from - low - EDGE : Math.max(0, to - high + EDGE);
  const x = shift(own.left, own.right, frame.left, frame.right);
  const y = shift(own.top, own.bottom, frame.top, frame.bottom);
  if (x !== 0 || y !== 0) map.panBy([x, y], { duration: 300 });
}

/** A map of many points: clustered with the share of each kind, told apart by colour, shape and letter. */
export function PointMap(props: Props) {
  const { points, kinds, theme, language, picked, card, styleUrl, overlayUrl, goTo } = props;
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibre | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const layer = useRef<PointLayer | null>(null);
  const cardHost = useMemo(() => document.createElement('div'), []);

  useEffect(() => {
    const start = latest.current.view;
    const fit = start ? null : bounds(latest.current.points);
    const created = new MapLibre({
      container: frame.current!,
      style: { version: 8, sources: {}, layers: [] },
      ...(start
        ? { center: [start.longitude, start.latitude], zoom: start.zoom }
        : fit
          ? { bounds: fit, fitBoundsOptions: { padding: 48, maxZoom: MAX_FIT_ZOOM } }
          : { center: [2.4, 46.6], zoom: 4.6 }),
      attributionControl: { compact: true },
      maxZoom: 18,
      locale: latest.current.locale,
      dragRotate: false,
      pitchWithRotate: false,
    });
    created.touchZoomRotate.disableRotation();
    created.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    // Where the map is narrow its sources take the whole foot.
    const corner = frame.current!.clientWidth < 480 ? 'top-left' : 'bottom-left';
    created.addControl(new ScaleControl({ unit: 'metric' }), corner);
    const drawn = new PointLayer(
      created,
      latest.current.onPickSeveral && ((ids) => latest.current.onPickSeveral?.(ids)),
    );
    created.on('moveend', () => {
      const center = created.getCenter();
      latest.current.onView?.({ longitude: center.lng, latitude: center.lat, zoom: created.getZoom() });
    });
    created.on('click', (event) => {
      const hit = drawn.at(event.point);
      latest.current.onPick?.(hit);
      if (hit === null)
        latest.current.onGround?.({ longitude: event.lngLat.lng, latitude: event.lngLat.lat });
    });
    created.on('mousemove', (event) => {
      const over = drawn.at(event.point) !== null;
      created.getCanvas().style.cursor = over ? 'pointer' : latest.current.onGround ? 'crosshair' : '';
    });
    created.getCanvas().setAttribute('aria-label', latest.current.label);
    map.current = created;
    layer.current = drawn;
    drawn.show(latest.current.points, latest.current.kinds, latest.current.language);
    const watcher = new ResizeObserver(() => created.resize());
    watcher.observe(frame.current!);
    return () => {
      watcher.disconnect();
      drawn.remove();
      created.remove();
      [map.current, layer.current] = [null, null];
    };
  }, []);

  // The base map follows theme and operator's choice.
  useEffect(() => {
    let stale = false;
    const apply = async () => {
      const style = styleUrl ? operatorStyle(styleUrl) : await bundledStyle(theme);
      const target = map.current;
      if (stale || !target) return;
      target.setStyle(style, { diff: false });
      target.once('style.load', () => {
        if (stale) return;
        if (overlayUrl) {
          target.addSource('overlay', { type: 'raster', tiles: [overlayUrl], tileSize: 256 });
          target.addLayer({ id: 'overlay', type: 'raster', source: 'overlay' });
        }
        target.once('idle', () => latest.current.onReady?.());
      });
    };
    apply().catch((error: unknown) => latest.current.onError?.(String(error)));
    return () => {
      stale = true;
    };
  }, [theme, styleUrl, overlayUrl]);

  // Before the browser paints: the map answers a filter in the same picture as the words beside it.
  useLayoutEffect(() => layer.current?.show(points, kinds, language), [points, kinds, language]);
  const fitted = useRef(Boolean(props.view) || points.id.length > 0);
  useEffect(() => {
    const target = map.current;
    if (!target) return;
    if (fitted.current || points.id.length === 0) return;
    fitted.current = true;
    const box = bounds(points);
    if (box) target.fitBounds(box, { padding: 48, maxZoom: MAX_FIT_ZOOM, animate: false });
  }, [points]);

  useEffect(() => {
    if (!goTo) return;
    const zoom = goTo.zoom ?? Math.max(map.current?.getZoom() ?? 0, LAST_GROUPED + 1);
    map.current?.easeTo({ center: [goTo.longitude, goTo.latitude], zoom });
  }, [goTo]);

  const index = useMemo(() => (picked == null ? -1 : points.id.indexOf(picked)), [picked, points]);
  const [longitude, latitude] = [points.longitude[index], points.latitude[index]];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the card is placed anew when another point is picked, not when it is drawn
  useEffect(() => {
    const target = map.current;
    if (!target || longitude === undefined || latitude === undefined || !card) return;
    const popup = new Popup({ className: 'map-popup', maxWidth: '320px', offset: 14, focusAfterOpen: true })
      .setLngLat([longitude, latitude])
      .setDOMContent(cardHost)
      .addTo(target);
    const closed = () => latest.current.onPick?.(null);
    popup.on('close', closed);
    // A card may be taller than what is above or below its point, and grows while it loads.
    const watcher = new ResizeObserver(() => bringIntoView(target, popup.getElement()));
    watcher.observe(cardHost);
    return () => {
      watcher.disconnect();
      popup.off('close', closed);
      popup.remove();
    };
    // Not on every change of the points: an open card must not lose the focus when measures arrive.
  }, [picked, longitude, latitude, cardHost, card !== undefined && card !== null]);

  return (
    <div className="map-frame">
      <div ref={frame} style={{ position: 'absolute', inset: 0 }} />
      {card ? createPortal(card, cardHost) : null}
    </div>
  );
}
