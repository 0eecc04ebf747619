/** The finding on the current drawn from the battery: the balance of charge and level against use. */

import { DAY } from '../durations.ts';
import type { DiagnosticContext } from './context.ts';
import type { Day } from './days.ts';
import { type Finding, found, graded, notEvaluable, notWatched } from './finding.ts';
import { SELDOM } from './interval.ts';
import { chargeAt } from './open-circuit.ts';
import { huberTrend } from './plane.ts';

/** Nominal capacity, mAh, and the share of a charge that can be drawn again. */
const CAPACITY = 6800;
const RETURNED = 0.97;
/** Days of consumption now; days ago between which it was before; fewest days with a known charge. */
const USE_NOW = 12;
const USE_BEFORE = [60, 12] as const;
const MIN_USE = 8;
/** mA more than before, watch and bad. */
const DRAIN = [4, 12] as const;
/** Share by which the capacity may differ from the nominal: age, cold, another cell. */
const UNSURE_CAPACITY = 0.35;
/** Factor on the former consumption. */
const TIMES = 1.6;
/** State of charge below which the voltage gives no balance: only days after it count; mA that any box draws. */
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
 * Mean current drawn over some days: what the level would have lost without the charge taken in until then. The level
 * of a day is that of its dawn, before its charge. Null if uncertain.
 */
function useOf(days: readonly Day[]): Use | null {
  const all = days.flatMap(({ start, charge, lowest }) =>
    charge === null || lowest === null ? [] : [{ day: start / DAY, charge, level: chargeAt(lowest) }],
  );
  const known = all.slice(all.findLastIndex(({ level }) => level < EMPTY) + 1);
  const first = known[0];
  const last = known.at(-1);
  if (known.length < MIN_USE || !first || !last) return null;
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

/** Mean current drawn, mA, against earlier weeks: moisture, a sensor that does not sleep, a modem that searches. */
export function currentDrain(context: DiagnosticContext): Finding {
  const { days, now, interval } = context;
  if ((interval ?? 600) > SELDOM) return notWatched('current_drain', 'mA', interval!);
  const between = (from: number, to: number) =>
    days.filter(({ start }) => start > now - from * DAY && start <= now - to * DAY);
  const recent = useOf(between(USE_NOW + 1, 0.5));
  if (recent === null) return notEvaluable('current_drain', 'mA', 'too_few_days');
  const before = useOf(between(...USE_BEFORE));
  if (before === null) return notEvaluable('current_drain', 'mA', 'too_few_days');
  const usual = Math.max(SLEEPS, before.use);
  const more = recent.use - usual;
  // Less the errors of both: only what is surely more counts.
  const least = more - Math.hypot(recent.error, before.error);
  const verdict = least + usual > TIMES * usual ? graded(least, ...DRAIN) : 'good';
  return found(
    'current_drain',
    recent.use,
    'mA',
    verdict,
    { before: usual, more },
    verdict === 'good'
      ? {}
      : {
          confidence: more > 6 ? 0.92 : 0.82,
          candidates: [{ cause: 'battery_aged', tell: 'measure_battery' }],
        },
  );
}
