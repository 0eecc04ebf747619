/** The ram reaches its end stop before the coldest temperature of its place. */
import { AT_ONCE, fault } from '../row.ts';
import { STOP_LEVELS, STOP_LIMITS } from '../shared/end-stop-limits.ts';

export const stopCold = fault({
  key: 'stop_cold',
  findings: { stop_cold: { place: 60, unit: '°C' } },
  precedence: 210,
  needs: ['stroke', 'temperature'],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: [],
  impostors: {},
  act: 'give_room',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'room_again',
  moves: ['stroke'],
  faultOf: 'aero',
  checklist: 'stroke',
  runsTo: null,
  curve: { metrics: ['stroke', 'temperature'], mark: 'since', levels: STOP_LEVELS },
  confidenceShift: 2.52,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {
    ...STOP_LIMITS,
  },
});
