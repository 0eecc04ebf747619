/** Matches no other fault. */
import { fault, limit } from '../row.ts';

export const unusual = fault({
  key: 'unusual',
  findings: { unusual: { place: 280, unit: 'mm' } },
  precedence: 330,
  needs: ['stroke', 'temperature'],
  watchedUpTo: null,
  promised: true,
  confirm: { days: 3 },
  explains: [],
  impostors: {},
  act: 'look_at_curves',
  urgency: { watch: 'next_visit', bad: 'weeks' },
  wouldChange: 'usual_again',
  moves: ['stroke'],
  faultOf: 'aero',
  checklist: 'general',
  runsTo: null,
  curve: { metrics: ['stroke', 'temperature'], mark: 'since', levels: [] },
  confidenceShift: -1.08,
  concerns: 'rest',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** Consecutive days, factor on the usual scatter, and °C times the slope. */
    days: limit(8, 'days', 'simulated'),
    times: limit(5, 'times', 'simulated'),
    worth: limit(4, '°C', 'judged'),
  },
});
