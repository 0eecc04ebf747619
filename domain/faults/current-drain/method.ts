/** The finding on the current drawn from the battery: the balance of charge and level against use. */

import { DAY } from '../../durations.ts';
import { type Finding, gradeOf, makeFinding, notEvaluable, notWatched } from '../finding.ts';
import { mayBe } from '../impostors.ts';
import { SELDOM } from '../row.ts';
import { chargeAt } from '../shared/battery/open-circuit.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import type { Day } from '../shared/days/days.ts';
import { huberTrend } from '../shared/fits/plane.ts';
import { currentDrain as row } from './fault.ts';

/** Nominal capacity, mAh, and the share of a charge that can be drawn again. */
const CAPACITY = 6800;
const RETURNED = 0.97;
/**
 * Days of the present consumption; days ago between which the earlier one lies; fewest days with a known
 * charge.
 */
const USE_NOW = 12;
const USE_BEFORE = [60, 12] as const;
const MIN_USE = 8;
/** Days within which a high drain shows before it has emptied the battery, and fewest of them. */
const USE_NEW = 6;
const MIN_NEW = 5;
const DRAIN = row.thresholds.more.value;
/** Share by which the capacity may differ from the nominal: age, cold, another cell. */
const UNSURE_CAPACITY = 0.35;
const TIMES = row.thresholds.times.value;
/**
 * State of charge below which the voltage allows no balance, so only later days count; mA that any box draws.
 */
const EMPTY = 0.22;
const SLEEPS = 2.5;

/** Current drawn over some days and its error, mA. */
interface Use {
  readonly use: number;
  readonly error: number;
}

/** Days without a known charge or level that are bridged by the mean of the others. */
const BRIDGED = 3;

/**
 * Mean current drawn over some days: the charge taken in, minus the gain of the level. The level of a day is
 * taken at dawn, before charging. Null if uncertain.
 */
function useOf(days: readonly Day[], fewest: number): Use | null {
  const all = days.flatMap(({ start, charge, lowest }) =>
    charge === null || lowest === null ? [] : [{ day: start / DAY, charge, level: chargeAt(lowest) }],
  );
  const known = all.slice(all.findLastIndex(({ level }) => level < EMPTY) + 1);
  const first = known[0];
  const last = known.at(-1);
  if (known.length < fewest || !first || !last) return null;
  if (last.day - first.day + 1 - known.length > Math.max(BRIDGED, known.length / 4)) return null;
  const mean = known.reduce((sum, { charge }) => sum + charge, 0) / known.length;
  let taken = 0;
  const lost = known.map(({ level, day }, i) => {
    const before = known[i - 1];
    if (before) taken += before.charge + (day - before.day - 1) * mean;
    return CAPACITY * level - RETURNED * taken;
  });
  const at = known.map(({ day }) => day);
  const trend = huberTrend(at, lost);
  const kept = huberTrend(
    at,
    known.map(({ level }) => CAPACITY * level),
  );
  if (!trend || !kept) return null;
  return { use: -trend.rate / 24, error: (trend.error + UNSURE_CAPACITY * Math.abs(kept.rate)) / 24 };
}

const surely = ({ use, error }: Use): number => use - error;

/** Days for which the cause is still sought after a battery ran empty: an empty battery shows no balance. */
const SINCE_EMPTY = 21;

interface Compared {
  readonly recent: Use;
  readonly before: Use | null;
}

/**
 * Consumption in the days up to a moment, ms, by the span that shows more, and in the weeks before; null if
 * the newer is uncertain.
 */
function comparedAt(days: readonly Day[], end: number): Compared | null {
  const between = (from: number, to: number) =>
    days.filter(({ start }) => start > end - from * DAY && start <= end - to * DAY);
  const [long, short] = [
    useOf(between(USE_NOW + 1, 0.5), MIN_USE),
    useOf(between(USE_NEW + 1, 0.5), MIN_NEW),
  ];
  const recent = long && short && surely(short) > surely(long) ? short : (long ?? short);
  return recent && { recent, before: useOf(between(...USE_BEFORE), MIN_USE) };
}

/** The same until the battery ran empty, if it did so recently and still is; null otherwise. */
function untilEmpty({ days, now }: DiagnosticContext): Compared | null {
  const empty = days.filter(
    ({ start, lowest }) => start > now - SINCE_EMPTY * DAY && lowest !== null && chargeAt(lowest) < EMPTY,
  );
  // A cold night lowers the voltage of a battery that is not empty: it recovers without a charge.
  if (empty.at(-1)?.start !== days.findLast(({ lowest }) => lowest !== null)?.start) return null;
  for (const { start } of empty.reverse()) {
    const compared = comparedAt(days, start);
    if (compared?.before) return compared;
  }
  return null;
}

/**
 * Mean current drawn, mA, compared with earlier weeks: moisture, a sensor that does not sleep, a modem that
 * searches.
 */
export function currentDrain(context: DiagnosticContext): Finding {
  const { days, now, interval } = context;
  if ((interval ?? 600) > SELDOM) return notWatched('current_drain', 'mA', interval!);
  const lately = comparedAt(days, now);
  const { recent, before } = lately ?? untilEmpty(context) ?? {};
  if (!recent || !before) return notEvaluable('current_drain', 'mA', 'too_few_days');
  const usual = Math.max(SLEEPS, before.use);
  const more = recent.use - usual;
  // Minus the errors of both: only a certain increase counts.
  const least = more - Math.hypot(recent.error, before.error);
  const high = least + usual > TIMES * usual ? gradeOf(least, ...DRAIN) : 'good';
  // A drain explains a low battery, and one that has emptied it is as bad as an empty battery.
  const verdict = high === 'watch' && !lately ? 'bad' : high;
  return makeFinding(
    'current_drain',
    recent.use,
    'mA',
    verdict,
    { before: usual, more },
    verdict === 'good'
      ? {}
      : {
          confidence: more > 6 ? 0.92 : 0.82,
          candidates: [mayBe(row, 'battery_aged')],
        },
  );
}
