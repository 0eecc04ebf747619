/** How much the ram rubs: the width of its loop, now and six weeks ago. */
import type { DiagnosticContext } from './context.ts';
import { type Finding, found, type NotEvaluable, notEvaluable, notWatched, type Said } from './finding.ts';
import type { LoopWidth } from './loop-width.ts';

/** Friction that is watched whatever it was before; that is when it has grown; and that is bad, % of the tension. */
const MUCH = 7;
const GROWN = 4.5;
const BAD = 10;
/** Times, and % of the tension, by which it must have grown. */
const TIMES = 1.7;
const BY = 2;
/** Share of the time by which the pressure says that the ram stands stiller: suspends drifts, and is friction. */
const STILLER = [0.07, 0.2] as const;
/** Share of a loop that has grown from which the gas may say it: in the cold every ram stands stiller. */
const NEARLY = 0.9;
/** How much worse the loop of before must explain what the ram does now. */
const WORSE = 1.12;
/** s between measures over which a loop is not seen. */
const OFTEN_ENOUGH = 7200;

/** How much worse a loop of at most a width explains it than the best. */
function worseAt({ worse }: LoopWidth, width: number): number {
  return Math.min(...worse.filter((one) => one.width <= width + 0.01).map(({ by }) => by));
}

/** % of the tension that a band of °C speaks of: φ = ΔT·E·S·α/(2·F), α·L of the slope taken out. */
function frictionOfBand(width: number, context: DiagnosticContext): number | null {
  return context.allowedBand ? (5 * width) / context.allowedBand : null;
}

/** Friction in % of the tension, and whether it grows (then drifts of the nights are its own). */
export function friction(
  context: DiagnosticContext,
  blind: NotEvaluable | null,
): { finding: Finding; grows: boolean } {
  const { loop, loopBefore, interval, allowedBand, input, stiller, freed } = context;
  // What held the ram is in the nights of these weeks: they tell of no drift, and no loop before there are hours enough.
  const stoodStill = freed !== null || (stiller ?? 0) > STILLER[0];
  const none = (reason: NotEvaluable) => ({
    finding: notEvaluable('friction', '%', reason),
    grows: freed !== null,
  });
  if ((interval ?? 600) > OFTEN_ENOUGH)
    return { finding: notWatched('friction', '%', interval!), grows: stoodStill };
  if (!input.aero.regularized_length) return none('no_length');
  if (allowedBand === null) return none('no_tension');
  if (blind) return none(blind);
  if (!loop || Math.abs(loop.slope) < 5 * loop.error) return none('too_few_days');
  const now = frictionOfBand(loop.width, context)!;
  const before = loopBefore ? frictionOfBand(loopBefore.width, context)! : null;
  const signs = signsOf(now, before, loop, context);
  const finding = found(
    'friction',
    now,
    '%',
    verdictOf(now, signs),
    { width: loop.width * Math.abs(loop.slope), before, degrees: loop.width },
    saidOf(signs),
  );
  // Drifts of the nights are suspended sooner than friction is named.
  const opens = before !== null && now > 1.4 * before && worseAt(loop, loopBefore!.width) > 1.04;
  return { finding, grows: opens || stoodStill };
}

/** What speaks for friction: that it is much, and that it has grown. */
interface Signs {
  readonly much: boolean;
  readonly grown: boolean;
}

/** Friction now and before in % of the tension; it has grown by the loop, or by how still the gas is. */
function signsOf(now: number, before: number | null, loop: LoopWidth, context: DiagnosticContext): Signs {
  const sureOf = (percent: number) => worseAt(loop, (percent / 5) * context.allowedBand!) > WORSE;
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

function saidOf({ much, grown }: Signs): Partial<Said> {
  if (!grown) return much ? { confidence: 0.8, ruled_out: [] } : {};
  return { confidence: much ? 0.95 : 0.85, ruled_out: [{ cause: 'creep', by: 'loop_wide' }] };
}
