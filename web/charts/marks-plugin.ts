import type uPlot from 'uplot';
import { joinedSpans, type Span } from './curves/joined-spans.ts';
import { placeLabels, type Written } from './labels/place-labels.ts';
import type { ChartMark, ChartThreshold } from './types.ts';

const ratio = () => window.devicePixelRatio || 1;

/** Colours of texts and of their background. */
interface Colours {
  readonly ink: string;
  readonly paper: string;
}
const FLAG = 8;
const LINE = 13;

/** Draws limits as dashed lines and events as flags, above the curves; `named` with the texts of the events. */
export function marksPlugin(
  thresholds: () => readonly ChartThreshold[],
  marks: () => readonly ChartMark[],
  named: boolean,
  colours: Colours,
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
        const texts = named ? placeTexts(chart, marks()) : [];
        drawThresholds(chart, thresholds(), texts, colours);
        shade(chart, marks());
        for (const mark of marks()) drawMark(chart, mark);
        for (const { text, ...place } of texts) write(ctx, text, place, colours);
        ctx.restore();
      },
    },
  };
}

/** Places the texts of events beside their flags: on the right, or on the left if there is no space. */
function placeTexts(chart: uPlot, marks: readonly ChartMark[]): (Written & { text: string })[] {
  const { ctx, bbox } = chart;
  const away = (2 * FLAG + 3) * ratio();
  return marks.flatMap(({ at, text }) => {
    if (text === undefined) return [];
    const x = chart.valToPos(at / 1000, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) return [];
    const { width } = ctx.measureText(text);
    const fits = x + away + width < bbox.left + bbox.width;
    return [{ text, width, right: fits ? x + away + width : x - away, top: bbox.top + 2 * ratio() }];
  });
}

/** A right-aligned text on a background, so that no curve runs through it. */
function write(
  ctx: CanvasRenderingContext2D,
  text: string,
  { right, top }: { right: number; top: number },
  { ink, paper }: Colours,
): void {
  ctx.textAlign = 'right';
  ctx.textBaseline = 'top';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 3 * ratio();
  ctx.strokeStyle = paper;
  ctx.strokeText(text, right, top);
  ctx.fillStyle = ink;
  ctx.fillText(text, right, top);
}

/** Lines of limits, each labelled where there is space; for one beyond the axis, its label at the edge. */
function drawThresholds(
  chart: uPlot,
  thresholds: readonly ChartThreshold[],
  texts: readonly Written[],
  colours: Colours,
): void {
  const { ctx, bbox } = chart;
  const bottom = bbox.top + bbox.height;
  const lines = thresholds.flatMap((limit) => {
    const at = heightOf(chart, limit);
    if (at === null) return [];
    const beyond = at < bbox.top ? '↑ ' : at > bottom ? '↓ ' : '';
    if (beyond !== '' && !limit.always) return [];
    const label = `${beyond}${limit.label}`;
    const y = Math.min(Math.max(at, bbox.top), bottom);
    return [{ ...limit, label, beyond, y, width: ctx.measureText(label).width }];
  });
  ctx.lineWidth = 1.2 * ratio();
  ctx.setLineDash([6 * ratio(), 4 * ratio()]);
  for (const { y, color, beyond } of lines) {
    if (beyond !== '') continue;
    ctx.strokeStyle = color;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  const right = bbox.left + bbox.width - 4 * ratio();
  const area = { left: bbox.left, right, top: bbox.top, height: bbox.height };
  placeLabels(lines, area, LINE * ratio(), texts).forEach((place, index) => {
    // In the text colour: the red of its line is too dark to read on a dark screen.
    if (place !== null) write(ctx, lines[index]!.label, place, colours);
  });
}

/** The height of a limit's line, also beyond the drawing area; null without an axis. */
function heightOf(chart: uPlot, { scale, value }: ChartThreshold): number | null {
  const axis = chart.scales[scale];
  if (axis?.min == null || axis.max == null) return null;
  return Math.round(chart.valToPos(value, scale, true));
}

/** Shades durations, each colour once, because a hundred alerts must not hide the curves. */
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
  ctx.strokeStyle = mark.color;
  ctx.lineWidth = 1.5 * ratio();
  ctx.setLineDash((mark.dash ?? []).map((length) => length * ratio()));
  ctx.beginPath();
  ctx.moveTo(Math.round(x) + ctx.lineWidth / 2, bbox.top);
  ctx.lineTo(Math.round(x) + ctx.lineWidth / 2, bbox.top + bbox.height);
  ctx.stroke();
  ctx.setLineDash([]);
  const size = FLAG * ratio();
  // Complete at the edges too, where present events are.
  const middle = Math.min(Math.max(x, bbox.left + size), bbox.left + bbox.width - size);
  ctx.fillStyle = mark.color;
  ctx.beginPath();
  ctx.arc(middle, bbox.top + size, size, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = '#ffffff';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(mark.symbol, middle, bbox.top + size);
}
