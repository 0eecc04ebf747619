/** It stopped measuring while the other AERO of its box goes on. */
import { AT_ONCE, fault, limit, UNFITTED } from '../row.ts';

export const aeroSilent = fault({
  key: 'aero_silent',
  findings: { silent: { place: 290, unit: 'h' } },
  precedence: 310,
  needs: [],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: [],
  impostors: { battery_low: { ruledOutBy: 'twin_differs' } },
  act: 'check_connectors',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'measures_again',
  moves: [],
  faultOf: 'aero',
  checklist: 'wiring',
  runsTo: null,
  curve: { metrics: ['stroke', 'temperature'], mark: 'since', levels: [] },
  confidenceShift: UNFITTED,
  concerns: 'box',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** Reported after a day, and after this many log intervals: single measures are often lost. */
    missed: limit(6, 'intervals', 'judged'),
    /** Days from which it is bad: the limit for a box without data. */
    bad: limit(7, 'days', 'customer'),
  },
});
