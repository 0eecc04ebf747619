/** The pressure reading drifts; the stroke shows that the gas does not. */
import { fault, limit } from '../row.ts';

export const pressureSensorDrift = fault({
  key: 'pressure_sensor_drift',
  findings: { pressure_sensor_drift: { place: 160, unit: '%/month' } },
  precedence: 170,
  needs: ['stroke', 'temperature', 'pressure'],
  watchedUpTo: null,
  promised: true,
  confirm: { days: 3 },
  explains: ['leak', 'pressure_trend'],
  impostors: {
    leak: { tell: 'read_gauge', ruledOutBy: 'stroke_stays' },
    creep: { tell: 'look_at_wire' },
    stroke_sensor_drift: { tell: 'measure_stroke' },
  },
  act: 'calibrate_pressure_sensor',
  urgency: { watch: 'next_visit', bad: 'weeks' },
  wouldChange: 'reading_steady',
  moves: ['pressure'],
  faultOf: 'aero',
  checklist: 'pressure_sensor',
  runsTo: null,
  curve: { metrics: ['pressure', 'stroke'], mark: 'since', levels: [] },
  confidenceShift: 1.17,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    /** % a month, watch and bad; % of the pressure from which a rate counts. */
    rate: limit([0.4, 6], '%/month', 'simulated'),
    counts: limit(0.8, '%', 'simulated'),
    /**
     * Probability from which a falling pressure is blamed on its sensor: a leak that has just begun has not
     * drawn the ram in yet.
     */
    falling: limit(0.88, 'probability', 'simulated'),
  },
});
