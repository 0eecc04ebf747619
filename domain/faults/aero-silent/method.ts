/** An AERO that stopped measuring while the other AERO of its box goes on: its cable, its sensors or its electronics. */
import { DAY, HOUR } from '../../durations.ts';
import { type Finding, found, notEvaluable } from '../finding.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { DAYS_TO_ACT } from '../steps/defaults.ts';
import { aeroSilent } from './fault.ts';

/** It is missed after a day, and after so many log intervals: single measures fail to come. */
const MISSED = 6;
/** The customer's limit for a box without data. */
const A_WEEK = 7 * DAY;
/** Days of the curve before it stopped. */
const BEFORE = 7;
/** It is a fact; what is open is which part failed. */
const CERTAIN = 0.99;

/** Value: hours between its newest measure and that of its box. */
export function silent({ input: { heard, twin }, interval }: DiagnosticContext): Finding {
  if (!twin || !heard) return notEvaluable('silent', 'h', 'no_twin');
  const { own, box } = heard;
  const gap = box - own;
  const hours = Math.max(0, Math.round(gap / HOUR));
  if (gap < Math.max(DAY, MISSED * 1000 * (interval ?? 0))) return found('silent', hours, 'h', 'good');

  const verdict = gap >= A_WEEK ? 'bad' : 'watch';
  const urgency = aeroSilent.urgency[verdict];
  return found(
    'silent',
    hours,
    'h',
    verdict,
    {},
    {
      fault: 'aero_silent',
      since: own,
      confidence: CERTAIN,
      ruled_out: [{ cause: 'battery_low', by: 'twin_differs' }],
      evidence: {
        metrics: aeroSilent.curve.metrics,
        from: own - BEFORE * DAY,
        to: box,
        marks: [{ at: own, code: 'since' }],
        levels: [],
        series: null,
      },
      act: { code: aeroSilent.act, urgency, by: box + (DAYS_TO_ACT[urgency] ?? 0) * DAY },
    },
  );
}
