import type uPlot from 'uplot';
import { joinedSpans, type Span } from './joined-spans.ts';
import type { ChartMark, ChartThreshold } from './types.ts';

const ratio = () => window.devicePixelRatio || 1;

/** Draws limits as dashed lines and what happened as flags, above the curves. */
export function marksPlugin(
  thresholds: () => readonly ChartThreshold[],
  marks: () => readonly ChartMark[],
): uPlot.Plugin {
  return {
    hooks: {
      draw: (chart) => {
        const { ctx, bbox } = chart;
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        ctx.clip();
        ctx.font = `${11 * ratio()}px "Inter Variable", sans-serif`;
        for (const limit of thresholds()) drawThreshold(chart, limit);
        shade(chart, marks());
        for (const mark of marks()) drawMark(chart, mark);
        ctx.restore();
      },
    },
  };
}

function drawThreshold(chart: uPlot, limit: ChartThreshold): void {
  const scale = chart.scales[limit.scale];
  if (!scale || scale.min == null || scale.max == null || limit.value < scale.min || limit.value > scale.max)
    return;
  const { ctx, bbox } = chart;
  const y = Math.round(chart.valToPos(limit.value, limit.scale, true));
  ctx.strokeStyle = limit.color;
  ctx.fillStyle = limit.color;
  ctx.lineWidth = 1.2 * ratio();
  ctx.setLineDash([6 * ratio(), 4 * ratio()]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.textAlign = 'right';
  // Below its line where there is no room above.
  const above = y - bbox.top > 16 * ratio();
  ctx.textBaseline = above ? 'bottom' : 'top';
  ctx.fillText(limit.label, bbox.left + bbox.width - 4 * ratio(), y + (above ? -2 : 3) * ratio());
}

/** How long things lasted, each colour once: a hundred alerts must not hide the curves. */
function shade(chart: uPlot, marks: readonly ChartMark[]): void {
  const { ctx, bbox } = chart;
  ctx.globalAlpha = 0.1;
  for (const [color, ofColor] of Map.groupBy(marks, (mark) => mark.color)) {
    ctx.fillStyle = color;
    const lasting = ofColor.map(({ at, to }): Span => [at, to ?? at]);
    for (const [from, to] of joinedSpans(lasting)) {
      const x = chart.valToPos(from / 1000, 'x', true);
      ctx.fillRect(x, bbox.top, chart.valToPos(to / 1000, 'x', true) - x, bbox.height);
    }
  }
  ctx.globalAlpha = 1;
}

function drawMark(chart: uPlot, mark: ChartMark): void {
  const { ctx, bbox } = chart;
  const x = chart.valToPos(mark.at / 1000, 'x', true);
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  ctx.fillStyle = mark.color;
  ctx.fillRect(Math.round(x), bbox.top, 1.5 * ratio(), bbox.height);
  const size = 8 * ratio();
  ctx.beginPath();
  ctx.arc(x, bbox.top + size, size, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = '#ffffff';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(mark.symbol, x, bbox.top + size);
}
