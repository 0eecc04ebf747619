/** Gas loss, at once or slowly: a fall of the pressure that draws the ram in. */
import { DAY } from '../../durations.ts';
import { gradeOf } from '../finding.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { huberPlane } from '../shared/fits/plane.ts';
import type { Change } from '../shared/slow-changes/changes.ts';
import { gasLeft, monthlyOf, percentOf, type Slow } from '../shared/slow-changes/slow.ts';
import { leak as row } from './fault.ts';

const { rate, lost, counts } = row.thresholds;

/** A step of the gas, % left. */
export const gasLost = (change: Change): Slow => ({
  key: 'leak',
  value: gasLeft(change),
  verdict: gradeOf(percentOf(change), ...lost.value),
});

/** Gas that escapes over days, % left: graded by its rate, or by the loss so far. */
export function leaking(change: Change): Slow {
  const part = percentOf(change);
  const byRate = part < counts.value ? 'good' : gradeOf(-monthlyOf(change), ...rate.value);
  return { key: 'leak', value: gasLeft(change), verdict: part >= lost.value[1] ? 'bad' : byRate };
}

/** Trend of the gas over the last 30 nights, % a month, temperature compensated; null with fewer than 15 nights. */
export function gasTrend({ nights, now }: DiagnosticContext): number | null {
  const chosen = Array.from({ length: nights.n }, (_, i) => i).filter(
    (i) => nights.day[i]! > now / DAY - 30 && !Number.isNaN(nights.gas[i]!),
  );
  if (chosen.length < 15) return null;
  const plane = huberPlane(
    chosen.map((i) => nights.temperature[i]!),
    chosen.map((i) => nights.day[i]!),
    chosen.map((i) => nights.gas[i]!),
  );
  return plane && plane.d * 3000;
}
