/** The stroke reading drifts; the gas shows that the ram does not. */
import { fault, limit } from '../row.ts';
import { STOPS } from '../shared/consequences.ts';

export const strokeSensorDrift = fault({
  key: 'stroke_sensor_drift',
  findings: { stroke_sensor_drift: { place: 150, unit: 'mm/d' } },
  precedence: 160,
  needs: ['stroke', 'temperature', 'pressure'],
  watchedUpTo: null,
  promised: true,
  confirm: { days: 3 },
  explains: ['residual', ...STOPS, 'drift'],
  impostors: {
    slipped_wire: { ruledOutBy: 'pressure_stays' },
    creep: { tell: 'look_at_wire' },
    leak: { tell: 'read_gauge' },
    pressure_sensor_drift: { tell: 'read_gauge' },
  },
  act: 'calibrate_stroke_sensor',
  urgency: { watch: 'next_visit', bad: 'weeks' },
  wouldChange: 'reading_steady',
  moves: ['stroke'],
  faultOf: 'aero',
  checklist: 'stroke_sensor',
  runsTo: null,
  curve: { metrics: ['pressure', 'stroke'], mark: 'since', levels: [] },
  confidenceShift: 1.27,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** Like a creeping wire: mm a day, mm reached (watch and bad), days. */
    rate: limit([0.2, 1], 'mm/d', 'field'),
    reached: limit([12, 30], 'mm', 'field'),
    lasts: limit(13, 'days', 'simulated'),
  },
});
