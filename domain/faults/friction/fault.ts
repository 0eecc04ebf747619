/** The ram lags behind the wire: its loop of hysteresis is wide, or has widened. */
import { fault, limit, SELDOM } from '../row.ts';
import { SLOW } from '../shared/consequences.ts';

export const friction = fault({
  key: 'friction',
  findings: { friction: { place: 70, unit: '%' } },
  precedence: 150,
  needs: ['stroke', 'temperature'],
  watchedUpTo: SELDOM,
  promised: true,
  confirm: { days: 3 },
  explains: ['residual', 'health_ratio', ...SLOW],
  impostors: { icing: { tell: 'warm_days' }, creep: { ruledOutBy: 'loop_wide' } },
  act: 'look_at_guides',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'loop_narrows',
  moves: ['stroke', 'pressure'],
  faultOf: 'aero',
  checklist: 'ram',
  runsTo: 'friction',
  curve: { metrics: ['stroke', 'temperature'], mark: 'since', levels: [] },
  confidenceShift: 1.18,
  concerns: 'ram',
  repairedWhen: 'moves',
  staysUntilRepaired: false,
  thresholds: {
    /** % of the tension: watched from here, watched from here if it has grown, and bad from here. */
    much: limit(7, '%', 'simulated'),
    grown: limit(4.5, '%', 'simulated'),
    bad: limit(10, '%', 'judged'),
    /** Factor, and % of the tension, by which it must have grown. */
    times: limit(1.7, 'times', 'simulated'),
    by: limit(2, '%', 'simulated'),
  },
});
