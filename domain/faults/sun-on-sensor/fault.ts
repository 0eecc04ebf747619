/** The sun heats the temperature sensor more than before. */
import { fault, limit, SELDOM } from '../row.ts';

export const sunOnSensor = fault({
  key: 'sun_on_sensor',
  findings: { temperature_bias: { place: 170, unit: 'K' } },
  precedence: 290,
  needs: ['temperature'],
  watchedUpTo: SELDOM,
  promised: false,
  confirm: { days: 3 },
  explains: ['residual'],
  impostors: {
    weather: { ruledOutBy: ['twin_differs', 'neighbours_differ'] },
    temperature_sensor_step: { ruledOutBy: 'days_only' },
  },
  act: 'move_temperature_sensor',
  urgency: { watch: 'next_visit', bad: 'weeks' },
  wouldChange: 'shade_on_sensor',
  moves: ['temperature'],
  faultOf: 'aero',
  checklist: 'temperature_sensor',
  runsTo: null,
  curve: { metrics: ['stroke', 'temperature'], mark: 'since', levels: [] },
  confidenceShift: 1.17,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** °C in the brightest hours relative to the twin, watch and bad. */
    rises: limit([2, 6], '°C', 'simulated'),
  },
});
