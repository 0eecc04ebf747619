/** Lone outliers and missing values: a loose connector or a disturbed line causes many, trains a few. */
import { AT_ONCE, fault, limit, SELDOM } from '../row.ts';

export const looseConnection = fault({
  key: 'loose_connection',
  findings: { spike: { place: 140, unit: null } },
  precedence: 300,
  needs: [],
  watchedUpTo: SELDOM,
  promised: false,
  confirm: AT_ONCE,
  explains: [],
  impostors: { trains: { ruledOutBy: 'stays' } },
  act: 'check_connectors',
  urgency: { watch: 'next_visit', bad: 'weeks' },
  wouldChange: 'no_outliers',
  moves: ['stroke', 'pressure', 'temperature'],
  faultOf: 'aero',
  checklist: 'wiring',
  runsTo: null,
  curve: { metrics: ['pressure', 'stroke'], mark: 'since', levels: [] },
  confidenceShift: 1.62,
  concerns: 'supply',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** Share of the samples from which small outliers are watched, and from which they are bad. */
    watch: limit(0.0025, 'share', 'simulated'),
    bad: limit(0.02, 'share', 'judged'),
    /** Share and number of missing values, beyond what a sound sensor misses. */
    missing: limit(0.0015, 'share', 'simulated'),
    fewest: limit(4, 'values', 'simulated'),
  },
});
