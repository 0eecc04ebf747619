/** A ram that stands still although the wire should move it, explained by neither ice nor friction. */
import { DAY } from '../../durations.ts';
import { type Candidate, type Finding, makeFinding } from '../finding.ts';
import { mayBe } from '../impostors.ts';
import { SELDOM } from '../row.ts';
import { type DiagnosticContext, USUAL_BAND } from '../shared/context.ts';
import { measuredValues, samplesBetween } from '../shared/days/samples.ts';
import { isAtEnd } from '../shared/drive/ends.ts';
import { loopWidth } from '../shared/drive/loop-width.ts';
import { demandedDirections } from '../shared/held/demanded-directions.ts';
import {
  detailsOf,
  FROST,
  type HeldStretch,
  heldStretches,
  isConfirmedByGas,
  isContradictedByGas,
  stoodSince,
  telling,
} from '../shared/held/held-stretches.ts';
import { allowanceOf, directionsOf } from '../shared/held/stands-now.ts';
import { seized as row } from './fault.ts';

/** Samples needed of a box that logs seldom if the pressure is inconclusive: four equal ones are two calm nights. */
const SELDOM_SAMPLES = 7;

/**
 * Highest confidence, before calibration, of a seized ram that may as well be held to one side, and of that
 * alternative (J).
 */
const EITHER = 0.33;
const OR_ONE_SIDE = 0.3;
/**
 * A seized ram, with "held to one side" beside it where the wire has required movement in one direction only.
 */
export function orOneSide(
  seized: Finding,
  context: DiagnosticContext,
  current: HeldStretch,
  size: number,
): Finding {
  if ((directionsOf(context, current, size) ?? 2) > 1) return seized;
  const ways = demandedDirections(context, current)!;
  const tell = ways.warm > ways.cold ? 'cold_nights' : 'warm_days';
  return {
    ...seized,
    confidence: Math.min(seized.confidence ?? 1, EITHER),
    candidates: [mayBe(row, 'held_one_side', { tell, confidence: OR_ONE_SIDE }), ...seized.candidates],
  };
}

/** Travel since a moment (at most the last three days), % of a free ram's; at most 100. */
export function movedShare({ drive, now }: DiagnosticContext, size: number, since = 0): number | null {
  let [low, high, wLow, wHigh] = [1e9, -1e9, 1e9, -1e9];
  for (let i = drive.n - 1; i >= 0 && drive.time[i]! > now - 3 * DAY && drive.time[i]! >= since; i--) {
    low = Math.min(low, drive.stroke[i]!);
    high = Math.max(high, drive.stroke[i]!);
    wLow = Math.min(wLow, drive.temperature[i]!);
    wHigh = Math.max(wHigh, drive.temperature[i]!);
  }
  // For a stretch already found to be held any span will do, because its sentence needs a number.
  return wHigh - wLow < (since > 0 ? 0.5 : 4)
    ? null
    : Math.min(100, (100 * (high - low)) / (size * (wHigh - wLow)));
}

/** Whether a stretch is long enough, and nothing indicates that the ram moved. */
function isProven(context: DiagnosticContext, current: HeldStretch, size: number): boolean {
  // A sound ram also stands still at an end: there the pressure confirms the reading, but no fault.
  if (isConfirmedByGas(current) && !isAtEnd(current.level, context.travel))
    return telling(current, size, 0.5);
  if (!telling(current, size)) return false;
  // Gas that does not follow a fixed volume means that the ram moved, unless the pressure itself is stuck.
  if (isContradictedByGas(current) && (repeated(context, current) || !pressureStuck(context, current)))
    return false;
  return (context.interval ?? 600) <= SELDOM || current.samples >= SELDOM_SAMPLES;
}

/**
 * Other causes that may hold it: at an end, a wire that slipped or broke while the ram was there gives the
 * same measures.
 */
function otherCauses({ travel }: DiagnosticContext, { level, warmest }: HeldStretch): Candidate[] {
  const wire: Candidate[] = isAtEnd(level, travel) ? [mayBe(row, 'broken_wire')] : [];
  return warmest < FROST ? [...wire, mayBe(row, 'icing')] : [...wire, mayBe(row, 'friction')];
}

/**
 * Highest confidence, before calibration, where only the line of the weeks before indicates that the ram
 * should move.
 */
const BY_LINE = 0.65;
function sureOf({ travel }: DiagnosticContext, current: HeldStretch): number {
  const sure = Math.min(0.98, 0.8 + 0.02 * current.asked + (isConfirmedByGas(current) ? 0.1 : 0));
  return isAtEnd(current.level, travel) ? Math.min(BY_LINE, sure) : sure;
}

/** The finding on a ram that stands still now; null where that is not proven. */
export function seizedOf(context: DiagnosticContext, current: HeldStretch, size: number): Finding | null {
  if (!isProven(context, current, size)) return null;
  // Friction that had already grown may hold it for as long: judged by the loop from before it stood still.
  const since = stoodSince(context.drive, current);
  const before = loopWidth(context.drive, since - 24 * DAY, since, context.plays);
  const wide =
    Math.max((before?.width ?? 0) * 1.2, REPEATS * heldBefore(context, since)) -
    allowanceOf(context, current);
  if (wide > 0 && !telling({ ...current, asked: current.asked - wide }, size, 0.5)) return null;
  const share = movedShare(context, size, current.from);
  const details = {
    asked: current.asked,
    pressure_per_degree: current.gas === null ? null : 100 * current.gas,
    confirmed: isConfirmedByGas(current) ? 'by_pressure' : null,
  };
  return makeFinding('seized', share, '%', 'bad', details, {
    ...detailsOf({ ...current, from: since }, sureOf(context, current)),
    candidates: otherCauses(context, current),
  });
}

/** Days before a stretch in which friction held and released the ram; factor by which it may have grown. */
const BEFORE_DAYS = 45;
const REPEATS = 1.3;

/** Largest change of the wire, °C, that did not move the ram before a time and later did, without frost. */
function heldBefore({ drive, now, allowedBand }: DiagnosticContext, since: number): number {
  const band = allowedBand ?? USUAL_BAND;
  const past = heldStretches(drive, now, band, (now - since) / DAY + BEFORE_DAYS).filter(
    ({ to, warmest }) => to < since && warmest >= FROST,
  );
  return past.length === 0 ? 0 : band + Math.max(...past.map(({ asked }) => asked));
}

/** Whether a metric repeated one raw value throughout a stretch. */
function oneValue({ days }: DiagnosticContext, held: HeldStretch, metric: 'stroke' | 'pressure'): boolean {
  const values = new Set<number>();
  for (const { start, samples } of days)
    if (start > held.from - DAY)
      for (const value of measuredValues(
        samplesBetween(samples, held.from, Number.POSITIVE_INFINITY)[metric],
      ))
        values.add(value);
  return values.size <= 1;
}
const repeated = (context: DiagnosticContext, held: HeldStretch) => oneValue(context, held, 'stroke');
const pressureStuck = (context: DiagnosticContext, held: HeldStretch) => oneValue(context, held, 'pressure');
