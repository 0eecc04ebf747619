import { median } from '../physics/statistics.ts';
import { chosenOf, placesWhere, type Samples } from './samples.ts';

/** Least distance (mm) of a lone sample from the median of five that makes a spike, whatever the scatter. */
const STROKE_LIMIT = 20;
/** The same at half an hour between measures or more: a cloud may pass between two of them, and the ram follows. */
const SELDOM_LIMIT = 45;
const SELDOM = 1_800_000;
/** The same of the pressure, bar. */
const PRESSURE_LIMIT = 3;

/** Hampel filter: |x − median of 5| > max(5 robust standard deviations, limit). */
function isSpike(values: Float64Array, i: number, limit: number): boolean {
  const x = values[i]!;
  // A spike is far from both neighbours; this sorts out most samples cheaply.
  if (i === 0 || Math.abs(x - values[i - 1]!) <= limit) return false;
  if (i === values.length - 1 || Math.abs(x - values[i + 1]!) <= limit) return false;
  const around = values.slice(Math.max(0, i - 2), i + 3);
  if (around.length < 5) return false;
  const middle = median(around);
  const off = Math.abs(x - middle);
  if (off <= limit) return false;
  return off > 5 * 1.4826 * median(around.map((value) => Math.abs(value - middle)));
}

/** The samples whose index passes; the same object if all do. */
function only(samples: Samples, holds: (i: number) => boolean): Samples {
  const places = placesWhere(samples, holds);
  return places.length === samples.time.length ? samples : chosenOf(samples, places);
}

/** Samples that have stroke and temperature, without lone outliers of stroke or pressure; times of those, ms. */
export function withoutSpikes(samples: Samples): { clean: Samples; spikes: number[] } {
  const full = only(
    samples,
    (i) => !(Number.isNaN(samples.stroke[i]!) || Number.isNaN(samples.temperature[i]!)),
  );
  const pressed = only(full, (i) => !Number.isNaN(full.pressure[i]!));
  const { time } = full;
  const apart = time.length < 2 ? 0 : (time.at(-1)! - time[0]!) / (time.length - 1);
  const limit = apart < SELDOM ? STROKE_LIMIT : SELDOM_LIMIT;
  const wild = new Set<number>();
  for (let i = 0; i < time.length; i++) if (isSpike(full.stroke, i, limit)) wild.add(time[i]!);
  for (let i = 0; i < pressed.time.length; i++)
    if (isSpike(pressed.pressure, i, PRESSURE_LIMIT)) wild.add(pressed.time[i]!);
  if (wild.size === 0) return { clean: full, spikes: [] };
  return { clean: only(full, (i) => !wild.has(time[i]!)), spikes: [...wild].sort((a, b) => a - b) };
}
