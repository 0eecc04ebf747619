/** Behaviour that no other finding names: for days the ram has moved as never before. */

import { DAY } from '../../durations.ts';
import { median } from '../../physics/statistics.ts';
import { type Finding, makeFinding, notEvaluable } from '../finding.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { unusual as row } from './fault.ts';

const DAYS = row.thresholds.days.value;
const TIMES = row.thresholds.times.value;
const WORTH = row.thresholds.worth.value;
/** Fewest days of the period. */
const MIN_DAYS = 25;

/** Least daily scatter, mm, of the last days about the line, in dim hours; reported only if nothing else explains it. */
export function unusual(
  { baseline, drive, play, now, slope }: DiagnosticContext,
  explained: boolean,
): Finding {
  if (!baseline || slope === null) return notEvaluable('unusual', 'mm', 'too_few_days');
  const byDay = new Map<number, number[]>();
  for (let i = 0; i < drive.n; i++) {
    if (drive.light[i]! > 0.12) continue;
    const off = drive.stroke[i]! - baseline.a - baseline.b * play[i]!;
    const day = Math.floor(drive.time[i]! / DAY);
    const list = byDay.get(day);
    if (list) list.push(off);
    else byDay.set(day, [off]);
  }
  const scatters = [...byDay].map(([day, offs]) => ({ day, size: median(offs.map(Math.abs)) }));
  if (scatters.length < MIN_DAYS) return notEvaluable('unusual', 'mm', 'too_few_days');
  const usual = Math.max(2, median(scatters.map(({ size }) => size)));
  const newest = scatters.filter(({ day }) => day > now / DAY - DAYS - 1).slice(-DAYS);
  const least = newest.length < DAYS ? 0 : Math.min(...newest.map(({ size }) => size));
  const yes = !explained && least > TIMES * usual && least > WORTH * Math.abs(slope);
  return makeFinding(
    'unusual',
    least,
    'mm',
    yes ? 'watch' : 'good',
    { usual },
    yes ? { since: newest[0]!.day * DAY, confidence: 0.6 } : {},
  );
}
