import type { MapPoints } from './point-map.tsx';

/** Columns of points as they travel to a worker without being copied value by value. */
export interface PackedPoints {
  id: Int32Array;
  longitude: Float64Array;
  latitude: Float64Array;
  kind: Uint8Array;
  alerting: Uint8Array;
}

export function packPoints(points: MapPoints): PackedPoints {
  return {
    id: Int32Array.from(points.id),
    longitude: Float64Array.from(points.longitude),
    latitude: Float64Array.from(points.latitude),
    kind: Uint8Array.from(points.kind),
    alerting: Uint8Array.from(points.alerts, (count) => (count > 0 ? 1 : 0)),
  };
}

/** The points as the text of a GeoJSON document. */
export function featureText({ id, longitude, latitude, kind, alerting }: PackedPoints): string {
  const features: string[] = new Array(id.length);
  for (let at = 0; at < id.length; at++)
    features[at] =
      `{"type":"Feature","geometry":{"type":"Point","coordinates":[${longitude[at]},${latitude[at]}]},"properties":{"id":${id[at]},"kind":${kind[at]},"alerting":${alerting[at]}}}`;
  return `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
}
