/**
 * A temperature reading that stepped: the nightly stroke seems to move, which twin or neighbours contradict.
 */
import { DAY } from '../../durations.ts';
import { type Finding, gradeOf, makeFinding } from '../finding.ts';
import type { Change } from '../shared/slow-changes/changes.ts';
import { realityOf } from '../shared/slow-changes/verdict-of-change.ts';
import { temperatureSensorStep as row } from './fault.ts';

/** Value: °C. */
export function temperatureStep(change: Change, degrees: number, details: Finding['details']): Finding {
  const verdict = gradeOf(Math.abs(change.stroke), ...row.thresholds.step.value);
  const said = { since: change.since * DAY, confidence: realityOf(change) };
  return makeFinding(
    'temperature_sensor_step',
    degrees,
    'K',
    verdict,
    details,
    verdict === 'good' ? {} : said,
  );
}
