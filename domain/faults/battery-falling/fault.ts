/** The battery is low and will reach its limit within days. */
import { AT_ONCE, fault, limit } from '../row.ts';

export const batteryFalling = fault({
  key: 'battery_falling',
  findings: { battery_trend: { place: 80, unit: 'mV/week' } },
  precedence: 280,
  needs: ['battery_voltage'],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: [],
  impostors: { panel_soiled: { tell: 'look_at_panel' }, battery_aged: { tell: 'measure_battery' } },
  act: 'check_charging',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'battery_holds',
  moves: ['battery_voltage'],
  faultOf: 'box',
  checklist: 'battery',
  runsTo: 'battery',
  curve: {
    metrics: ['battery_voltage'],
    mark: 'since',
    levels: [{ metric: 'battery_voltage', code: 'battery_min', detail: 'limit' }],
  },
  confidenceShift: 1.03,
  concerns: 'supply',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /**
     * Days within which the limit must be reached, and highest voltage above it, V: in autumn every battery
     * declines.
     */
    soon: limit(7, 'days', 'simulated'),
    low: limit(0.08, 'V', 'simulated'),
  },
});
