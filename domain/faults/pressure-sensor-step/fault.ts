/** The pressure reading stepped; the ram shows that the gas did not. */
import { fault, limit } from '../row.ts';
import { SLOW } from '../shared/consequences.ts';

export const pressureSensorStep = fault({
  key: 'pressure_sensor_step',
  findings: { pressure_sensor_step: { place: 220, unit: '%' } },
  precedence: 130,
  needs: ['stroke', 'temperature', 'pressure'],
  watchedUpTo: null,
  promised: true,
  confirm: { days: 1 },
  explains: ['leak', 'pressure_trend', ...SLOW],
  impostors: {
    leak: { tell: 'read_gauge', ruledOutBy: 'stroke_stays' },
    slipped_wire: { tell: 'look_at_wire' },
    stroke_sensor_step: { tell: 'measure_stroke' },
    work_done: { tell: 'ask_who_worked' },
  },
  act: 'calibrate_pressure_sensor',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'step_entered',
  moves: ['pressure'],
  faultOf: 'aero',
  checklist: 'pressure_sensor',
  runsTo: null,
  curve: { metrics: ['pressure', 'stroke'], mark: 'jump', levels: [] },
  confidenceShift: -0.84,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: true,
  thresholds: {
    /** % of the pressure, watch and bad. */
    step: limit([0.8, 15], '%', 'simulated'),
  },
});
