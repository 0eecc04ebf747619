/** Fills in what a method leaves open: the fault, its curve, what to do, what would change the verdict. */

import { DAY } from '../../durations.ts';
import { type Candidate, type Evidence, type Finding, type FindingKey, stands } from '../finding.ts';
import { FAULT_TABLE } from '../list.ts';
import type { Fault, Urgency } from '../vocabulary.ts';

/** mm of a jump from which the wire has come off rather than slipped in its clamp. */
const LETS_GO = 250;

/** One of several faults, by what the finding holds. */
interface OneOf {
  readonly faults: readonly Fault[];
  readonly of: (finding: Finding) => Fault;
}
/** The fault that each finding names. */
export const NAMES: Readonly<Record<FindingKey, Fault | OneOf>> = {
  health_ratio: 'wrong_length',
  residual: 'off_expected',
  drift: 'creep',
  pressure_trend: 'leak',
  stop_hot: 'stop_hot',
  stop_cold: 'stop_cold',
  friction: 'friction',
  battery_trend: {
    faults: ['battery_low', 'battery_falling'],
    of: ({ details }) => (Number(details.days_under_limit ?? 0) >= 2 ? 'battery_low' : 'battery_falling'),
  },
  panel_trend: 'panel_soiled',
  seized: 'seized',
  leak: 'leak',
  break: {
    faults: ['broken_wire', 'slipped_wire'],
    of: ({ value }) => (Math.abs(value ?? 0) >= LETS_GO ? 'broken_wire' : 'slipped_wire'),
  },
  stuck_sensor: {
    faults: ['pressure_sensor_stuck', 'temperature_sensor_stuck', 'stroke_sensor_stuck'],
    of: ({ details: { sensor } }) =>
      sensor === 'pressure'
        ? 'pressure_sensor_stuck'
        : sensor === 'temperature'
          ? 'temperature_sensor_stuck'
          : 'stroke_sensor_stuck',
  },
  spike: 'loose_connection',
  stroke_sensor_drift: 'stroke_sensor_drift',
  pressure_sensor_drift: 'pressure_sensor_drift',
  temperature_bias: 'sun_on_sensor',
  battery_resistance: 'battery_aged',
  shading: 'panel_shaded',
  burst: 'burst',
  stroke_sensor_step: 'stroke_sensor_step',
  pressure_sensor_step: 'pressure_sensor_step',
  temperature_sensor_step: 'temperature_sensor_step',
  swapped: 'swapped_aeros',
  current_drain: 'current_drain',
  held_one_side: 'held_one_side',
  icing: 'icing',
  unusual: 'unusual',
  silent: 'aero_silent',
  firmware: 'firmware_fell_back',
};

/** The fault behind a finding: the one its method gives, else the one that belongs to its key. */
export function faultOf(finding: Finding): Fault {
  if (finding.fault !== null) return finding.fault;
  const named = NAMES[finding.key];
  return typeof named === 'string' ? named : named.of(finding);
}

/** Days within which to act; null: at the next visit. */
export const DAYS_TO_ACT: Readonly<Record<Urgency, number | null>> = {
  now: 0,
  days: 3,
  weeks: 21,
  next_visit: null,
};

/** What a visit without a baseline reset leaves as well: a ram or a sensor set anew. */
const LEFT_BY_WORK: readonly Fault[] = [
  'slipped_wire',
  'stroke_sensor_step',
  'pressure_sensor_step',
  'temperature_sensor_step',
];
const OR_WORK: Candidate = { cause: 'work_done', tell: 'ask_who_worked' };

/** What else may be the cause; one that was kept since an earlier diagnosis has been completed before. */
const candidatesOf = ({ candidates }: Finding, fault: Fault): readonly Candidate[] =>
  LEFT_BY_WORK.includes(fault) && !candidates.some(({ cause }) => cause === OR_WORK.cause)
    ? [...candidates, OR_WORK]
    : candidates;

/** Findings on what happened from one measure to the next. */
const JUMPS: readonly FindingKey[] = [
  'break',
  'burst',
  'stroke_sensor_step',
  'pressure_sensor_step',
  'temperature_sensor_step',
  'swapped',
];

type Level = Evidence['levels'][number];
const levelAt = (metric: Level['metric'], value: unknown, code: Level['code']): Level[] =>
  typeof value === 'number' ? [{ metric, value, code }] : [];

/** What the curve is to be compared with: the limit it nears, the stops, where the ram is held. */
function levelsOf({ key, value, details, reaches }: Finding): Level[] {
  if (key === 'stop_hot' || key === 'stop_cold')
    return [
      ...levelAt('stroke', details.lower_stop, 'lower_stop'),
      ...levelAt('stroke', details.upper_stop, 'upper_stop'),
    ];
  if (key === 'held_one_side') return levelAt('stroke', value, 'held');
  if (key === 'battery_trend') return levelAt('battery_voltage', details.limit, 'battery_min');
  if (reaches?.what === 'pressure_min') return levelAt('pressure', reaches.level, 'pressure_min');
  if (reaches?.what === 'battery_min') return levelAt('battery_voltage', reaches.level, 'battery_min');
  return [];
}

/** Days shown before the fault began, and in all when its beginning is unknown. */
const BEFORE = 7;
const SHOWN = 30;

function evidenceOf(finding: Finding, fault: Fault, now: number): Evidence {
  const { since } = finding;
  const from = since === null ? now - SHOWN * DAY : Math.min(since - BEFORE * DAY, now - BEFORE * DAY);
  return {
    metrics: FAULT_TABLE[fault].metrics,
    from,
    to: now,
    marks: since === null ? [] : [{ at: since, code: JUMPS.includes(finding.key) ? 'jump' : 'since' }],
    levels: levelsOf(finding),
    series: null,
  };
}

/**
 * The finding with everything its method left open; unchanged if nothing is wrong. `now` (ms) is the time of the
 * newest measure: the act is due that many days after it, but before the earliest time at which the trend reaches
 * its limit.
 */
export function completed(finding: Finding, now: number): Finding {
  if (!stands(finding)) return finding;
  const fault = faultOf(finding);
  const row = FAULT_TABLE[fault];
  const urgency = finding.verdict === 'bad' ? row.bad : row.watch;
  const within = DAYS_TO_ACT[urgency];
  const latest = within === null ? null : now + within * DAY;
  const reached = finding.reaches?.earliest ?? null;
  const by = latest === null || (reached !== null && reached < latest) ? reached : latest;
  const candidates = candidatesOf(finding, fault);
  const maybe = candidates.map(({ cause }) => cause);
  return {
    ...finding,
    fault,
    candidates,
    // What it may also be is not ruled out.
    ruled_out: finding.ruled_out.filter(({ cause }) => !maybe.includes(cause)),
    evidence: finding.evidence ?? evidenceOf(finding, fault, now),
    would_change: finding.would_change ?? row.would_change,
    act: finding.act ?? { code: row.act, urgency, by: by === null ? null : Math.max(by, now) },
  };
}
