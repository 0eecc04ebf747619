/** A wire that came off, or slipped, between two measures: a jump that the gas follows. */
import { type Finding, type FindingDetails, makeFinding } from '../finding.ts';
import { ruledOut } from '../impostors.ts';
import type { Jump } from '../shared/jumps/jump.ts';
import { SLIP_BAD } from '../shared/slow-changes/verdict-of-change.ts';
import { brokenWire as row } from './fault.ts';

/** Value: mm. The size of the jump tells whether it slipped or came off (`names` of the two rows). */
export const wireJumped = (
  { stroke, gas }: Jump,
  details: Finding['details'],
  said: Partial<FindingDetails>,
): Finding =>
  makeFinding('break', stroke, 'mm', Math.abs(stroke) >= SLIP_BAD ? 'bad' : 'watch', details, {
    ...said,
    ruled_out: gas === 0 ? [] : [ruledOut(row, 'stroke_sensor_step')],
  });
