import type { Group } from './groups.ts';
import { clusterElement, type MarkerKind, markerImage } from './point-icons.ts';
import type { MapPoints } from './point-map.tsx';

/** Points that stand alone, the worse ones on top. */
export function drawSingles(
  context: CanvasRenderingContext2D,
  groups: readonly Group[],
  points: MapPoints,
  kinds: readonly MarkerKind[],
): void {
  const images = new Map<string, HTMLCanvasElement>();
  const singles = groups.filter((group) => group.members.length === 1);
  singles.sort((a, b) => points.kind[a.members[0]!]! - points.kind[b.members[0]!]!);
  for (const { x, y, members } of singles) {
    const [kind, alerting] = [points.kind[members[0]!]!, points.alerts[members[0]!]! > 0];
    const key = `${kind} ${alerting}`;
    let image = images.get(key);
    if (image === undefined) {
      const made = markerImage(kinds[kind]!, alerting).image;
      const drawn = document.createElement('canvas');
      [drawn.width, drawn.height] = [made.width, made.height];
      drawn.getContext('2d')!.putImageData(made, 0, 0);
      image = drawn;
      images.set(key, image);
    }
    context.drawImage(image, x - 13, y - 13, 26, 26);
  }
}

/** The ring of a group, as the map draws it, for the same place on a picture. */
export function ringOf(
  group: Group,
  points: MapPoints,
  kinds: readonly MarkerKind[],
  language: string,
  onClick: () => void,
): HTMLElement {
  const counts = kinds.map(() => 0);
  for (const index of group.members) counts[points.kind[index]!]! += 1;
  const format = (count: number) =>
    new Intl.NumberFormat(language, { notation: count >= 10_000 ? 'compact' : 'standard' }).format(count);
  const alerting = group.members.some((index) => points.alerts[index]! > 0);
  const element = clusterElement(counts, kinds, alerting, format);
  element.style.cssText = `position:absolute;left:${group.x}px;top:${group.y}px;transform:translate(-50%,-50%)`;
  element.addEventListener('click', onClick);
  return element;
}
