/** The stroke reading stepped: its sensor or bracket moved, not the ram. */
import { fault, limit } from '../row.ts';
import { OF_SENSOR } from '../shared/consequences.ts';

export const strokeSensorStep = fault({
  key: 'stroke_sensor_step',
  findings: { stroke_sensor_step: { place: 210, unit: 'mm' } },
  precedence: 110,
  needs: ['stroke', 'temperature', 'pressure'],
  watchedUpTo: null,
  promised: true,
  confirm: { days: 1 },
  explains: ['break', ...OF_SENSOR],
  impostors: {
    slipped_wire: { tell: 'look_at_wire', ruledOutBy: 'pressure_stays' },
    leak: { tell: 'read_gauge' },
    pressure_sensor_step: { tell: 'read_gauge' },
    temperature_sensor_step: { tell: 'measure_temperature' },
    work_done: { tell: 'ask_who_worked' },
  },
  act: 'calibrate_stroke_sensor',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'step_entered',
  moves: ['stroke'],
  faultOf: 'aero',
  checklist: 'stroke_sensor',
  runsTo: null,
  curve: { metrics: ['pressure', 'stroke'], mark: 'jump', levels: [] },
  confidenceShift: -1.34,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: true,
  thresholds: {
    /** mm of the step, watch and bad. */
    step: limit([12, 150], 'mm', 'simulated'),
  },
});
