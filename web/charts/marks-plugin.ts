import type uPlot from 'uplot';
import { joinedSpans, type Span } from './joined-spans.ts';
import { placeLabels } from './place-labels.ts';
import type { ChartMark, ChartThreshold } from './types.ts';

const ratio = () => window.devicePixelRatio || 1;

/** Draws limits as dashed lines and events as flags, above the curves. */
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
        drawThresholds(chart, thresholds());
        shade(chart, marks());
        for (const mark of marks()) drawMark(chart, mark);
        ctx.restore();
      },
    },
  };
}

/** Lines of limits, each labelled where there is room. */
function drawThresholds(chart: uPlot, thresholds: readonly ChartThreshold[]): void {
  const { ctx, bbox } = chart;
  const lines = thresholds.flatMap((limit) => {
    const y = lineOf(chart, limit);
    return y === null ? [] : [{ ...limit, y, width: ctx.measureText(limit.label).width }];
  });
  ctx.lineWidth = 1.2 * ratio();
  ctx.setLineDash([6 * ratio(), 4 * ratio()]);
  for (const { y, color } of lines) {
    ctx.strokeStyle = color;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  const right = bbox.left + bbox.width - 4 * ratio();
  const area = { left: bbox.left, right, top: bbox.top, height: bbox.height };
  ctx.textAlign = 'right';
  ctx.textBaseline = 'top';
  placeLabels(lines, area, 13 * ratio()).forEach((place, index) => {
    const { color, label } = lines[index]!;
    ctx.fillStyle = color;
    if (place !== null) ctx.fillText(label, place.right, place.top);
  });
}

/** The height of a limit's line; null where it is outside the axis. */
function lineOf(chart: uPlot, { scale, value }: ChartThreshold): number | null {
  const axis = chart.scales[scale];
  if (axis?.min == null || axis.max == null || value < axis.min || value > axis.max) return null;
  return Math.round(chart.valToPos(value, scale, true));
}

/** Shades durations, each colour once: a hundred alerts must not hide the curves. */
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
  // Whole at the edges too, where what is going on now stands.
  const middle = Math.min(Math.max(x, bbox.left + size), bbox.left + bbox.width - size);
  ctx.beginPath();
  ctx.arc(middle, bbox.top + size, size, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = '#ffffff';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(mark.symbol, middle, bbox.top + size);
}
