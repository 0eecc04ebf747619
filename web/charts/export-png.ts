import type { ChartPanel } from './types.ts';

const PAD = 16;
const LINE = 20;

/** One picture of all panels under a title and a legend, at the screen's own resolution. */
export async function composePng(
  canvases: readonly HTMLCanvasElement[],
  panels: readonly ChartPanel[],
  title: string,
  paper: string,
  ink: string,
): Promise<Blob> {
  const scale = window.devicePixelRatio || 1;
  const series = panels.flatMap((panel) => panel.series);
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
    context.fillStyle = curve.color;
    context.fillRect(PAD * scale, y - 6 * scale, 18 * scale, 3 * scale);
    context.fillStyle = ink;
    context.fillText(`${curve.label} (${curve.unit})`, (PAD + 26) * scale, y);
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
