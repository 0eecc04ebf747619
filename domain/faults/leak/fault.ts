/** The amount of gas falls, slowly or in a step of some days. */
import { AT_ONCE, fault, limit } from '../row.ts';
import { OF_GAS } from '../shared/consequences.ts';

export const leak = fault({
  key: 'leak',
  findings: {
    leak: { place: 110, unit: '%' },
    pressure_trend: { place: 40, unit: '%/month', alwaysReported: true },
  },
  precedence: 140,
  needs: ['stroke', 'temperature', 'pressure'],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: OF_GAS,
  impostors: {
    pressure_sensor_drift: { tell: 'read_gauge', ruledOutBy: 'stroke_follows' },
    pressure_sensor_step: { tell: 'read_gauge' },
    slipped_wire: { tell: 'look_at_wire' },
    creep: { tell: 'look_at_wire' },
    stroke_sensor_step: { tell: 'measure_stroke' },
    stroke_sensor_drift: { tell: 'measure_stroke' },
  },
  act: 'find_leak',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'gas_stays',
  moves: ['pressure', 'stroke'],
  faultOf: 'aero',
  checklist: 'gas',
  runsTo: 'gas',
  curve: { metrics: ['pressure', 'stroke'], mark: 'since', levels: [] },
  confidenceShift: 0.52,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** % a month and % lost, watch and bad; loss in % from which a rate counts. */
    rate: limit([0.5, 2], '%/month', 'field'),
    lost: limit([3, 7], '%', 'field'),
    counts: limit(0.8, '%', 'simulated'),
  },
});
