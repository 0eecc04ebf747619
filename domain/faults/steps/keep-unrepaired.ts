/** Faults older than the period of measures: they stay until the measures show their repair. */

import { DAY, HOUR } from '../../durations.ts';
import { median } from '../../physics/statistics.ts';
import { type Finding, isReported } from '../finding.ts';
import { type FindingKey, findingRow } from '../list.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { isAtEnd } from '../shared/drive/ends.ts';
import { jumpsSince } from '../shared/jumps/standing-jump.ts';

/** Days before the methods lose sight of an event from which its absence is no sign of a repair. */
const MARGIN = 15;
/** ms before and after the fault, and of the newest measures, whose levels are compared. */
const LEVEL = 3 * DAY;
/** ms by which the date of a fault may be off. */
const MISSES = 2 * DAY;
/** Fewest hours of a level. */
const HOURS = 4;
/** Share of a jump that must be reversed to count as repaired. */
const BACK = 0.5;

/**
 * Findings of the last diagnosis (`input.reported`) that this period of measures can no longer show, because
 * it begins after them or shortly before, and whose repair it does not show either. `made`: the present
 * findings.
 */
export function unrepairedFindings(
  context: DiagnosticContext,
  made: ReadonlyMap<FindingKey, Finding>,
): Finding[] {
  const { input, drive, now } = context;
  const lost = jumpsSince(drive.time[0] ?? now, now) + MARGIN * DAY;
  return (input.reported ?? []).flatMap((finding) => {
    const { key, since } = finding;
    if (
      !findingRow(key)?.rows[0]?.staysUntilRepaired ||
      !isReported(finding) ||
      since === null ||
      since > lost
    )
      return [];
    const present = made.get(key);
    if (present && isReported(present)) return [];
    return isRepaired(context, finding, since) ? [] : [asOf(now, finding, since)];
  });
}

/** The finding as of `now`; its curve and due date are recomputed. */
const asOf = (now: number, finding: Finding, since: number): Finding => ({
  ...finding,
  value: finding.key === 'stuck_sensor' ? (now - since) / HOUR : finding.value,
  evidence: null,
  act: null,
});

/** How far the reading moved: mm, or ln of the pressure. */
function jumpOf({ key, value }: Finding): number {
  if (key === 'burst') return Math.log((value ?? 100) / 100);
  return key === 'pressure_sensor_step' ? (value ?? 0) / 100 : (value ?? 0);
}

/** Whether the measures since the fault show that it was repaired. */
function isRepaired(context: DiagnosticContext, finding: Finding, since: number): boolean {
  const { key, details } = finding;
  if (key === 'stuck_sensor') return details.sensor !== 'pressure' || hasMoved(context);
  const jump = jumpOf(finding);
  const { time, gas } = context.drive;
  const levels = key === 'burst' || key === 'pressure_sensor_step' ? gas : strokeOf(context);
  const level = (from: number, to: number) => {
    const known = [...levels].filter((value, i) => !Number.isNaN(value) && time[i]! > from && time[i]! <= to);
    return known.length < HOURS ? Number.NaN : median(known);
  };
  const first = Math.max(since + MISSES, time[0] ?? since);
  const fallen = level(first, first + LEVEL);
  const newest = level(context.now - LEVEL, context.now);
  // Measures from before the fault, where they still exist, are the reference for the difference.
  const before = level(since - MISSES - LEVEL, since - MISSES);
  return (fallen - newest) / jump > BACK || (newest - before) / jump < BACK;
}

/** Whether the pressure took more than one value within the period: a stuck sensor gives only one. */
function hasMoved({ input }: DiagnosticContext): boolean {
  const values = new Set(input.days.flatMap(({ samples }) => [...samples.pressure]));
  values.delete(Number.NaN);
  return values.size > 1;
}

/** Stroke with the temperature compensated, mm; NaN where the ram is at an end, where this is impossible. */
const strokeOf = ({ drive, play, slope, travel }: DiagnosticContext) =>
  drive.stroke.map((stroke, i) => (isAtEnd(stroke, travel) ? Number.NaN : stroke - (slope ?? 0) * play[i]!));
