/** The ram stands still although the wire should move it. */
import { AT_ONCE, fault, limit } from '../row.ts';
import { OF_HELD } from '../shared/consequences.ts';

export const seized = fault({
  key: 'seized',
  findings: { seized: { place: 100, unit: '%' } },
  precedence: 80,
  needs: ['stroke', 'temperature'],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: OF_HELD,
  impostors: {
    broken_wire: { tell: 'look_at_wire' },
    icing: { tell: 'warm_days' },
    friction: { tell: 'ten_degrees' },
    held_one_side: { tell: ['cold_nights', 'warm_days'] },
    stroke_sensor_stuck: { ruledOutBy: 'fixed_volume' },
  },
  act: 'free_ram',
  urgency: { watch: 'days', bad: 'now' },
  wouldChange: 'moves_again',
  moves: ['stroke', 'pressure'],
  faultOf: 'aero',
  checklist: 'ram',
  runsTo: null,
  curve: { metrics: ['stroke', 'temperature'], mark: 'since', levels: [] },
  confidenceShift: 1.57,
  concerns: 'ram',
  repairedWhen: 'moves',
  staysUntilRepaired: false,
  thresholds: {
    /** Least change of the wire that the ram did not follow, °C, and the stroke that it corresponds to, mm. */
    asked: limit(4, '°C', 'simulated'),
    worth: limit(20, 'mm', 'simulated'),
    /** Days in frost from which a held ram is called seized rather than iced. */
    frost: limit(10, 'days', 'judged'),
  },
});
