/** Frost holds the ram, thaw frees it. */
import { AT_ONCE, fault, limit, SELDOM } from '../row.ts';
import { OF_HELD } from '../shared/consequences.ts';

export const icing = fault({
  key: 'icing',
  findings: { icing: { place: 270, unit: 'h' } },
  precedence: 70,
  needs: ['stroke', 'temperature'],
  watchedUpTo: SELDOM,
  promised: false,
  confirm: AT_ONCE,
  explains: [...OF_HELD, 'seized', 'break', 'stroke_sensor_step'],
  impostors: {
    seized: { tell: 'warm_days' },
    held_one_side: { tell: 'look_at_ram' },
    stroke_sensor_stuck: { ruledOutBy: 'fixed_volume' },
  },
  act: 'clear_ice',
  urgency: { watch: 'days', bad: 'now' },
  wouldChange: 'thaw',
  moves: ['stroke', 'pressure'],
  faultOf: 'aero',
  checklist: 'ice',
  runsTo: null,
  curve: { metrics: ['stroke', 'temperature'], mark: 'since', levels: [] },
  confidenceShift: 0.48,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** °C of the device below which ice is possible, and below which it is likely. */
    frost: limit(2.5, '°C', 'judged'),
    ice: limit(-1, '°C', 'judged'),
  },
});
