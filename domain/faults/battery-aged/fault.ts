/** The inner resistance of the battery is high. */
import { fault, limit, SELDOM } from '../row.ts';

export const batteryAged = fault({
  key: 'battery_aged',
  findings: { battery_resistance: { place: 180, unit: 'mΩ' } },
  precedence: 270,
  needs: ['battery_voltage', 'charge_current'],
  watchedUpTo: SELDOM,
  promised: false,
  confirm: { days: 3 },
  explains: ['battery_trend'],
  impostors: {},
  act: 'replace_battery',
  urgency: { watch: 'next_visit', bad: 'weeks' },
  wouldChange: 'charges_better',
  moves: ['battery_voltage', 'charge_current'],
  faultOf: 'box',
  checklist: 'battery',
  runsTo: 'battery',
  curve: { metrics: ['battery_voltage', 'charge_current'], mark: 'since', levels: [] },
  confidenceShift: 1.13,
  concerns: 'supply',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /**
     * Ω at 20 °C, watch and bad: slightly more than twice, and three times, that of a sound cell (0.12;
     * docs/domain.md, "Box").
     */
    ohms: limit([0.27, 0.36], 'Ω', 'judged'),
  },
});
