import type { Measure } from '../metrics.ts';
import { median } from '../physics/statistics.ts';
import type { FullPoint } from './points.ts';

/** A lone sample off the median of five by more than this is a spike, whatever the scatter. */
const STROKE_LIMIT = 20;
/** The same for measures half an hour apart and more: between them a cloud goes over the sun and the ram follows. */
const SELDOM_LIMIT = 45;
const SELDOM = 1_800_000;
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
  const full: FullPoint[] = [];
  const strokes: number[] = [];
  const pressures: number[] = [];
  const times: number[] = [];
  for (const point of points) {
    if (point.stroke === null || point.temperature === null) continue;
    full.push(point as FullPoint);
    strokes.push(point.stroke);
    if (point.pressure === null) continue;
    pressures.push(point.pressure);
    times.push(point.time);
  }
  const apart = full.length < 2 ? 0 : (full.at(-1)!.time - full[0]!.time) / (full.length - 1);
  const limit = apart < SELDOM ? STROKE_LIMIT : SELDOM_LIMIT;
  const wild = new Set<number>();
  for (let i = 0; i < strokes.length; i++) if (isSpike(strokes, i, limit)) wild.add(full[i]!.time);
  for (let i = 0; i < pressures.length; i++) if (isSpike(pressures, i, PRESSURE_LIMIT)) wild.add(times[i]!);
  if (wild.size === 0) return { clean: full, spikes: [] };
  return { clean: full.filter((point) => !wild.has(point.time)), spikes: [...wild].sort((a, b) => a - b) };
}
