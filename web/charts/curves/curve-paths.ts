import uPlot from '../uplot.ts';
import { aloneIn } from './alone.ts';
import { crowdedStrokes, type Drawing } from './crowded-strokes.ts';

/** From this many points per pixel on, columns are drawn; below it, a line through each point. */
const CROWD = 4;

/**
 * Draws a curve as uPlot does, but crowded points as vertical strokes: uPlot's single line up and down
 * through them covers the same pixels, but, being wider than one pixel, takes several times as long to paint.
 */
export function curvePaths(): uPlot.Series.PathBuilder {
  const line = uPlot.paths.linear!();
  return (chart, at, from, to) =>
    isCrowd(chart, from, to) ? crowdPaths(chart, at, from, to) : line(chart, at, from, to);
}

const isCrowd = (chart: uPlot, from: number, to: number) => to - from >= chart.bbox.width * CROWD;

/**
 * Points drawn where there is no space for all: only isolated ones. Crowded curves draw theirs themselves.
 */
export function alonePoints(chart: uPlot, at: number, show: boolean): number[] | null {
  const [from, to] = chart.series[0]!.idxs!;
  return show || isCrowd(chart, from, to) ? null : aloneIn(chart.data[at]!, from, to);
}

function crowdPaths(chart: uPlot, at: number, from: number, to: number): uPlot.Series.Paths {
  const { scale, width = 1 } = chart.series[at]!;
  const crowd = {
    times: chart.data[0],
    values: chart.data[at]!,
    xOf: (time: number) => Math.round(chart.valToPos(time, 'x', true)),
    yOf: (value: number) => Math.round(chart.valToPos(value, scale!, true)),
    endOf: (x: number) => chart.posToVal(x + 0.5, 'x', true),
  };
  const { strokes, silences } = crowdedStrokes(crowd, from, to);
  const stroke = new Path2D();
  // Strokes have butt ends: half a width more would make a single value as tall as it is wide.
  const half = (width * window.devicePixelRatio) / 2;
  for (const [fromX, fromY, toX, toY] of strokes) {
    const upright = fromX === toX;
    stroke.moveTo(fromX, upright ? Math.min(fromY, toY) - half : fromY);
    stroke.lineTo(toX, upright ? Math.max(fromY, toY) + half : toY);
  }
  const clip = silences.length === 0 ? null : between(silences, chart.bbox, half);
  return { stroke, fill: null, clip, band: null, gaps: silences, flags: 0 };
}

/**
 * Clips the gaps: a stroke is wider than a pixel and would close a narrow gap. It keeps the half away from
 * the gap; a stroke between two gaps stays whole.
 */
function between(
  silences: Drawing['silences'],
  { left, top, width, height }: uPlot.BBox,
  half: number,
): Path2D {
  const clip = new Path2D();
  let at = left - half;
  for (const [fromX, toX] of [...silences, [left + width + half, 0] as const]) {
    if (fromX > at) clip.rect(at, top - half, fromX - at, height + 2 * half);
    else if (fromX === at) clip.rect(at - half, top - half, 2 * half, height + 2 * half);
    at = toX;
  }
  return clip;
}
