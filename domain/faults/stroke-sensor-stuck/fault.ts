/** The stroke sensor repeats one value while others move. */
import { AT_ONCE, fault } from '../row.ts';
import { OF_SENSOR } from '../shared/consequences.ts';
import { STUCK_LIMITS } from '../shared/days/stuck-limits.ts';

export const strokeSensorStuck = fault({
  key: 'stroke_sensor_stuck',
  findings: { stuck_sensor: { place: 130, unit: 'h' } },
  precedence: 30,
  needs: ['stroke'],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: OF_SENSOR,
  impostors: { seized: { ruledOutBy: 'pressure_stays' } },
  act: 'replace_stroke_sensor',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'values_vary_again',
  moves: ['stroke'],
  faultOf: 'aero',
  checklist: 'stroke_sensor',
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
