import { type Map as MapLibre, Popup } from 'maplibre-gl';
import { type RefObject, useEffect, useMemo } from 'react';
import type { PointMapProps } from './point-map-props.ts';

const EDGE = 8;
/** Moves the map so that its open card is completely visible, after any movement in progress. */
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

/** Opens the card of the picked point on the map; returns the element to render it into. */
export function usePointCard(map: RefObject<MapLibre | null>, latest: RefObject<PointMapProps>): HTMLElement {
  const { points, picked, card } = latest.current;
  const cardHost = useMemo(() => document.createElement('div'), []);
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
    // A card may be taller than the space above or below its point, and grows while it loads.
    const watcher = new ResizeObserver(() => bringIntoView(target, popup.getElement()));
    watcher.observe(cardHost);
    return () => {
      watcher.disconnect();
      popup.off('close', closed);
      popup.remove();
    };
    // Not on every change of the points, because an open card must not lose the focus when measures arrive.
  }, [picked, longitude, latitude, cardHost, card !== undefined && card !== null]);
  return cardHost;
}
