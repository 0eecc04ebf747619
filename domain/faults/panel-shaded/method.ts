/** Shade: direct light that a panel lost in some hours of its clear days, from some date on. */

import { DAY } from '../../durations.ts';
import { type Finding, makeFinding, notEvaluable, notWatched } from '../finding.ts';
import { ruledOut } from '../impostors.ts';
import { SELDOM } from '../row.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { isStuckNow } from '../shared/days/stuck-runs.ts';
import { noonHourOf } from '../shared/light/light.ts';
import { panelDaysOf } from '../shared/light/panel-hours.ts';
import { panelShaded as row } from './fault.ts';
import { notchOf } from './notch.ts';

const CLEAR_ENOUGH = row.thresholds.clarity.value;

/**
 * Largest share of a clear sky's light, %, that the panel lost in some hours of the day while the others kept
 * theirs: all the direct light in them. The voltage does not show how much of it an obstacle lets through.
 */
export function shading(context: DiagnosticContext): Finding {
  const { days, input, now, interval, drive } = context;
  if ((interval ?? 600) > SELDOM) return notWatched('shading', '%', interval!);
  if (isStuckNow(context, 'temperature')) return notEvaluable('shading', '%', 'sensor_stuck');
  const noon = noonHourOf(days, input.longitude ?? null);
  const latitude = input.latitude ?? 47;
  const looked = noon === null ? null : notchOf(panelDaysOf(days, latitude, noon), now / DAY, latitude);
  if (!looked)
    return notEvaluable('shading', '%', drive.light.some((one) => one > 0) ? 'too_few_days' : 'no_data');
  const { notch } = looked;
  if (!notch || notch.clarity < CLEAR_ENOUGH) return notEvaluable('shading', '%', 'full_sun');
  const { hours, beam } = notch;
  return makeFinding(
    'shading',
    100 * beam,
    '%',
    'watch',
    { from_noon: hours[0]!, to_noon: hours.at(-1)!, hours: hours.length },
    { confidence: 0.82, ruled_out: [ruledOut(row, 'panel_soiled')] },
  );
}
