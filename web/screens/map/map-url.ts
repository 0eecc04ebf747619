import type { MapView } from '../../map/mercator.ts';

/** `48.85341,2.34880,6.2`: latitude, longitude, zoom. */
export function viewOf(text: string | null): MapView | null {
  const parts = (text ?? '').split(',').map(Number);
  const [latitude, longitude, zoom] = parts;
  if (parts.length !== 3 || latitude === undefined || longitude === undefined || zoom === undefined)
    return null;
  const inside = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 22;
  return inside ? { latitude, longitude, zoom } : null;
}
export function textOfView({ latitude, longitude, zoom }: MapView): string {
  return `${latitude.toFixed(5)},${longitude.toFixed(5)},${Number(zoom.toFixed(2))}`;
}
