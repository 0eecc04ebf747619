/** The console's base map with MapLibre alone: the cost of one more frame. */
import 'maplibre-gl/dist/maplibre-gl.css';
import { Map as MapLibre, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { bundledStyle } from '../../web/map/ground/base-style.ts';

setWorkerUrl(workerUrl);
const map = new MapLibre({
  container: document.querySelector<HTMLElement>('#here')!,
  style: await bundledStyle('light', 'en'),
  bounds: [-1, 43, 7, 50],
  fitBoundsOptions: { padding: 48 },
});

/** From the call to the painted frame, ms. */
async function repaint(): Promise<number> {
  const start = performance.now();
  const drawn = new Promise((resolve) => map.once('render', resolve));
  map.triggerRepaint();
  await drawn;
  // A message posted in a frame's callback arrives after that frame was painted.
  const { port1, port2 } = new MessageChannel();
  const painted = new Promise((resolve) => {
    port1.onmessage = resolve;
  });
  port2.postMessage(null);
  await painted;
  return performance.now() - start;
}

declare global {
  interface Window {
    mapBench: { repaint: typeof repaint };
  }
}
map.once('idle', () => {
  window.mapBench = { repaint };
});
