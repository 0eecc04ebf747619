/** The temperature reading stepped; twin, neighbours or ram show that the air did not. */
import { AT_ONCE, fault, limit, UNFITTED } from '../row.ts';
import { OF_SENSOR } from '../shared/consequences.ts';

export const temperatureSensorStep = fault({
  key: 'temperature_sensor_step',
  findings: { temperature_sensor_step: { place: 230, unit: 'K' } },
  precedence: 120,
  needs: ['stroke', 'temperature'],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: OF_SENSOR,
  impostors: { work_done: { tell: 'ask_who_worked' } },
  act: 'replace_temperature_sensor',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'step_entered',
  moves: ['temperature'],
  faultOf: 'aero',
  checklist: 'temperature_sensor',
  runsTo: null,
  curve: { metrics: ['stroke', 'temperature'], mark: 'jump', levels: [] },
  confidenceShift: UNFITTED,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** mm by which the stroke seems to step, watch and bad. */
    step: limit([12, 150], 'mm', 'simulated'),
  },
});
