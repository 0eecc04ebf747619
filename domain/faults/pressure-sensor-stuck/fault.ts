/** The pressure sensor repeats one value while others move. */
import { AT_ONCE, fault } from '../row.ts';
import { STUCK_LIMITS } from '../shared/days/stuck-limits.ts';

export const pressureSensorStuck = fault({
  key: 'pressure_sensor_stuck',
  findings: { stuck_sensor: { place: 130, unit: 'h' } },
  names: ({ details: { sensor } }) => sensor === 'pressure',
  precedence: 50,
  needs: ['pressure'],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: ['leak', 'pressure_trend'],
  impostors: {},
  act: 'replace_pressure_sensor',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'values_vary_again',
  moves: ['pressure'],
  faultOf: 'aero',
  checklist: 'pressure_sensor',
  runsTo: null,
  curve: { metrics: ['pressure', 'stroke'], mark: 'since', levels: [] },
  confidenceShift: 1.95,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: true,
  thresholds: {
    ...STUCK_LIMITS,
  },
});
