import type { Group } from './groups.ts';
import type { MapPoints } from './map-points.ts';
import { clusterElement, type MarkerKind, markerImage } from './point-icons.ts';

/** Side of a mark, px. */
const MARK = 26;

/** A place on a picture, px. */
export interface Spot {
  x: number;
  y: number;
  /** Index of its point. */
  point: number;
}

/** Marks of the kinds, each drawn only once. */
export function marksOf(
  kinds: readonly MarkerKind[],
): (kind: number, alerting: boolean) => HTMLCanvasElement {
  const made = new Map<string, HTMLCanvasElement>();
  return (kind, alerting) => {
    const key = `${kind} ${alerting}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const { image } = markerImage(kinds[kind]!, alerting);
    const mark = document.createElement('canvas');
    [mark.width, mark.height] = [image.width, image.height];
    mark.getContext('2d')!.putImageData(image, 0, 0);
    made.set(key, mark);
    return mark;
  };
}

/** Draws single points, the most severe on top. */
export function drawSpots(
  context: CanvasRenderingContext2D,
  spots: Spot[],
  points: MapPoints,
  marks: ReturnType<typeof marksOf>,
): void {
  spots.sort((a, b) => points.kind[a.point]! - points.kind[b.point]!);
  for (const { x, y, point } of spots) {
    const mark = marks(points.kind[point]!, points.alerts[point]! > 0);
    context.drawImage(mark, x - MARK / 2, y - MARK / 2, MARK, MARK);
  }
}

/** How many points of each kind a group holds, and whether one of them has an alert. */
export function contentOf(
  { members }: Group,
  points: MapPoints,
  kinds: readonly MarkerKind[],
): { counts: number[]; alerting: boolean } {
  const counts = kinds.map(() => 0);
  let alerting = false;
  for (const index of members) {
    counts[points.kind[index]!]! += 1;
    alerting ||= points.alerts[index]! > 0;
  }
  return { counts, alerting };
}

/** The ring of a group, with numbers in the reader's format. */
export function ringElement(
  { counts, alerting }: ReturnType<typeof contentOf>,
  kinds: readonly MarkerKind[],
  language: string,
): HTMLElement {
  const format = (count: number) =>
    new Intl.NumberFormat(language, { notation: count >= 10_000 ? 'compact' : 'standard' }).format(count);
  return clusterElement(counts, kinds, alerting, format);
}

/** The ring of a group, as the map draws it, for the same place on a picture. */
export function ringOf(
  group: Group,
  points: MapPoints,
  kinds: readonly MarkerKind[],
  language: string,
  onClick: () => void,
): HTMLElement {
  const element = ringElement(contentOf(group, points, kinds), kinds, language);
  element.style.cssText = `position:absolute;left:${group.x}px;top:${group.y}px;transform:translate(-50%,-50%)`;
  element.addEventListener('click', onClick);
  return element;
}
