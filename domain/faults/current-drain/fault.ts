/** The box draws more current than it did. */
import { fault, limit, SELDOM } from '../row.ts';

export const currentDrain = fault({
  key: 'current_drain',
  findings: { current_drain: { place: 250, unit: 'mA' } },
  precedence: 240,
  needs: ['battery_voltage', 'charge_current'],
  watchedUpTo: SELDOM,
  promised: true,
  confirm: { days: 3 },
  explains: ['battery_trend'],
  impostors: { battery_aged: { tell: 'measure_battery' } },
  act: 'find_drain',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'draws_less',
  moves: ['battery_voltage', 'charge_current'],
  faultOf: 'box',
  checklist: 'battery',
  runsTo: 'battery',
  curve: { metrics: ['battery_voltage', 'charge_current'], mark: 'since', levels: [] },
  confidenceShift: -0.1,
  concerns: 'supply',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** mA more than before, watch and bad, and factor on the earlier consumption. */
    more: limit([4, 12], 'mA', 'simulated'),
    times: limit(1.6, 'times', 'simulated'),
  },
});
