/**
 * A sensor that repeats one value while others vary: the three sensors share one finding, which names the one
 * stuck longest.
 */

import { DAY, HOUR } from '../../durations.ts';
import { type Finding, makeFinding, notEvaluable } from '../finding.ts';
import { ruledOut } from '../impostors.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { HOURS, SAMPLES } from '../shared/days/stuck-runs.ts';
import { strokeSensorStuck as row } from './fault.ts';

/** Days that must have enough measures. */
const STUCK_DAYS = 15;

/** Hours for which a sensor has repeated exactly one raw value while others vary. */
export function stuckSensor({ input, now, stuck }: DiagnosticContext): Finding {
  const { days } = input;
  const recent = days.filter(({ start }) => start > now - STUCK_DAYS * DAY);
  if (recent.reduce((sum, day) => sum + day.samples.time.length, 0) < SAMPLES)
    return notEvaluable('stuck_sensor', 'h', days.length === 0 ? 'no_data' : 'too_few_points');
  const lasting = stuck.filter(({ lasts }) => lasts);
  if (lasting.length === 0) return makeFinding('stuck_sensor', 0, 'h', 'good', { sensor: null });
  const { sensor, from } = lasting.reduce((longest, one) => (one.from < longest.from ? one : longest));
  const hours = (now - from) / HOUR;
  const bad = hours >= HOURS[1];
  return makeFinding(
    'stuck_sensor',
    hours,
    'h',
    bad ? 'bad' : 'watch',
    { sensor },
    {
      since: from,
      confidence: bad ? 0.97 : 0.85,
      ruled_out: sensor === 'stroke' ? [ruledOut(row, 'seized')] : [],
    },
  );
}
