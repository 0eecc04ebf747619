/** The box runs an older firmware again although nobody requested it. */
import { AT_ONCE, fault, UNFITTED } from '../row.ts';

export const firmwareFellBack = fault({
  key: 'firmware_fell_back',
  findings: { firmware: { place: 300, unit: null } },
  precedence: 320,
  needs: [],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: [],
  impostors: {},
  act: 'repeat_update',
  urgency: { watch: 'weeks', bad: 'days' },
  wouldChange: 'newer_firmware',
  moves: [],
  faultOf: 'box',
  checklist: 'radio',
  runsTo: null,
  curve: { metrics: ['battery_voltage'], mark: 'since', levels: [] },
  confidenceShift: UNFITTED,
  concerns: 'box',
  repairedWhen: 'gone',
  staysUntilRepaired: false,
  thresholds: {},
});
