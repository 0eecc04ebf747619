/** A sensor that repeats one value while others move. */

import { DAY, HOUR } from '../durations.ts';
import type { Measure } from '../metrics.ts';
import type { DiagnosticContext } from './context.ts';
import type { Day } from './days.ts';
import { type Finding, found, notEvaluable } from './finding.ts';
import { HOURS, SAMPLES, SENSORS, type Sensor, tells } from './repeats.ts';

/** Days that must have measures enough. */
const STUCK_DAYS = 15;

/** Hours a sensor has been repeating one raw value to the last digit while others move. */
export function stuckSensor({ days, now }: DiagnosticContext): Finding {
  const recent = days.filter(({ start }) => start > now - STUCK_DAYS * DAY);
  if (recent.reduce((sum, day) => sum + day.points.length, 0) < SAMPLES)
    return notEvaluable('stuck_sensor', 'h', days.length === 0 ? 'no_data' : 'too_few_points');
  const { hours, sensor, since } = longestRun(days, now);
  const verdict = hours >= HOURS[1] ? 'bad' : hours >= HOURS[0] ? 'watch' : 'good';
  return found(
    'stuck_sensor',
    hours,
    'h',
    verdict,
    { sensor },
    sensor === null
      ? {}
      : {
          since,
          confidence: hours >= HOURS[1] ? 0.97 : 0.85,
          ruled_out: sensor === 'stroke' ? [{ cause: 'seized', by: 'pressure_stays' }] : [],
        },
  );
}

/** The longest run of one sensor up to now that is a fault. */
function longestRun(days: readonly Day[], now: number): Stuck {
  let worst: Stuck = { hours: 0, sensor: null, since: 0 };
  for (const sensor of SENSORS) {
    const run = repeated(days, sensor);
    if (run.length < SAMPLES) continue;
    const since = run[0]!.time;
    const hours = (now - since) / HOUR;
    // A pressure that never was another may be one of coarse steps: a tuned gas moves by half a bar.
    if (sensor === 'pressure' && hours > STUCK_DAYS * 24 && isAllThere(days, since)) continue;
    if (hours >= HOURS[0] && hours > worst.hours && tells(run, sensor, hours, days))
      worst = { hours, sensor, since };
  }
  return worst;
}

/** Whether a run begins with the first pressure that is known. */
const isAllThere = (days: readonly Day[], since: number) =>
  days.every(({ points }) => points.every(({ time, pressure }) => time >= since || pressure === null));

interface Stuck {
  readonly hours: number;
  readonly sensor: Sensor | null;
  /** ms. */
  readonly since: number;
}

/** The newest measures that all have the newest value of a sensor, oldest first. */
function repeated(days: readonly Day[], sensor: Sensor): Measure[] {
  const run: Measure[] = [];
  for (const { points } of days.toReversed())
    for (let i = points.length - 1; i >= 0; i--) {
      const point = points[i]!;
      if (point[sensor] === null) continue;
      if (run.length > 0 && point[sensor] !== run[0]![sensor]) return run.reverse();
      run.push(point);
    }
  return run.reverse();
}
