/** The present position of the ram: how far its last nights are off their line. */
import { median } from '../../physics/statistics.ts';
import { type Finding, gradeOf, makeFinding, notEvaluable } from '../finding.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { offExpected as row } from './fault.ts';

const NIGHTS = row.thresholds.nights.value;
const OFF = row.thresholds.off.value;
/** Fewest nights. */
const MIN_NIGHTS = 14;

/** Distance of the last nights from their line, mm; reported only if no other finding explains it (`explained`). */
export function residual(
  { baseline, nights, slope, allowedBand }: DiagnosticContext,
  explained: boolean,
): Finding {
  if (!baseline || slope === null)
    return notEvaluable('residual', 'mm', nights.n === 0 ? 'no_data' : 'too_few_days');
  if (nights.n < MIN_NIGHTS) return notEvaluable('residual', 'mm', 'too_few_days');
  const newest = [...baseline.residuals.slice(-NIGHTS)];
  const value = median(newest);
  const side = Math.sign(value);
  const least = newest.every((one) => Math.sign(one) === side) ? Math.min(...newest.map(Math.abs)) : 0;
  const unit = Math.abs(slope);
  const beyond = least - 3 * baseline.deviation - ((allowedBand ?? 0) * unit) / 2;
  const verdict = explained ? 'good' : gradeOf(beyond, OFF[0] * unit, OFF[1] * unit);
  return makeFinding(
    'residual',
    value,
    'mm',
    verdict,
    { degrees: value / unit, nights: least, deviation: baseline.deviation },
    { confidence: verdict === 'good' ? null : 0.7 },
  );
}
