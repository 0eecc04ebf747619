/** The battery is below its limit. */
import { AT_ONCE, fault, limit } from '../row.ts';

const DAYS_UNDER = 2;

export const batteryLow = fault({
  key: 'battery_low',
  findings: { battery_trend: { place: 80, unit: 'mV/week' } },
  names: ({ details }) => Number(details.days_under_limit ?? 0) >= DAYS_UNDER,
  precedence: 230,
  needs: ['battery_voltage'],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: ['battery_trend', 'battery_resistance'],
  impostors: { panel_soiled: { tell: 'look_at_panel' }, battery_aged: { tell: 'measure_battery' } },
  act: 'charge_battery',
  urgency: { watch: 'days', bad: 'now' },
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
    /** V, where an AERO has no limit of its own; the same limit below which no firmware is offered. */
    limit: limit(3.5, 'V', 'judged'),
    /** Days of the last week below it. */
    days: limit(DAYS_UNDER, 'days', 'judged'),
  },
});
