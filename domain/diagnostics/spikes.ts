import type { Measure } from '../metrics.ts';
import { median } from '../physics/statistics.ts';
import type { FullPoint } from './points.ts';

/** A lone sample off the median of five by more than this is a spike, whatever the scatter. */
const STROKE_LIMIT = 20;
const PRESSURE_LIMIT = 3;

/** Hampel: |x − median of 5| > max(5 robust deviations, limit). */
function isSpike(values: readonly number[], i: number, limit: number): boolean {
  const x = values[i]!;
  // Alone means far from both neighbours; most samples are done with here.
  if (Math.abs(x - (values[i - 1] ?? x)) <= limit || Math.abs(x - (values[i + 1] ?? x)) <= limit)
    return false;
  const around = values.slice(Math.max(0, i - 2), i + 3);
  if (around.length < 5) return false;
  const middle = median(around);
  const off = Math.abs(x - middle);
  if (off <= limit) return false;
  return off > 5 * 1.4826 * median(around.map((value) => Math.abs(value - middle)));
}

/** Points with stroke and temperature less the lone outliers of stroke or pressure, and those's times. */
export function withoutSpikes(points: readonly Measure[]): { clean: FullPoint[]; spikes: number[] } {
  const full = points.filter((point) => point.stroke !== null && point.temperature !== null) as FullPoint[];
  const strokes = full.map((point) => point.stroke);
  const pressed = full.filter((point) => point.pressure !== null);
  const pressures = pressed.map((point) => point.pressure!);
  const wild = new Set<number>();
  full.forEach((point, i) => {
    if (isSpike(strokes, i, STROKE_LIMIT)) wild.add(point.time);
  });
  pressed.forEach((point, i) => {
    if (isSpike(pressures, i, PRESSURE_LIMIT)) wild.add(point.time);
  });
  return { clean: full.filter((point) => !wild.has(point.time)), spikes: [...wild].sort((a, b) => a - b) };
}
