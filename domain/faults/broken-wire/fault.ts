/** The wire came off in one moment. */
import { fault, limit } from '../row.ts';
import { OF_GAS, OF_HELD } from '../shared/consequences.ts';

const LETS_GO = 250;

export const brokenWire = fault({
  key: 'broken_wire',
  findings: { break: { place: 120, unit: 'mm' } },
  names: ({ value }) => Math.abs(value ?? 0) >= LETS_GO,
  precedence: 10,
  needs: ['stroke', 'temperature'],
  watchedUpTo: null,
  promised: true,
  confirm: { days: 2, atOnce: 'new_or_bad' },
  explains: [...OF_HELD, ...OF_GAS, 'leak', 'burst', 'seized', 'break'],
  impostors: {
    stroke_sensor_step: { tell: 'measure_stroke', ruledOutBy: 'gas_follows' },
    leak: { tell: 'read_gauge' },
    pressure_sensor_step: { tell: 'read_gauge' },
  },
  act: 'look_at_wire_now',
  urgency: { watch: 'now', bad: 'now' },
  wouldChange: 'step_entered',
  moves: ['stroke', 'pressure'],
  faultOf: 'aero',
  checklist: 'wire',
  runsTo: null,
  curve: { metrics: ['stroke', 'temperature'], mark: 'jump', levels: [] },
  confidenceShift: -0.97,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: true,
  thresholds: {
    /** Size of a jump in mm from which the wire has come off rather than slipped in its clamp. */
    letsGo: limit(LETS_GO, 'mm', 'judged'),
  },
});
