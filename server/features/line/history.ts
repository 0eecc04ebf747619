import { HOUR } from '@aerowatch/domain/durations';
import type { Db } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { LineQuery } from './store.ts';
import { aerosOf, quarterStrokes, type StrokeRow, sampledStrokes } from './store-history.ts';

/** Minutes per frame, by the hours requested. */
const FRAME_MINUTES: Readonly<Record<string, number>> = { '24': 30, '168': 180 };
/** Above this many AEROs, frames are the six-hour rollups. */
const FEW = 2000;
const QUARTER = 6 * HOUR;
const tenth = (value: number) => Math.round(value * 10) / 10;

/** Strokes of the last hours in frames; the last measure of each, so that a jump remains a jump. */
export async function strokesOf(
  db: Db,
  viewer: Viewer,
  { hours, ...asked }: LineQuery & { hours: string },
  now: number,
): Promise<{ times: number[]; results: { aero: number; stroke: (number | null)[] }[] }> {
  const aeros = await aerosOf(db, viewer, asked);
  const step = aeros.length > FEW ? QUARTER : FRAME_MINUTES[hours]! * 60_000;
  const last = Math.ceil(now / step) * step;
  const count = Math.round((Number(hours) * HOUR) / step);
  const first = last - count * step;
  const times = Array.from({ length: count }, (_, index) => first + (index + 1) * step);
  const span = { from: first, to: last };
  const rows =
    step === QUARTER
      ? await quarterStrokes(db, aeros, span)
      : await sampledStrokes(db, aeros, span, step / 1000);
  return { times, results: framesOf(aeros, rows, { first, step, count }) };
}

function framesOf(
  aeros: readonly number[],
  rows: readonly StrokeRow[],
  { first, step, count }: { first: number; step: number; count: number },
): { aero: number; stroke: (number | null)[] }[] {
  const frames = new Map(aeros.map((aero) => [aero, new Array<number | null>(count).fill(null)]));
  for (const { aero, time, stroke } of rows) {
    const at = Math.floor((time - first) / step);
    if (at >= 0 && at < count) frames.get(aero)![at] = tenth(stroke);
  }
  return [...frames].map(([aero, stroke]) => ({ aero, stroke }));
}
