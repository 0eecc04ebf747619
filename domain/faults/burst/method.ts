/** Gas lost within hours: a fall of the pressure between two measures. */
import { type Finding, type FindingDetails, makeFinding } from '../finding.ts';
import { ruledOut } from '../impostors.ts';
import type { Jump } from '../shared/jumps/jump.ts';
import { burst as row } from './fault.ts';

/** Value: % of the gas left. */
export const gasBurst = (
  { gas }: Jump,
  details: Finding['details'],
  said: Partial<FindingDetails>,
): Finding =>
  makeFinding('burst', 100 * Math.exp(gas), '%', 'bad', details, {
    ...said,
    ruled_out: [ruledOut(row, 'broken_wire')],
  });
