/** The wire slipped in its clamp, or the anchor gave way, by a step. */
import { fault, limit } from '../row.ts';
import { SLOW, STOPS } from '../shared/consequences.ts';

export const slippedWire = fault({
  key: 'slipped_wire',
  findings: { break: { place: 120, unit: 'mm' } },
  precedence: 90,
  needs: ['stroke', 'temperature'],
  watchedUpTo: null,
  promised: true,
  confirm: { days: 2, atOnce: 'new_or_bad' },
  explains: ['residual', 'health_ratio', ...STOPS, ...SLOW],
  impostors: {
    stroke_sensor_step: { tell: 'measure_stroke', ruledOutBy: 'gas_follows' },
    leak: { tell: 'read_gauge' },
    pressure_sensor_step: { tell: 'read_gauge' },
    work_done: { tell: 'ask_who_worked' },
  },
  act: 'look_at_anchor',
  urgency: { watch: 'days', bad: 'now' },
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
    /** mm of the step, watch and bad. */
    step: limit([25, 70], 'mm', 'simulated'),
  },
});
