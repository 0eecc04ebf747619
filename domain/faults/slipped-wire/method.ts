/** A wire that slipped: a step of the nightly values that the gas follows. */
import { gradeOf } from '../finding.ts';
import type { Change } from '../shared/slow-changes/changes.ts';
import type { Slow } from '../shared/slow-changes/slow.ts';
import { slippedWire as row } from './fault.ts';

export const slipped = ({ stroke }: Change): Slow => ({
  key: 'break',
  value: stroke,
  verdict: gradeOf(Math.abs(stroke), ...row.thresholds.step.value),
});
