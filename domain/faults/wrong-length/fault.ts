/** The entered length does not fit the movement of the ram. */
import { fault, limit } from '../row.ts';
import { STOPS } from '../shared/consequences.ts';

export const wrongLength = fault({
  key: 'wrong_length',
  findings: { health_ratio: { place: 10, unit: null } },
  precedence: 190,
  needs: ['stroke', 'temperature'],
  watchedUpTo: null,
  promised: true,
  confirm: { days: 3 },
  explains: ['residual', ...STOPS],
  impostors: {},
  act: 'check_length',
  urgency: { watch: 'next_visit', bad: 'weeks' },
  wouldChange: 'length_entered',
  moves: ['stroke'],
  faultOf: 'aero',
  checklist: 'stroke',
  runsTo: null,
  curve: { metrics: ['stroke', 'temperature'], mark: 'since', levels: [] },
  confidenceShift: 1.45,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /**
     * Normal range of the slope divided by α·L: sound AEROs with lengths 5 % off and gas off its tuning show
     * 0.85 to 1.16.
     */
    low: limit(0.83, 'ratio', 'simulated'),
    high: limit(1.19, 'ratio', 'simulated'),
    /** Ratios below and above which it is bad. */
    bad: limit([0.55, 1.8], 'ratio', 'judged'),
  },
});
