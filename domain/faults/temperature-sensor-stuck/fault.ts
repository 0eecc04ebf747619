/** The temperature sensor repeats one value while others move. */
import { AT_ONCE, fault } from '../row.ts';
import { OF_SENSOR } from '../shared/consequences.ts';
import { STUCK_LIMITS } from '../shared/days/stuck-limits.ts';

export const temperatureSensorStuck = fault({
  key: 'temperature_sensor_stuck',
  findings: { stuck_sensor: { place: 130, unit: 'h' } },
  names: ({ details: { sensor } }) => sensor === 'temperature',
  precedence: 40,
  needs: ['temperature'],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: OF_SENSOR,
  impostors: {},
  act: 'replace_temperature_sensor',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'values_vary_again',
  moves: ['temperature'],
  faultOf: 'aero',
  checklist: 'temperature_sensor',
  runsTo: null,
  curve: { metrics: ['stroke', 'temperature'], mark: 'since', levels: [] },
  confidenceShift: 1.95,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: true,
  thresholds: {
    ...STUCK_LIMITS,
  },
});
