/** Dirt takes light from the solar panel. */
import { fault, limit, SELDOM } from '../row.ts';

export const panelSoiled = fault({
  key: 'panel_soiled',
  findings: { panel_trend: { place: 90, unit: '%' } },
  precedence: 260,
  needs: ['solar_voltage', 'temperature'],
  watchedUpTo: SELDOM,
  promised: false,
  confirm: { days: 7 },
  explains: ['battery_trend'],
  impostors: { panel_shaded: { tell: 'look_at_panel' } },
  act: 'clean_panel',
  urgency: { watch: 'next_visit', bad: 'weeks' },
  wouldChange: 'light_back',
  moves: ['solar_voltage', 'charge_current', 'battery_voltage'],
  faultOf: 'box',
  checklist: 'panel',
  runsTo: 'panel',
  curve: { metrics: ['solar_voltage', 'charge_current'], mark: 'since', levels: [] },
  confidenceShift: 0.91,
  concerns: 'supply',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** Loss of light in %, watch and bad (docs/domain.md, "Faults"). */
    lost: limit([30, 50], '%', 'field'),
  },
});
