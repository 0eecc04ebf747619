/** Shape of a marker: distinguishable without colour, with a letter inside. */
export type MarkerShape = 'circle' | 'diamond' | 'triangle' | 'square';

export interface MarkerKind {
  color: string;
  /** Colour of the letter, readable on `color`. */
  ink: string;
  letter: string;
  shape: MarkerShape;
  label: string;
}

const RATIO = 2;
const SIZE = 26;

function outline(
  context: CanvasRenderingContext2D,
  shape: MarkerShape,
  center: number,
  radius: number,
): void {
  context.beginPath();
  if (shape === 'circle') context.arc(center, center, radius * 0.9, 0, Math.PI * 2);
  else if (shape === 'square')
    context.rect(center - radius * 0.8, center - radius * 0.8, radius * 1.6, radius * 1.6);
  else {
    const points: [number, number][] =
      shape === 'diamond'
        ? [
            [0, -1.06],
            [1.06, 0],
            [0, 1.06],
            [-1.06, 0],
          ]
        : [
            [0, -1.05],
            [1.08, 0.85],
            [-1.08, 0.85],
          ];
    points.forEach(([x, y], index) => {
      if (index === 0) context.moveTo(center + x * radius, center + y * radius);
      else context.lineTo(center + x * radius, center + y * radius);
    });
    context.closePath();
  }
}

/** Draws a marker as an image for the map; `alerting` adds a ring in the alert colour. */
export function markerImage(kind: MarkerKind, alerting: boolean): { image: ImageData; pixelRatio: number } {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE * RATIO;
  // Rendered by the CPU: reading it back from the graphics card would block the page.
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.scale(RATIO, RATIO);
  const center = SIZE / 2;
  if (alerting) {
    context.strokeStyle = '#e03131';
    context.lineWidth = 2.2;
    context.beginPath();
    context.arc(center, center, 11.6, 0, Math.PI * 2);
    context.stroke();
  }
  outline(context, kind.shape, center, 8.6);
  context.fillStyle = kind.color;
  context.fill();
  context.strokeStyle = '#ffffff';
  context.lineWidth = 1.4;
  context.stroke();
  context.fillStyle = kind.ink;
  context.font = '700 9.5px "Inter Variable", sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(kind.letter, center, center + (kind.shape === 'triangle' ? 2.4 : 0.5));
  return { image: context.getImageData(0, 0, canvas.width, canvas.height), pixelRatio: RATIO };
}

/** Style of the arc of a kind, px: distinguishable without colour. The more severe, the wider. */
const ARCS: Record<MarkerShape, { width: number; dash: number; gap: number }> = {
  circle: { width: 3, dash: Number.POSITIVE_INFINITY, gap: 0 },
  square: { width: 5, dash: 6, gap: 2 },
  triangle: { width: 7, dash: 2.5, gap: 1.5 },
  diamond: { width: 9, dash: Number.POSITIVE_INFINITY, gap: 0 },
};

/** Dash array of a single arc of a given length. */
function dashes(length: number, around: number, dash: number, gap: number): string {
  const parts: number[] = [];
  let left = length;
  while (left > dash + gap) {
    parts.push(dash, gap);
    left -= dash + gap;
  }
  return [...parts, Math.min(left, dash), around - length + Math.max(0, left - dash)]
    .map((part) => part.toFixed(2))
    .join(' ');
}

/** A ring whose arcs show the share of each kind in a cluster, with the count inside. */
export function clusterElement(
  counts: number[],
  kinds: readonly MarkerKind[],
  alerting: boolean,
  format: (count: number) => string,
): HTMLElement {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const radius = total >= 1000 ? 28 : total >= 100 ? 24 : total >= 10 ? 20 : 17;
  const around = 2 * Math.PI * (radius - 5);
  let turned = 0;
  const arcs = counts.map((count, index) => {
    const share = (count / total) * around;
    const { color, shape } = kinds[index]!;
    const { width, dash, gap } = ARCS[shape];
    const arc = `<circle r="${radius - 5}" cx="${radius}" cy="${radius}" fill="none" stroke="${color}" stroke-width="${width}" stroke-dasharray="${dashes(share, around, dash, gap)}" stroke-dashoffset="${-turned}" transform="rotate(-90 ${radius} ${radius})"/>`;
    turned += share;
    return count > 0 ? arc : '';
  });
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'map-cluster';
  element.tabIndex = 0;
  element.setAttribute(
    'aria-label',
    // The visible number comes first: voice control matches what people see.
    `${format(total)}, ${counts
      .map((count, index) => (count > 0 ? `${kinds[index]!.label} ${format(count)}` : ''))
      .filter(Boolean)
      .join(', ')}`,
  );
  element.innerHTML = `<svg width="${radius * 2}" height="${radius * 2}" aria-hidden="true"><circle r="${radius - 1}" cx="${radius}" cy="${radius}" class="map-cluster-disc"/>${arcs.join('')}${alerting ? `<circle cx="${radius * 1.72}" cy="${radius * 0.28}" r="5" fill="#e03131" stroke="#fff" stroke-width="1.5"/>` : ''}<text x="${radius}" y="${radius}" dy="0.35em" text-anchor="middle" class="map-cluster-count">${format(total)}</text></svg>`;
  return element;
}
