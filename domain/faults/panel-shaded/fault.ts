/** An obstacle stands before the sun in some hours of clear days. */
import { fault, limit, SELDOM, UNFITTED } from '../row.ts';

export const panelShaded = fault({
  key: 'panel_shaded',
  findings: { shading: { place: 190, unit: '%' } },
  precedence: 250,
  needs: ['solar_voltage', 'temperature'],
  watchedUpTo: SELDOM,
  promised: false,
  confirm: { days: 7 },
  explains: ['panel_trend', 'battery_trend'],
  impostors: { panel_soiled: { ruledOutBy: 'some_hours' } },
  act: 'clear_shade',
  urgency: { watch: 'next_visit', bad: 'weeks' },
  wouldChange: 'light_back',
  moves: ['solar_voltage', 'charge_current', 'battery_voltage'],
  faultOf: 'box',
  checklist: 'panel',
  runsTo: null,
  curve: { metrics: ['solar_voltage', 'charge_current'], mark: 'since', levels: [] },
  confidenceShift: UNFITTED,
  concerns: 'supply',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /**
     * How far a notch must exceed the scatter between days: at a log time of one hour five did in 212 years
     * of panels without shade, and none of 75 was still reported once everything else had been judged.
     */
    clarity: limit(10, 'scatters', 'simulated'),
  },
});
