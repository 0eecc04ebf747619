/** Friction of the ram: the width of its hysteresis loop, now and six weeks ago. */

import { DAY } from '../../durations.ts';
import {
  type Finding,
  type FindingDetails,
  makeFinding,
  type NotEvaluable,
  notEvaluable,
  notWatched,
} from '../finding.ts';
import { mayBe, ruledOut } from '../impostors.ts';
import { SELDOM } from '../row.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { isAtEnd } from '../shared/drive/ends.ts';
import type { LoopWidth } from '../shared/drive/loop-width.ts';
import { FROST } from '../shared/held/held-stretches.ts';
import { friction as row } from './fault.ts';

const MUCH = row.thresholds.much.value;
const GROWN = row.thresholds.grown.value;
const BAD = row.thresholds.bad.value;
const TIMES = row.thresholds.times.value;
const BY = row.thresholds.by.value;
/**
 * Growth of the share of time that the ram stands still, by the pressure: the first value suspends drifts,
 * the second counts as friction.
 */
const STILLER = [0.07, 0.2] as const;
/** Share of `GROWN` that the loop must reach for the gas to count: in the cold every ram stands still for longer. */
const NEARLY = 0.9;
/** Factor by which the earlier loop must fit the present movement worse. */
const WORSE = 1.12;

/** Misfit of the best loop no wider than `width`, relative to the overall best. */
function worseAt({ worse }: LoopWidth, width: number): number {
  return Math.min(...worse.filter((one) => one.width <= width + 0.01).map(({ by }) => by));
}

/** Days of the newest loop, and share of its hours at an end stop from which these widen it. */
const LOOP_DAYS = 24;
const AT_END = 0.05;
const liesAtEnd = (context: DiagnosticContext) =>
  shareOf(context, (i) => isAtEnd(context.drive.stroke[i]!, context.travel)) > AT_END;

/** Share of the hours of the newest loop that satisfy a predicate. */
function shareOf({ drive, now }: DiagnosticContext, holds: (i: number) => boolean): number {
  let [hours, held] = [0, 0];
  for (let i = drive.n - 1; i >= 0 && drive.time[i]! > now - LOOP_DAYS * DAY; i--) {
    hours++;
    if (holds(i)) held++;
  }
  return hours === 0 ? 0 : held / hours;
}

/**
 * Friction, in % of the tension, that makes a loop of `width` °C: φ = ΔT·E·S·α/(2·F); the least possible
 * where F is unknown.
 */
const frictionOfBand = (width: number, { widestBand }: DiagnosticContext) => (5 * width) / widestBand;

/**
 * Friction in % of the tension, and whether it grows, in which case it causes drifts of the nightly values.
 * Without a known tension it is reported if it is too high even for the highest tension of the conductor.
 */
export function friction(
  context: DiagnosticContext,
  blind: NotEvaluable | null,
): { finding: Finding; grows: boolean } {
  const { loop, loopBefore, interval, allowedBand, input, stiller, freed } = context;
  // The nights of these weeks include those in which the ram was held, so no drift can be computed from them.
  const stoodStill = freed !== null || (stiller ?? 0) > STILLER[0];
  const none = (reason: NotEvaluable) => ({
    finding: notEvaluable('friction', '%', reason),
    grows: freed !== null,
  });
  if ((interval ?? 600) > SELDOM)
    return { finding: notWatched('friction', '%', interval!), grows: stoodStill };
  if (!input.aero.regularized_length) return none('no_length');
  // A widening loop is visible without a tension; only its share of the tension is not.
  const grows = opens(loop, loopBefore) || stoodStill;
  const unless = (reason: NotEvaluable) =>
    allowedBand === null ? { ...none('no_tension'), grows } : none(reason);
  if (blind) return unless(blind);
  if (liesAtEnd(context)) return unless('does_not_move');
  if (!loop || Math.abs(loop.slope) < 5 * loop.error) return unless('too_few_days');
  const now = frictionOfBand(loop.width, context);
  const before = loopBefore ? frictionOfBand(loopBefore.width, context) : null;
  const signs = signsOf(now, before, loop, context);
  const isLeast = allowedBand === null;
  if (isLeast && !signs.much && !signs.grown) return unless('no_tension');
  const finding = makeFinding(
    'friction',
    now,
    '%',
    verdictOf(now, signs),
    {
      width: loop.width * Math.abs(loop.slope),
      before,
      degrees: loop.width,
      ...(isLeast ? { known: 'at_least' } : {}),
    },
    saidOf(signs, context),
  );
  return { finding, grows };
}

/**
 * Factor by which a loop has widened, and by which the narrower one must fit worse, for drifts to be
 * suspended.
 */
const OPENS = { times: 1.4, worse: 1.04 } as const;
/** Whether the loop widens: a lower threshold than the one that reports friction. */
const opens = (loop: LoopWidth | null, before: LoopWidth | null) =>
  loop !== null &&
  before !== null &&
  loop.width > OPENS.times * before.width &&
  worseAt(loop, before.width) > OPENS.worse;

/** Evidence of friction: it is high, it has grown. */
interface Signs {
  readonly much: boolean;
  readonly grown: boolean;
}

/** `now` and `before` in % of the tension. Growth shows in the loop, or in the share of time the ram stands still. */
function signsOf(now: number, before: number | null, loop: LoopWidth, context: DiagnosticContext): Signs {
  const sureOf = (percent: number) => worseAt(loop, (percent / 5) * context.widestBand) > WORSE;
  const much = now >= MUCH && sureOf(5);
  if (before === null) return { much, grown: false };
  const wider = now > TIMES * before && now - before > BY;
  const byLoop = wider && now >= GROWN && sureOf(Math.max(before, 0.6 * now));
  const byGas = (context.stiller ?? 0) > STILLER[1] && now >= NEARLY * GROWN && now > 1.3 * before;
  return { much, grown: byLoop || byGas };
}

function verdictOf(now: number, { much, grown }: Signs) {
  if (!much && !grown) return 'good';
  return now >= BAD ? 'bad' : 'watch';
}

/** Share of a loop's hours in frost from which ice may have widened it. */
const FROSTY = 0.25;

function saidOf({ much, grown }: Signs, context: DiagnosticContext): Partial<FindingDetails> {
  if (!grown) return much ? { confidence: 0.8, ruled_out: [] } : {};
  const frosty = shareOf(context, (i) => context.drive.temperature[i]! < FROST) > FROSTY;
  return {
    confidence: much ? 0.95 : 0.85,
    candidates: frosty ? [mayBe(row, 'icing')] : [],
    ruled_out: [ruledOut(row, 'creep')],
  };
}
