/** An obstacle stops the ram at one place whenever the wire would move it further. */
import { AT_ONCE, fault, limit, SELDOM } from '../row.ts';
import { SLOW } from '../shared/consequences.ts';

export const heldOneSide = fault({
  key: 'held_one_side',
  findings: { held_one_side: { place: 260, unit: 'mm' } },
  precedence: 100,
  needs: ['stroke', 'temperature'],
  watchedUpTo: SELDOM,
  promised: true,
  confirm: AT_ONCE,
  explains: ['residual', 'health_ratio', 'friction', ...SLOW],
  impostors: {
    icing: { tell: 'warm_days' },
    friction: { tell: 'ten_degrees' },
    seized: { ruledOutBy: 'one_side' },
  },
  act: 'look_at_guides',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'both_sides_again',
  moves: ['stroke', 'pressure'],
  faultOf: 'aero',
  checklist: 'ram',
  runsTo: null,
  curve: {
    metrics: ['stroke', 'temperature'],
    mark: 'since',
    levels: [{ metric: 'stroke', code: 'held', detail: null }],
  },
  confidenceShift: 0.54,
  concerns: 'ram',
  repairedWhen: 'moves',
  staysUntilRepaired: false,
  thresholds: {
    /** mm and °C beyond the loop from which a still stretch shows that something held the ram. */
    moved: limit(8, 'mm', 'simulated'),
    asked: limit(1.5, '°C', 'simulated'),
    /** Number of times at the obstacle from which it is bad. */
    often: limit(6, 'times', 'judged'),
  },
});
