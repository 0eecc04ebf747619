import { type Map as MapLibre, Marker } from 'maplibre-gl';
import { flat, placeOf, WORLD } from '../mercator.ts';
import { contentOf, drawSpots, marksOf, ringElement, type Spot } from './draw-points.ts';
import type { Group } from './groups.ts';
import { Levels } from './levels.ts';
import type { MapPoints } from './map-points.ts';
import type { MarkerKind } from './point-icons.ts';

/** A pointer within this distance of a mark hits it, px. */
const REACH = 14;
/** Marks this far outside the view may extend into it, px. */
const EDGE = 32;

interface Shown {
  points: MapPoints;
  kinds: readonly MarkerKind[];
  language: string;
  levels: Levels;
  marks: ReturnType<typeof marksOf>;
}

/**
 * Many points over a map: single ones on a canvas above the map's, groups as HTML rings. The map itself is
 * not repainted when they change, which would take twenty times as long as drawing them.
 */
export class PointLayer {
  readonly #map: MapLibre;
  readonly #onPlace: ((ids: number[]) => void) | undefined;
  readonly #canvas = document.createElement('canvas');
  readonly #rings = new Map<string, Marker>();
  #names = new WeakMap<Group, string>();
  #shown: Shown | null = null;
  /** Single points as last drawn. */
  #spots: Spot[] = [];

  /** `onPlace`: a click on points that no zoom separates. */
  constructor(map: MapLibre, onPlace?: (ids: number[]) => void) {
    this.#map = map;
    this.#onPlace = onPlace;
    this.#canvas.className = 'map-points';
    map.getCanvas().after(this.#canvas);
    map.on('move', this.#draw);
    map.on('moveend', this.#draw);
    map.on('resize', this.#draw);
  }

  show(points: MapPoints, kinds: readonly MarkerKind[], language: string): void {
    const before = this.#shown;
    if (before?.kinds !== kinds || before.language !== language) this.#clearRings();
    // Kinds and alerts change more often than positions.
    const moved = before?.points.longitude !== points.longitude || before.points.latitude !== points.latitude;
    const levels = moved ? new Levels(points.longitude, points.latitude) : before.levels;
    const marks = before?.kinds === kinds ? before.marks : marksOf(kinds);
    this.#names = new WeakMap();
    this.#shown = { points, kinds, language, levels, marks };
    this.#draw();
  }

  /** The id of the point at a position on the map, px. */
  at({ x, y }: { x: number; y: number }): number | null {
    let [best, found] = [REACH, -1];
    for (const spot of this.#spots) {
      const away = Math.hypot(spot.x - x, spot.y - y);
      // Of equally close ones, the one drawn last is on top.
      if (away <= best) [best, found] = [away, spot.point];
    }
    return this.#shown?.points.id[found] ?? null;
  }

  remove(): void {
    this.#map.off('move', this.#draw);
    this.#map.off('moveend', this.#draw);
    this.#map.off('resize', this.#draw);
    this.#clearRings();
    this.#canvas.remove();
  }

  #clearRings(): void {
    for (const ring of this.#rings.values()) ring.remove();
    this.#rings.clear();
  }

  readonly #draw = (): void => {
    if (this.#shown === null) return;
    const [singles, groups] = this.#inView(this.#shown.levels.at(this.#map.getZoom()));
    this.#drawSpots(this.#shown, singles);
    this.#drawRings(this.#shown, groups);
  };

  /** The visible single points, and the visible groups of several. */
  #inView(groups: readonly Group[]): [singles: Group[], groups: Group[]] {
    const bounds = this.#map.getBounds();
    const edge = EDGE / (WORLD * 2 ** this.#map.getZoom());
    const [left, top] = flat(bounds.getWest(), bounds.getNorth());
    const [right, bottom] = flat(bounds.getEast(), bounds.getSouth());
    const seen: [Group[], Group[]] = [[], []];
    for (const group of groups) {
      if (group.y < top - edge || group.y > bottom + edge) continue;
      // The world repeats from west to east.
      const turned = group.x + Math.ceil(left - edge - group.x);
      if (turned <= right + edge) seen[group.members.length === 1 ? 0 : 1].push(group);
    }
    return seen;
  }

  #drawSpots({ points, marks }: Shown, singles: readonly Group[]): void {
    const context = this.#fit();
    const middle = this.#map.getCenter().lng;
    // At rest marks are aligned to whole pixels, which is sharper; while the map moves they would jitter.
    const ratio = window.devicePixelRatio || 1;
    const even = this.#map.isMoving() ? (px: number) => px : (px: number) => Math.round(px * ratio) / ratio;
    this.#spots = singles.map(({ members: [point] }) => {
      const longitude = points.longitude[point!]!;
      const near = longitude + 360 * Math.round((middle - longitude) / 360);
      const { x, y } = this.#map.project([near, points.latitude[point!]!]);
      return { x: even(x), y: even(y), point: point! };
    });
    drawSpots(context, this.#spots, points, marks);
  }

  /** The canvas, cleared and as large as the map. */
  #fit(): CanvasRenderingContext2D {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    const context = this.#canvas.getContext('2d')!;
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      [this.#canvas.width, this.#canvas.height] = [width, height];
      Object.assign(this.#canvas.style, { width: `${clientWidth}px`, height: `${clientHeight}px` });
    } else if (this.#spots.length > 0) {
      context.resetTransform();
      context.clearRect(0, 0, width, height);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return context;
  }

  /** A ring that stays keeps its element, and thus the focus. */
  #drawRings(shown: Shown, groups: readonly Group[]): void {
    const present = new Set<string>();
    for (const group of groups) {
      const name = this.#nameOf(group, shown);
      present.add(name);
      if (!this.#rings.has(name)) this.#rings.set(name, this.#ringOf(group, shown));
    }
    for (const [name, ring] of this.#rings) {
      if (present.has(name)) continue;
      ring.remove();
      this.#rings.delete(name);
    }
  }

  /** Two groups with the same name look the same at the same place. */
  #nameOf(group: Group, { points, kinds }: Shown): string {
    const known = this.#names.get(group);
    if (known !== undefined) return known;
    const { counts, alerting } = contentOf(group, points, kinds);
    const name = `${group.x} ${group.y} ${counts.join(' ')} ${alerting}`;
    this.#names.set(group, name);
    return name;
  }

  #ringOf(group: Group, { points, kinds, language, levels }: Shown): Marker {
    const { longitude, latitude } = placeOf([group.x, group.y]);
    const element = ringElement(contentOf(group, points, kinds), kinds, language);
    element.addEventListener('click', (event) => {
      event.stopPropagation();
      if (this.#onPlace !== undefined && levels.isOnePlace(group)) {
        this.#onPlace(group.members.map((member) => points.id[member]!));
        return;
      }
      this.#map.easeTo({
        center: [longitude, latitude],
        zoom: levels.partsAfter(this.#map.getZoom(), group) + 0.2,
      });
    });
    return new Marker({ element }).setLngLat([longitude, latitude]).addTo(this.#map);
  }
}
