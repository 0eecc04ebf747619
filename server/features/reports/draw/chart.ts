import type { Chart, Panel } from '../sheets.ts';
import { drawLevels, drawMarks } from './marks.ts';
import { INK, INNER, PAGE, type Pen } from './pen.ts';

const LEFT = PAGE.margin;
const AXIS = 40;

/** Round tick values within bounds, about as many as requested. */
export function roundTicks(low: number, high: number, about: number): number[] {
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, i) => (first + i) * step);
}

/** Curves as vectors, one panel below the other over one time axis. Returns the lower end. */
export function drawChart(pen: Pen, chart: Chart, top: number, height: number, locale: string): number {
  const weights = chart.panels.map((_, i) => (i === 0 ? 2.2 : 1));
  const all = weights.reduce((sum, one) => sum + one, 0);
  const legend = 14;
  const foot = 12;
  pen.figure(chart.alt, [LEFT, top, LEFT + INNER, top + height], () => {
    drawLegend(pen, chart, top);
    let y = top + legend;
    chart.panels.forEach((panel, i) => {
      const share = ((height - legend - foot) * weights[i]!) / all;
      drawPanel(pen, chart, panel, y + 14, share - 20, locale);
      y += share;
    });
    for (const { at, label } of chart.ticks)
      pen.put(label, x(chart, at) - 20, top + height - foot + 2, {
        size: 7,
        color: INK.soft,
        width: 40,
        align: 'center',
      });
  });
  return top + height;
}

const x = ({ from, to }: Chart, at: number) => LEFT + AXIS + ((at - from) / (to - from)) * (INNER - AXIS);

function drawLegend(pen: Pen, { legend, panels }: Chart, top: number): void {
  const { doc } = pen;
  let left = LEFT + AXIS;
  const one = (text: string, draw: (at: number) => void) => {
    draw(left);
    pen.put(text, left + 18, top, { size: 7.5, color: INK.soft });
    left += 18 + pen.widthOf(text, { size: 7.5 }) + 16;
  };
  one(legend.measured, (at) => {
    doc.rect(at, top + 1, 14, 7).fill(INK.band);
    doc
      .moveTo(at, top + 4.5)
      .lineTo(at + 14, top + 4.5)
      .lineWidth(1.2)
      .stroke(INK.curve);
  });
  if (panels.some(({ expected }) => expected.some((value) => value !== null)))
    one(legend.expected, (at) =>
      doc
        .moveTo(at, top + 4.5)
        .lineTo(at + 14, top + 4.5)
        .lineWidth(1)
        .dash(3, { space: 2 })
        .stroke(INK.expected)
        .undash(),
    );
}

function boundsOf(panel: Panel): [number, number] {
  const values = [
    ...panel.min,
    ...panel.max,
    ...panel.expected,
    ...panel.levels.map(({ value }) => value),
  ].filter((value) => value !== null);
  if (values.length === 0) return [0, 1];
  let [low, high] = [Math.min(...values), Math.max(...values)];
  const least = 10 ** -panel.decimals * 4;
  if (high - low < least) [low, high] = [(low + high - least) / 2, (low + high + least) / 2];
  const room = (high - low) * 0.06;
  return [low - room, high + room];
}

function drawPanel(pen: Pen, chart: Chart, panel: Panel, top: number, height: number, locale: string): void {
  const { doc } = pen;
  const [low, high] = boundsOf(panel);
  const y = (value: number) => top + height - ((value - low) / (high - low)) * height;
  pen.put(panel.title, LEFT, top - 12, { size: 8, weight: 'strong' });
  const ticks = roundTicks(low, high, height > 120 ? 6 : 3);
  const step = ticks.length > 1 ? ticks[1]! - ticks[0]! : 1;
  const digits = Math.max(0, Math.min(panel.decimals, Math.ceil(-Math.log10(step) - 1e-9)));
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  for (const tick of ticks) {
    doc
      .moveTo(LEFT + AXIS, y(tick))
      .lineTo(LEFT + INNER, y(tick))
      .lineWidth(0.4)
      .stroke(INK.line);
    pen.put(format.format(tick), LEFT, y(tick) - 4.5, {
      size: 7,
      color: INK.soft,
      width: AXIS - 5,
      align: 'right',
    });
  }
  for (const { at } of chart.ticks)
    doc
      .moveTo(x(chart, at), top)
      .lineTo(x(chart, at), top + height)
      .lineWidth(0.3)
      .stroke(INK.line);
  for (const run of runsOf(panel)) drawBand(pen, chart, panel, run, y);
  line(pen, chart, panel.time, panel.mean, y, () => doc.lineWidth(1).stroke(INK.curve));
  line(pen, chart, panel.time, panel.expected, y, () =>
    doc.lineWidth(0.9).dash(3, { space: 2 }).stroke(INK.expected).undash(),
  );
  const area = {
    left: LEFT + AXIS,
    right: LEFT + INNER,
    top,
    bottom: top + height,
    x: (at: number) => x(chart, at),
    y,
  };
  const named = panel === chart.panels[0];
  drawLevels(pen, panel, area, named && chart.marks.length > 0);
  drawMarks(pen, chart.marks, area, named);
}

/** Runs without a gap, by index: a gap is a missing value, or more than three steps without one. */
function runsOf({ time, mean }: Panel): [number, number][] {
  const gaps = time
    .slice(1)
    .map((at, i) => at - time[i]!)
    .sort((a, b) => a - b);
  const most = (gaps[Math.floor(gaps.length / 2)] ?? 0) * 3.5;
  const runs: [number, number][] = [];
  let start = -1;
  for (let i = 0; i <= mean.length; i += 1) {
    const broken =
      i === mean.length || mean[i] === null || (start >= 0 && i > start && time[i]! - time[i - 1]! > most);
    if (broken && start >= 0) {
      runs.push([start, i]);
      start = -1;
    }
    if (i < mean.length && mean[i] !== null && start < 0) start = i;
  }
  return runs;
}

function drawBand(
  pen: Pen,
  chart: Chart,
  { time, min, max }: Panel,
  [start, end]: [number, number],
  y: (value: number) => number,
): void {
  const { doc } = pen;
  for (let i = start; i < end; i += 1) {
    const at = x(chart, time[i]!);
    if (i === start) doc.moveTo(at, y(max[i] ?? 0));
    else doc.lineTo(at, y(max[i] ?? 0));
  }
  for (let i = end - 1; i >= start; i -= 1) doc.lineTo(x(chart, time[i]!), y(min[i] ?? 0));
  doc.closePath().fill(INK.band);
}

function line(
  pen: Pen,
  chart: Chart,
  time: readonly number[],
  values: readonly (number | null)[],
  y: (value: number) => number,
  stroke: () => void,
): void {
  const { doc } = pen;
  const asPanel = { time, mean: values } as Panel;
  let drawn = false;
  for (const [start, end] of runsOf(asPanel)) {
    for (let i = start; i < end; i += 1) {
      const [px, py] = [x(chart, time[i]!), y(values[i]!)];
      if (i === start) doc.moveTo(px, py);
      else doc.lineTo(px, py);
    }
    // A single value is drawn as a point.
    if (end - start === 1) doc.lineTo(x(chart, time[start]!) + 0.8, y(values[start]!));
    drawn = true;
  }
  if (drawn) stroke();
}
