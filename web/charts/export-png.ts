import { dashOf, strokeOf } from './options.ts';
import type { ChartSeries } from './types.ts';

const PAD = 16;
const LINE = 20;
/** Length of a line sample: two dashes of the longest pattern and the space between them. */
const SAMPLE = 26;

/**
 * `FG-0012 · AERO 1 · Stroke (mm)`: an exported picture has no screen around it that tells whose curve it is.
 */
const nameOf = ({ group, label, unit }: ChartSeries): string =>
  `${group === undefined ? label : `${group.label} · ${group.name}`} (${unit})`;

/** A sample of the line as drawn: colour, dashes and opacity. */
function sample(
  context: CanvasRenderingContext2D,
  curve: ChartSeries,
  x: number,
  y: number,
  scale: number,
): void {
  context.strokeStyle = strokeOf(curve);
  context.lineWidth = (curve.dashed ? 2 : 3) * scale;
  context.setLineDash((dashOf(curve) ?? []).map((length) => length * scale));
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + SAMPLE * scale, y);
  context.stroke();
  context.setLineDash([]);
}

/** One picture of all panels under a title and a legend, at the screen's own resolution. */
export async function composePng(
  canvases: readonly HTMLCanvasElement[],
  series: readonly ChartSeries[],
  title: string,
  { paper, ink }: { paper: string; ink: string },
): Promise<Blob> {
  const scale = window.devicePixelRatio || 1;
  const head = (PAD + LINE * (1 + series.length) + PAD / 2) * scale;
  const picture = document.createElement('canvas');
  picture.width = Math.max(...canvases.map((canvas) => canvas.width), 320) + 2 * PAD * scale;
  picture.height = head + canvases.reduce((sum, canvas) => sum + canvas.height, 0) + PAD * scale;
  const context = picture.getContext('2d')!;
  context.fillStyle = paper;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = ink;
  context.font = `600 ${15 * scale}px "Inter Variable", sans-serif`;
  context.fillText(title, PAD * scale, (PAD + 12) * scale);
  context.font = `${12 * scale}px "Inter Variable", sans-serif`;
  series.forEach((curve, index) => {
    const y = (PAD + LINE * (index + 1) + 12) * scale;
    sample(context, curve, PAD * scale, y - 4.5 * scale, scale);
    context.fillStyle = ink;
    context.fillText(nameOf(curve), (PAD + SAMPLE + 8) * scale, y);
  });
  let top = head;
  for (const canvas of canvases) {
    context.drawImage(canvas, PAD * scale, top);
    top += canvas.height;
  }
  return new Promise((resolve, reject) => {
    picture.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))),
      'image/png',
    );
  });
}
