import { Map as MapLibre, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { bundledStyle, operatorStyle } from './ground/base-style.ts';
import type { PointMapProps } from './point-map-props.ts';
import type { MapPoints } from './points/map-points.ts';
import { PointLayer } from './points/point-layer.ts';

setWorkerUrl(workerUrl);

const MAX_FIT_ZOOM = 13;

/** West, south, east, north of the points; null if there are none. */
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

/** Shows all points, unless there are none. */
export function fitPoints(map: MapLibre, points: MapPoints): void {
  const box = bounds(points);
  if (box) map.fitBounds(box, { padding: 48, maxZoom: MAX_FIT_ZOOM, animate: false });
}

interface Started {
  map: MapLibre;
  layer: PointLayer;
  remove: () => void;
}

/** Creates a map in its frame, with the points on it; events call the latest props. */
export function startMap(frame: HTMLElement, latest: { readonly current: PointMapProps }): Started {
  const start = latest.current.view;
  const fit = start ? null : bounds(latest.current.points);
  const created = new MapLibre({
    container: frame,
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
  // On a narrow map the attribution takes the whole bottom.
  const corner = frame.clientWidth < 480 ? 'top-left' : 'bottom-left';
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
    if (hit === null) latest.current.onGround?.({ longitude: event.lngLat.lng, latitude: event.lngLat.lat });
  });
  created.on('mousemove', (event) => {
    const over = drawn.at(event.point) !== null;
    created.getCanvas().style.cursor = over ? 'pointer' : latest.current.onGround ? 'crosshair' : '';
  });
  created.getCanvas().setAttribute('aria-label', latest.current.label);
  drawn.show(latest.current.points, latest.current.kinds, latest.current.language);
  const watcher = new ResizeObserver(() => created.resize());
  watcher.observe(frame);
  const remove = () => {
    watcher.disconnect();
    drawn.remove();
    created.remove();
  };
  return { map: created, layer: drawn, remove };
}

type BaseMap = Pick<PointMapProps, 'theme' | 'language' | 'styleUrl' | 'overlayUrl'>;

/** Sets the base map of a theme and language, or the operator's; has no effect once it is outdated. */
export async function setBaseMap(
  map: { readonly current: MapLibre | null },
  { theme, language, styleUrl, overlayUrl }: BaseMap,
  isStale: () => boolean,
  onReady: () => void,
): Promise<void> {
  const style = styleUrl ? operatorStyle(styleUrl) : await bundledStyle(theme, language);
  const target = map.current;
  if (isStale() || !target) return;
  target.setStyle(style, { diff: false });
  target.once('style.load', () => {
    if (isStale()) return;
    if (overlayUrl) {
      target.addSource('overlay', { type: 'raster', tiles: [overlayUrl], tileSize: 256 });
      target.addLayer({ id: 'overlay', type: 'raster', source: 'overlay' });
    }
    target.once('idle', onReady);
  });
}
