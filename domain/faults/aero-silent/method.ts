/** An AERO that stopped measuring while the other AERO of its box goes on: its cable, its sensors or its electronics. */
import { DAY, HOUR } from '../../durations.ts';
import { type Finding, makeFinding, notEvaluable } from '../finding.ts';
import { ruledOut } from '../impostors.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { DAYS_TO_ACT } from '../steps/defaults.ts';
import { aeroSilent as row } from './fault.ts';

const MISSED = row.thresholds.missed.value;
const TOO_LONG = row.thresholds.bad.value * DAY;
/** Days of the curve shown before it stopped. */
const BEFORE = 7;
/** That it stopped is a fact; which part failed is open. */
const CERTAIN = 0.99;

/** Value: hours between its newest measure and that of its box. */
export function silent({ input: { heard, twin }, interval }: DiagnosticContext): Finding {
  if (!twin || !heard) return notEvaluable('silent', 'h', 'no_twin');
  const { own, box } = heard;
  const gap = box - own;
  const hours = Math.max(0, Math.round(gap / HOUR));
  if (gap < Math.max(DAY, MISSED * 1000 * (interval ?? 0))) return makeFinding('silent', hours, 'h', 'good');

  const verdict = gap >= TOO_LONG ? 'bad' : 'watch';
  const urgency = row.urgency[verdict];
  return makeFinding(
    'silent',
    hours,
    'h',
    verdict,
    {},
    {
      fault: 'aero_silent',
      since: own,
      confidence: CERTAIN,
      ruled_out: [ruledOut(row, 'battery_low')],
      evidence: {
        metrics: row.curve.metrics,
        from: own - BEFORE * DAY,
        to: box,
        marks: [{ at: own, code: 'since' }],
        levels: [],
        series: null,
      },
      act: { code: row.act, urgency, by: box + (DAYS_TO_ACT[urgency] ?? 0) * DAY },
    },
  );
}
