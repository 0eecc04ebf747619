/** The console's chart and a bare uPlot of the same curves, drawn on demand and timed inside the page. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { TimeChart } from '../../web/charts/time-chart.tsx';
import type { ChartPanel, ChartRange } from '../../web/charts/types.ts';

const COLORS = ['#1971c2', '#e8590c', '#2f9e44'];
const STEP = 60_000;
const here = document.querySelector<HTMLElement>('#here')!;

interface Curves {
  time: number[];
  values: number[][];
}
const made = new Map<number, Curves>();
function curvesOf(points: number): Curves {
  const known = made.get(points);
  if (known !== undefined) return known;
  const time = Array.from({ length: points }, (_, i) => 1_700_000_000_000 + i * STEP);
  const values = COLORS.map((_, n) =>
    time.map((_, i) => 20 * n + 10 * Math.sin(i / (200 + n)) + ((i * 7919) % 13) / 5),
  );
  made.set(points, { time, values });
  return { time, values };
}

const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** From the call to the painted frame, which is what a user waits for. */
async function measured(show: () => void, clear: () => void): Promise<number> {
  const start = performance.now();
  show();
  while (here.querySelector('canvas') === null)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  // Reading a pixel forces the browser to draw what it has only recorded.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  for (const canvas of here.querySelectorAll('canvas')) canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
  await painted();
  const ms = performance.now() - start;
  clear();
  await painted();
  return ms;
}

function panelsOf({ time, values }: Curves): ChartPanel[] {
  const series = values.map((value, n) => ({
    key: `s${n}`,
    label: `Curve ${n}`,
    unit: 'mm',
    decimals: 1,
    color: COLORS[n]!,
    scale: 'mm',
    time,
    value,
  }));
  return [{ key: 'all', series }];
}
const rangeOf = ({ time }: Curves): ChartRange => ({ from: time[0]!, to: time.at(-1)! });

function element(panels: ChartPanel[], range: ChartRange) {
  return (
    <TimeChart
      panels={panels}
      range={range}
      language="en"
      timeZone="UTC"
      theme="light"
      height={400}
      texts={{ label: 'Curves', help: '', empty: '' }}
    />
  );
}

async function drawConsole(points: number): Promise<number> {
  const curves = curvesOf(points);
  const root = createRoot(here);
  return measured(
    () => flushSync(() => root.render(element(panelsOf(curves), rangeOf(curves)))),
    () => root.unmount(),
  );
}

function bare(curves: Curves): uPlot {
  return new uPlot(
    {
      width: 1200,
      height: 400,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      series: [{}, ...COLORS.map((stroke) => ({ stroke }))],
    },
    [curves.time.map((ms) => ms / 1000), ...curves.values] as uPlot.AlignedData,
    here,
  );
}

async function drawBare(points: number): Promise<number> {
  const curves = curvesOf(points);
  let chart: uPlot | undefined;
  return measured(
    () => {
      chart = bare(curves);
    },
    () => chart?.destroy(),
  );
}

/** Frames per second while the console's chart is moved through time. */
async function pan(points: number, frames: number): Promise<number> {
  const curves = curvesOf(points);
  const panels = panelsOf(curves);
  const { from, to } = rangeOf(curves);
  const width = (to - from) / 4;
  const root = createRoot(here);
  const at = (share: number) =>
    element(panels, {
      from: from + share * (to - from - width),
      to: from + share * (to - from - width) + width,
    });
  flushSync(() => root.render(at(0)));
  await painted();
  const start = performance.now();
  for (let frame = 1; frame <= frames; frame += 1) {
    flushSync(() => root.render(at(frame / frames)));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const seconds = (performance.now() - start) / 1000;
  root.unmount();
  return frames / seconds;
}

declare global {
  interface Window {
    chartBench: {
      drawConsole: typeof drawConsole;
      drawBare: typeof drawBare;
      pan: typeof pan;
      ready: boolean;
    };
  }
}
window.chartBench = { drawConsole, drawBare, pan, ready: true };
