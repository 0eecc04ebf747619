/**
 * Dirt on the solar panel, measured under a low sun: with the sun behind it a panel receives only diffuse
 * light, and dirt takes the same share of it at all heights of the sun. No visible loss never means a clean
 * panel, because direct sunlight changes with the season and full sun hides a loss in the voltage; hence
 * unknown, not good.
 */

import { DAY } from '../../durations.ts';
import { median } from '../../physics/statistics.ts';
import { type Finding, gradeOf, isReported, makeFinding, notEvaluable, notWatched } from '../finding.ts';
import { mayBe } from '../impostors.ts';
import { SELDOM } from '../row.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { isStuckNow } from '../shared/days/stuck-runs.ts';
import { noonHourOf } from '../shared/light/light.ts';
import { compareWithNeighbours, type NeighbourChange } from '../shared/neighbours/neighbour-change.ts';
import { panelSoiled as row } from './fault.ts';
import { BLOCK, BLOCKS, growthOnLevel, type Levels, levelsOf, PER_DEGREE, SIDES, STEPS } from './low-sun.ts';
import { sunnyDaysOf } from './sunny-days.ts';
import { NEWEST, OLDEST, sunnyLossOf } from './sunny-loss.ts';
import { warmerBefore } from './warmer-before.ts';

const LOST = row.thresholds.lost.value;
/** Remaining share of the light at which a panel is bad. */
export const PANEL_LIMIT = (100 - LOST[1]) / 100;
/**
 * ln by which a higher sun may brighten a side that receives only diffuse light: in direct sun it gains more.
 */
const SKY_ALONE = 0.1;
/** ln by which the losses at the heights may differ: more means that the panel has lost direct sun. */
const ALIKE = 0.35;
/**
 * Age, in blocks, from which a comparison can exclude a loss: compared with newer ones a soiled panel would
 * seem unchanged.
 */
const MEMORY = 2;
/** ln by which one side may be brighter than the other at one height. */
const BRIGHTER = 0.6;
/** Fewest heights; if the lowest three are known, only those are used, as direct sun is weakest there. */
const HEIGHTS_SEEN = 2;
const LOWEST = 3;

type Side = readonly (number | null)[];
interface Known {
  readonly level: number;
  /** Index of the height. */
  readonly at: number;
}
const sideOf = (block: Side, side: number): Side => block.slice(side * STEPS, (side + 1) * STEPS);
const knownOf = (side: Side): Known[] => side.flatMap((level, at) => (level === null ? [] : [{ level, at }]));

/**
 * The heights of a side that receives only diffuse light: with the sun behind the panel, the season hardly
 * changes it. Null if the side has direct sun, or too few heights are known.
 */
function skyAloneOf(side: Side, other: Side): Known[] | null {
  const all = knownOf(side);
  // Diffuse light is the same in both halves of the day: if one is much brighter, that is direct sun.
  if (all.some(({ level, at }) => level - (other[at] ?? level) > BRIGHTER)) return null;
  const known = all[LOWEST - 1]?.at === LOWEST - 1 ? all.slice(0, LOWEST) : all;
  const [low, ...higher] = known;
  if (known.length < HEIGHTS_SEEN || low!.level === Number.POSITIVE_INFINITY) return null;
  return higher.every(({ level, at }) => level - low!.level < SKY_ALONE + growthOnLevel(low!.at, at))
    ? known
    : null;
}

/**
 * Loss of a side from one block to another, ln, by height, lowest first; null if it is unknown or not dirt.
 */
function lostBetween(past: readonly Known[], now: readonly Known[]): number[] | null {
  const both = past.flatMap(({ level, at }) =>
    now.filter((one) => one.at === at).map((one) => level - one.level),
  );
  if (both.length < HEIGHTS_SEEN) return null;
  // With only two heights, a few clear days of the season may cause the difference.
  const least = both.length === LOWEST ? both[0]! : Math.min(...both);
  return Math.max(...both) - least > ALIKE ? null : both;
}

/** Loss of light on one side of the day, ln: best estimate, and lower bound. */
interface Loss {
  readonly likely: number;
  readonly least: number;
  /** Blocks between the periods compared. */
  readonly apart: number;
}

/** Loss caused by dirt on one side of the day; null if it has direct sun in one of the periods compared. */
function lossOf(levels: Levels, side: number): Loss | null {
  const blocks = levels.map((block) => skyAloneOf(sideOf(block, side), sideOf(block, 1 - side)));
  const now = blocks.at(-1);
  // The oldest two: the newer ones already contain growing dirt.
  const past = blocks.slice(0, -1).flatMap((block, at) => (block ? [{ block, at }] : []));
  if (past.length < 2 || !now) return null;
  const lost = past.slice(0, 2).map(({ block }) => lostBetween(block, now));
  if (lost.includes(null)) return null;
  const all = lost.flatMap((one) => one!);
  return { likely: median(all), least: Math.min(...all), apart: blocks.length - 1.5 - past[0]!.at };
}

/**
 * ln by which the other half of the day must have darkened at some height: one clear day can change it by
 * less.
 */
const DARKENED = 0.1;

/** Whether a side has darkened at some height: dirt cannot leave one half of the day as bright as before. */
function isDarker(levels: Levels, side: number): boolean {
  const [now, ...past] = levels.map((block) => sideOf(block, side)).reverse();
  const before = past
    .reverse()
    .filter((block) => knownOf(block).length > 0)
    .slice(0, 2);
  return knownOf(now!).some(({ level, at }) =>
    before.some((block) => block[at] != null && block[at] - level > DARKENED),
  );
}

/**
 * Loss that both halves of the day agree on (the smaller of the two), and whether dirt would have been
 * visible.
 */
function dirtOf(levels: Levels): { loss: Loss | null; isSeen: boolean } {
  const losses = SIDES.map((side) => lossOf(levels, side));
  // If both halves of the day can be evaluated, both must show it; if only one can, the other must not
  // contradict it.
  const agreed = SIDES.flatMap((side) =>
    losses[side] && (losses[1 - side] || isDarker(levels, 1 - side)) ? [losses[side]] : [],
  );
  const loss = agreed.toSorted((a, b) => a.least - b.least)[0] ?? null;
  return { loss, isSeen: loss ? loss.apart > MEMORY : losses.some((one) => one !== null) };
}

/** Reason why dirt cannot be judged: conditions on it then keep their state. */
const unseen = (blocks: number) => (blocks < BLOCKS ? 'too_few_days' : 'sun_before_panel');

const lostPercent = (ln: number) => 100 * (1 - Math.exp(-ln));

/** Verdict on a loss, minus the part that an earlier temperature reading that was too warm explains. */
function verdictOf({ least }: Loss, context: DiagnosticContext) {
  const seems = gradeOf(lostPercent(least), ...LOST);
  return seems === 'good' ? seems : gradeOf(lostPercent(least - PER_DEGREE * warmerBefore(context)), ...LOST);
}

/** Light on the panel, % of two months before: under a low sun, else on sunny days. */
export function panelTrend(context: DiagnosticContext): Finding {
  const { interval } = context;
  if ((interval ?? 600) > SELDOM) return notWatched('panel_trend', '%', interval!);
  if (isStuckNow(context, 'temperature')) return notEvaluable('panel_trend', '%', 'sensor_stuck');
  const underLowSun = lowSunTrend(context);
  return isReported(underLowSun) ? underLowSun : (sunnyTrend(context) ?? underLowSun);
}

function lowSunTrend(context: DiagnosticContext): Finding {
  const { days, input, now, drive } = context;
  const levels = levelsOf(days, input.latitude ?? 47, input.longitude ?? null, now);
  const known = levels?.filter((block) => block.some((level) => level !== null)).length ?? 0;
  if (!levels || known < 3)
    return notEvaluable('panel_trend', '%', drive.light.some((one) => one > 0) ? 'too_few_days' : 'no_data');
  const { loss, isSeen } = dirtOf(levels);
  const verdict = loss ? verdictOf(loss, context) : 'good';
  if (!loss || verdict === 'good')
    return notEvaluable('panel_trend', '%', isSeen ? 'full_sun' : unseen(known));
  return lost(verdict, loss.likely, loss.least, loss.apart * BLOCK, SURE.lowSun);
}

/**
 * Confidence, before calibration: a low sun shows dirt directly, sunny days a difference of two seasons (J).
 */
const SURE = { lowSun: 0.8, sunnyDays: 0.6 } as const;

const lost = (verdict: 'watch' | 'bad', likely: number, least: number, days: number, confidence: number) =>
  makeFinding(
    'panel_trend',
    100 * Math.exp(-likely),
    '%',
    verdict,
    { scatter: likely - least, days },
    {
      confidence,
      candidates: [mayBe(row, 'panel_shaded')],
    },
  );

/**
 * Minimum loss on sunny days that is reported, ln: its best estimate, its lower bound, and the number of
 * standard errors of that bound.
 */
const SUNNY = { likely: 0.4, least: 0.2, errors: 2 } as const;
/**
 * How much darker than its neighbours a soiled panel must be, ln of the mean voltage of a day: at least this,
 * this share of the loss (an e-fold of light changes the voltage by 4.2 % in dim light, by 1 % in full sun,
 * which also heats the cell), and this many standard errors of its days, as consecutive days are correlated.
 * Without neighbours, an autumn with days as warm as in summer cannot be told from dirt.
 */
const DARKER = { least: 0.02, share: 0.025, errors: 4 } as const;
const isDarkerThanNear = ({ change, error }: NeighbourChange, loss: number) =>
  -change > Math.max(DARKER.least, DARKER.share * loss, DARKER.errors * error);

/** Share of the loss beyond which dirt cannot be the cause: a lost evening hour of its season is (J). */
const TOO_DARK = 0.15;

/** The finding from a loss between sunny days two months apart; null where none is clear. */
function sunnyTrend(context: DiagnosticContext): Finding | null {
  const { days, input, now } = context;
  // The cheaper test first: most sound panels end here.
  const beside = compareWithNeighbours(context, OLDEST, NEWEST);
  if (!beside || !isDarkerThanNear(beside, SUNNY.likely)) return null;
  const noon = noonHourOf(days, input.longitude ?? null);
  if (noon === null) return null;
  const loss = sunnyLossOf(sunnyDaysOf(days, input.latitude ?? 47, noon), now / DAY);
  if (!loss || loss.likely < SUNNY.likely || !isDarkerThanNear(beside, loss.likely)) return null;
  if (-beside.change > TOO_DARK * loss.likely) return null;
  const likely = loss.likely - PER_DEGREE * warmerBefore(context);
  const least = likely - SUNNY.errors * loss.error;
  if (likely < SUNNY.likely || least < SUNNY.least) return null;
  const verdict = lostPercent(least) >= LOST[1] ? 'bad' : 'watch';
  return lost(verdict, likely, least, OLDEST - NEWEST / 2, SURE.sunnyDays);
}
