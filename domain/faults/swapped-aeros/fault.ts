/** The cables of the two AEROs of a box are exchanged: each reports the other's values. */
import { fault, limit } from '../row.ts';
import { OF_SENSOR } from '../shared/consequences.ts';

export const swappedAeros = fault({
  key: 'swapped_aeros',
  findings: { swapped: { place: 240, unit: null } },
  precedence: 60,
  needs: ['stroke', 'temperature'],
  watchedUpTo: null,
  promised: true,
  confirm: { days: 2, atOnce: 'new' },
  explains: [...OF_SENSOR, 'stroke_sensor_step', 'pressure_sensor_step', 'break', 'burst'],
  impostors: { slipped_wire: { ruledOutBy: 'twin_differs' } },
  act: 'exchange_cables',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'cables_exchanged',
  moves: ['stroke', 'pressure'],
  faultOf: 'aero',
  checklist: 'wiring',
  runsTo: null,
  curve: { metrics: ['pressure', 'stroke'], mark: 'jump', levels: [] },
  confidenceShift: 0.98,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** Required difference of the two, in scatters of the hours. */
    stroke: limit(3, 'scatters', 'simulated'),
    pressure: limit(3.5, 'scatters', 'simulated'),
  },
});
