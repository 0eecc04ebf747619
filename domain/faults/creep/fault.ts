/** The wire becomes longer, or the anchor gives way, slowly. */
import { fault, limit } from '../row.ts';
import { STOPS } from '../shared/consequences.ts';

export const creep = fault({
  key: 'creep',
  findings: { drift: { place: 30, unit: 'mm/d' } },
  precedence: 180,
  needs: ['stroke', 'temperature'],
  watchedUpTo: null,
  promised: true,
  confirm: { days: 3 },
  explains: ['residual', ...STOPS],
  impostors: {
    stroke_sensor_step: { ruledOutBy: 'gas_follows' },
    stroke_sensor_drift: { tell: 'measure_stroke' },
    leak: { tell: 'read_gauge' },
    pressure_sensor_drift: { tell: 'read_gauge' },
  },
  act: 'look_at_anchor',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'stands_still',
  moves: ['stroke'],
  faultOf: 'aero',
  checklist: 'wire',
  runsTo: 'stop',
  curve: { metrics: ['stroke', 'temperature'], mark: 'since', levels: [] },
  confidenceShift: -1.5,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /**
     * mm a day from which it is watched and bad, and mm it must have reached; creep of a new wire stays
     * below.
     */
    rate: limit([0.2, 1], 'mm/d', 'field'),
    reached: limit([12, 30], 'mm', 'field'),
    /** Days it must have lasted, unless it has already reached the bad limit. */
    lasts: limit(13, 'days', 'simulated'),
  },
});
