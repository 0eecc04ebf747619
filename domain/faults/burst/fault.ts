/** The gas left within hours. */
import { AT_ONCE, fault, limit } from '../row.ts';
import { OF_GAS, OF_HELD } from '../shared/consequences.ts';

export const burst = fault({
  key: 'burst',
  findings: { burst: { place: 200, unit: '%' } },
  precedence: 20,
  needs: ['stroke', 'temperature', 'pressure'],
  watchedUpTo: null,
  promised: true,
  confirm: AT_ONCE,
  explains: [...OF_HELD, ...OF_GAS, 'leak', 'break', 'pressure_sensor_step'],
  impostors: { broken_wire: { ruledOutBy: 'gas_falls' } },
  act: 'stop_leak',
  urgency: { watch: 'now', bad: 'now' },
  wouldChange: 'gas_back',
  moves: ['pressure', 'stroke'],
  faultOf: 'aero',
  checklist: 'gas',
  runsTo: null,
  curve: { metrics: ['pressure', 'stroke'], mark: 'jump', levels: [] },
  confidenceShift: 1.15,
  concerns: 'ram',
  repairedWhen: 'gone',
  staysUntilRepaired: true,
  thresholds: {
    /** Fall of the temperature-compensated pressure at once, as ln: more than temperature can cause. */
    fallen: limit(0.09, 'ln', 'simulated'),
  },
});
