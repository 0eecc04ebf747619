/** The ram is not where it should be; the cause is not known yet. */
import { AT_ONCE, fault, limit } from '../row.ts';

export const offExpected = fault({
  key: 'off_expected',
  findings: { residual: { place: 20, unit: 'mm' } },
  precedence: 220,
  needs: ['stroke', 'temperature'],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: [],
  impostors: {},
  act: 'go_and_look',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'stands_as_expected',
  moves: ['stroke'],
  faultOf: 'aero',
  checklist: 'stroke',
  runsTo: null,
  curve: { metrics: ['stroke', 'temperature'], mark: 'since', levels: [] },
  confidenceShift: 0.79,
  concerns: 'rest',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /**
     * °C divided by the slope, watch and bad; number of nights that must agree, one more than a named step
     * must last.
     */
    off: limit([6, 10], '°C', 'simulated'),
    nights: limit(6, 'nights', 'simulated'),
  },
});
