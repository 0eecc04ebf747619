import type { Point } from 'geojson';
import { type GeoJSONSource, type Map as MapLibre, Marker } from 'maplibre-gl';
import { useEffect } from 'react';
import { clusterElement, type MarkerKind } from './point-icons.ts';

/** Keeps one HTML ring per cluster in view. */
export function useClusterRings(
  map: React.RefObject<MapLibre | null>,
  ready: number,
  kinds: readonly MarkerKind[],
  language: string,
): void {
  useEffect(() => {
    const target = map.current;
    if (!target || ready === 0) return;
    const shown = new Map<string, Marker>();
    const format = (count: number) =>
      new Intl.NumberFormat(language, { notation: count >= 10_000 ? 'compact' : 'standard' }).format(count);
    const update = () => {
      if (!target.getSource('points') || !target.isSourceLoaded('points')) return;
      const present = new Set<string>();
      for (const cluster of target.querySourceFeatures('points', { filter: ['has', 'point_count'] })) {
        const counts = kinds.map((_, index) => Number(cluster.properties[`k${index}`] ?? 0));
        const name = `${cluster.properties.cluster_id}:${counts.join(',')}:${cluster.properties.alerting}`;
        if (present.has(name)) continue;
        present.add(name);
        if (shown.has(name)) continue;
        const place = (cluster.geometry as Point).coordinates as [number, number];
        const element = clusterElement(counts, kinds, cluster.properties.alerting === 1, format);
        element.addEventListener('click', async (event) => {
          event.stopPropagation();
          const zoom = await target
            .getSource<GeoJSONSource>('points')!
            .getClusterExpansionZoom(Number(cluster.properties.cluster_id));
          target.easeTo({ center: place, zoom: zoom + 0.2 });
        });
        shown.set(name, new Marker({ element }).setLngLat(place).addTo(target));
      }
      for (const [name, marker] of shown) {
        if (present.has(name)) continue;
        marker.remove();
        shown.delete(name);
      }
    };
    target.on('render', update);
    update();
    return () => {
      target.off('render', update);
      for (const marker of shown.values()) marker.remove();
    };
  }, [map, ready, kinds, language]);
}
