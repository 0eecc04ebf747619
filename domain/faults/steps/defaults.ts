/** Fills in what a method leaves open: the fault, its curve, the act, and what would change the verdict. */

import { DAY } from '../../durations.ts';
import { type Candidate, type Evidence, type Finding, faultOf, isReported } from '../finding.ts';
import { FAULT_ROWS, type KeyedFaultRow } from '../list.ts';
import type { Urgency } from '../vocabulary.ts';

/** Days within which to act; null: at the next visit. */
export const DAYS_TO_ACT: Readonly<Record<Urgency, number | null>> = {
  now: 0,
  days: 3,
  weeks: 21,
  next_visit: null,
};

/** A visit without a baseline reset leaves the same trace: a ram or a sensor that was readjusted. */
const OR_WORK: Candidate = { cause: 'work_done', tell: 'ask_who_worked' };

/** Other possible causes. A finding kept since an earlier diagnosis is already complete. */
const candidatesOf = ({ candidates }: Finding, row: KeyedFaultRow): readonly Candidate[] =>
  row.impostors.work_done && !candidates.some(({ cause }) => cause === OR_WORK.cause)
    ? [...candidates, OR_WORK]
    : candidates;

type Level = Evidence['levels'][number];
const levelAt = (metric: Level['metric'], value: unknown, code: Level['code']): Level[] =>
  typeof value === 'number' ? [{ metric, value, code }] : [];

/** The reference lines of the curve: those of its row, else the limit that it approaches. */
function levelsOf({ value, details, reaches }: Finding, { curve }: KeyedFaultRow): Level[] {
  if (curve.levels.length > 0)
    return curve.levels.flatMap(({ metric, code, detail }) =>
      levelAt(metric, detail === null ? value : details[detail], code),
    );
  if (reaches?.what === 'pressure_min') return levelAt('pressure', reaches.level, 'pressure_min');
  if (reaches?.what === 'battery_min') return levelAt('battery_voltage', reaches.level, 'battery_min');
  return [];
}

/** Days shown before the fault began, and days shown when its beginning is unknown. */
const BEFORE = 7;
const SHOWN = 30;

function evidenceOf(finding: Finding, row: KeyedFaultRow, now: number): Evidence {
  const { since } = finding;
  const from = since === null ? now - SHOWN * DAY : Math.min(since - BEFORE * DAY, now - BEFORE * DAY);
  return {
    metrics: row.curve.metrics,
    from,
    to: now,
    marks: since === null ? [] : [{ at: since, code: row.curve.mark }],
    levels: levelsOf(finding, row),
    series: null,
  };
}

/**
 * The finding with everything its method left open; unchanged if nothing is wrong. `now` (ms) is the time of
 * the newest measure: the act is due that many days after it, but before the earliest time at which the trend
 * reaches its limit.
 */
export function withDefaults(finding: Finding, now: number): Finding {
  if (!isReported(finding)) return finding;
  const fault = faultOf(finding);
  const row = FAULT_ROWS[fault];
  const urgency = finding.verdict === 'bad' ? row.urgency.bad : row.urgency.watch;
  const within = DAYS_TO_ACT[urgency];
  const latest = within === null ? null : now + within * DAY;
  const reached = finding.reaches?.earliest ?? null;
  const by = latest === null || (reached !== null && reached < latest) ? reached : latest;
  const candidates = candidatesOf(finding, row);
  const maybe = candidates.map(({ cause }) => cause);
  return {
    ...finding,
    fault,
    candidates,
    // A possible cause is not listed as ruled out.
    ruled_out: finding.ruled_out.filter(({ cause }) => !maybe.includes(cause)),
    evidence: finding.evidence ?? evidenceOf(finding, row, now),
    would_change: finding.would_change ?? row.wouldChange,
    act: finding.act ?? { code: row.act, urgency, by: by === null ? null : Math.max(by, now) },
  };
}
