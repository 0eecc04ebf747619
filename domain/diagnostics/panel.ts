/**
 * Dirt on the solar panel, as the low sun tells it: with the sun behind it a panel has the light of the sky alone, and
 * dirt takes from that on all heights of the sun alike. What does not show is never said to be good: where the sun
 * itself shines on it, its light goes with the season, and in full sun its voltage hides a loss.
 */

import { median } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import { type Finding, found, graded, notEvaluable, notWatched } from './finding.ts';
import { BLOCK, BLOCKS, growthOnLevel, type Levels, levelsOf, PER_DEGREE, SIDES, STEPS } from './low-sun.ts';
import { warmerBefore } from './warmer-before.ts';

const OFTEN_ENOUGH = 7200;
/** % of the light that is lost where it is watched (domain.md 2.4), and bad. */
const LOST = [30, 50] as const;
/** Share of the light at which a panel is bad. */
export const PANEL_LIMIT = (100 - LOST[1]) / 100;
/** ln by which a higher sun may make a side brighter that has the sky alone: one that sees the sun gains more. */
const SKY_ALONE = 0.1;
/** ln by which a higher sun may have lost more than the lowest: so does the light when a panel is left by the sun. */
const ALIKE = 0.35;
/** Blocks back from which on a panel is said to be as it was: one that was soiled on newer ones would seem clean. */
const MEMORY = 2;
/** ln by which a side may be brighter than the other at one height. */
const BRIGHTER = 0.6;
/** Heights that must be seen; of the lowest ones so many are enough, as the sun itself is weakest there. */
const HEIGHTS_SEEN = 2;
const LOWEST = 3;

type Side = readonly (number | null)[];
interface Known {
  readonly level: number;
  /** Which height. */
  readonly at: number;
}
const sideOf = (block: Side, side: number): Side => block.slice(side * STEPS, (side + 1) * STEPS);
const knownOf = (side: Side): Known[] => side.flatMap((level, at) => (level === null ? [] : [{ level, at }]));

/**
 * The heights at which a side has the sky alone: with the sun behind the panel its light does not go with the season.
 * Null where they do not tell.
 */
function skyAloneOf(side: Side, other: Side): Known[] | null {
  const all = knownOf(side);
  // Both halves of the day have the same sky: what is much brighter in one of them is the sun.
  if (all.some(({ level, at }) => level - (other[at] ?? level) > BRIGHTER)) return null;
  const known = all[LOWEST - 1]?.at === LOWEST - 1 ? all.slice(0, LOWEST) : all;
  const [low, ...higher] = known;
  if (known.length < HEIGHTS_SEEN || low!.level === Number.POSITIVE_INFINITY) return null;
  return higher.every(({ level, at }) => level - low!.level < SKY_ALONE + growthOnLevel(low!.at, at))
    ? known
    : null;
}

/** What a side lost from one block to another, ln, by height, the lowest first; null where that is not dirt, or not known. */
function lostBetween(past: readonly Known[], now: readonly Known[]): number[] | null {
  const both = past.flatMap(({ level, at }) =>
    now.filter((one) => one.at === at).map((one) => level - one.level),
  );
  if (both.length < HEIGHTS_SEEN) return null;
  // Where single heights are seen, a few of the season's clear days may make the difference.
  const least = both.length === LOWEST ? both[0]! : Math.min(...both);
  return Math.max(...both) - least > ALIKE ? null : both;
}

/** What one side of the day lost, ln: as it is, and at least. */
interface Loss {
  readonly likely: number;
  readonly least: number;
  /** Blocks between what is compared. */
  readonly apart: number;
}

/** What dirt may have taken from one side; null where the sun itself shone on it, then or now. */
function lossOf(levels: Levels, side: number): Loss | null {
  const blocks = levels.map((block) => skyAloneOf(sideOf(block, side), sideOf(block, 1 - side)));
  const now = blocks.at(-1);
  // The oldest two: dirt that grows is on the newer ones already.
  const past = blocks.slice(0, -1).flatMap((block, at) => (block ? [{ block, at }] : []));
  if (past.length < 2 || !now) return null;
  const lost = past.slice(0, 2).map(({ block }) => lostBetween(block, now));
  if (lost.includes(null)) return null;
  const all = lost.flatMap((one) => one!);
  return { likely: median(all), least: Math.min(...all), apart: blocks.length - 1.5 - past[0]!.at };
}

/** Whether the other half of the day is not brighter, as by dirt it cannot be. */
function isDarker(levels: Levels, side: number): boolean {
  const [now, ...past] = levels.map((block) => sideOf(block, side)).reverse();
  const before = past
    .reverse()
    .filter((block) => knownOf(block).length > 0)
    .slice(0, 2);
  return knownOf(now!).some(({ level, at }) =>
    before.some((block) => block[at] != null && block[at] > level),
  );
}

/** What both halves of the day agree on, the smaller of the two, and whether it could be seen at all. */
function dirtOf(levels: Levels): { loss: Loss | null; isSeen: boolean } {
  const losses = SIDES.map((side) => lossOf(levels, side));
  // Where both halves of the day tell, both must; where one does, the other must not gainsay it.
  const agreed = SIDES.flatMap((side) =>
    losses[side] && (losses[1 - side] || isDarker(levels, 1 - side)) ? [losses[side]] : [],
  );
  const loss = agreed.toSorted((a, b) => a.least - b.least)[0] ?? null;
  return { loss, isSeen: loss ? loss.apart > MEMORY : losses.some((one) => one !== null) };
}

/** Why neither soiled nor clean: what was said before stands until it can be seen again. */
const unseen = (blocks: number) => (blocks < BLOCKS ? 'too_few_days' : 'sun_before_panel');

const lostPercent = (ln: number) => 100 * (1 - Math.exp(-ln));

/** What a loss is, less what a temperature that was too warm before would make of it. */
function verdictOf({ least }: Loss, context: DiagnosticContext) {
  const seems = graded(lostPercent(least), ...LOST);
  return seems === 'good' ? seems : graded(lostPercent(least - PER_DEGREE * warmerBefore(context)), ...LOST);
}

/** Light of the low sun against what it was two months before, %: what the sky alone gives the panel. */
export function panelTrend(context: DiagnosticContext): Finding {
  const { days, input, now, interval, drive } = context;
  if ((interval ?? 600) > OFTEN_ENOUGH) return notWatched('panel_trend', '%', interval!);
  const levels = levelsOf(days, input.latitude ?? 47, input.longitude ?? null, now);
  const known = levels?.filter((block) => block.some((level) => level !== null)).length ?? 0;
  if (!levels || known < 3)
    return notEvaluable('panel_trend', '%', drive.light.some((one) => one > 0) ? 'too_few_days' : 'no_data');
  const { loss, isSeen } = dirtOf(levels);
  const verdict = loss ? verdictOf(loss, context) : 'good';
  if (!loss || verdict === 'good')
    return notEvaluable('panel_trend', '%', isSeen ? 'full_sun' : unseen(known));
  const { likely, least, apart } = loss;
  return found(
    'panel_trend',
    100 * Math.exp(-likely),
    '%',
    verdict,
    { scatter: likely - least, days: apart * BLOCK },
    {
      confidence: 0.8,
      ruled_out: [{ cause: 'panel_shaded', by: 'both_sides' }],
      candidates: [{ cause: 'panel_shaded', tell: 'look_at_panel' }],
    },
  );
}
