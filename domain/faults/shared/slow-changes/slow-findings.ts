/** Findings on drifts and steps, by origin: wire, gas, or one of the two sensors. */

import { DAY } from '../../../durations.ts';
import {
  type Candidate,
  type Finding,
  found,
  graded,
  type NotEvaluable,
  notEvaluable,
  notWatched,
  type RuledOut,
  type Said,
} from '../../finding.ts';
import type { CauseCode, FindingKey } from '../../list.ts';
import type { DiagnosticContext } from '../context.ts';
import { huberPlane } from '../fits/plane.ts';
import type { Change } from './changes.ts';
import { inLoop, whyUnnamed } from './no-fault.ts';
import type { Origin } from './origin.ts';
import { isShared } from './shared-change.ts';
import { confidenceOf, isSure, NAMED, otherOrigin, realityOf, SLIP_BAD } from './verdict-of-change.ts';
import { type Warmer, warmerReading } from './warmer-reading.ts';
import { isWorkDone } from './work-done.ts';

/** mm a day from which a drift is watched and bad, and mm it must have reached; creep of a new wire stays below. */
const DRIFT = [0.2, 1] as const;
const DRIFTED = [12, 30] as const;
/** Days it must have lasted, unless it has reached what is bad. */
const GOES_ON = 13;
/** Steps of the wire and of the stroke reading, watch and bad, mm. */
const SLIP = [25, SLIP_BAD] as const;
const STROKE_STEP = [12, 150] as const;
/** Gas: % a month and % lost, and % lost from which a rate counts; pressure sensor: % a month and % of a step. */
const LEAK_RATE = [0.5, 2] as const;
const LEAK_LOST = [3, 7] as const;
const MIN_LOST = 0.8;
const PRESSURE_RATE = [0.4, 6] as const;
const PRESSURE_STEP = [0.8, 15] as const;

const CAUSES: Readonly<Record<Origin, { step: CauseCode; ramp: CauseCode }>> = {
  wire: { step: 'slipped_wire', ramp: 'creep' },
  stroke_sensor: { step: 'stroke_sensor_step', ramp: 'stroke_sensor_drift' },
  gas: { step: 'leak', ramp: 'leak' },
  pressure_sensor: { step: 'pressure_sensor_step', ramp: 'pressure_sensor_drift' },
};
const TELLS = {
  wire: 'look_at_wire',
  stroke_sensor: 'measure_stroke',
  gas: 'read_gauge',
  pressure_sensor: 'read_gauge',
} as const;
const RULED: Readonly<Record<Origin, readonly RuledOut[]>> = {
  wire: [{ cause: 'stroke_sensor_step', by: 'gas_follows' }],
  stroke_sensor: [{ cause: 'slipped_wire', by: 'pressure_stays' }],
  gas: [{ cause: 'pressure_sensor_drift', by: 'stroke_follows' }],
  pressure_sensor: [{ cause: 'leak', by: 'stroke_stays' }],
};

function saidOf(change: Change): Partial<Said> {
  const other = otherOrigin(change);
  const candidates: Candidate[] = other
    ? [{ cause: CAUSES[other][change.shape], tell: TELLS[other], confidence: change.chances[other] }]
    : [];
  return {
    since: change.since * DAY,
    confidence: confidenceOf(change, change.origin),
    candidates,
    ruled_out: other ? [] : RULED[change.origin],
  };
}

/** The same for a falling pressure to be its sensor's: a leak that has just begun has not drawn the ram in yet. */
const NAMED_FALLING = 0.88;

/** The finding that a change makes. */
interface Slow {
  readonly key: FindingKey;
  readonly value: number;
  readonly verdict: 'good' | 'watch' | 'bad';
}

/** The finding that a change makes; null while its origin is too uncertain to be named. */
function slowOf(change: Change): Slow | null {
  const early = change.shape === 'ramp' && change.origin === 'pressure_sensor' && change.gas < 0;
  if (change.chances[change.origin] < (early ? NAMED_FALLING : NAMED)) return null;
  return change.shape === 'step' ? STEPS[change.origin](change) : RAMPS[change.origin](change);
}

const percentOf = ({ gas }: Change) => 100 * Math.abs(gas);
const gasLeft = ({ gas }: Change) => 100 * Math.exp(gas);
const monthlyOf = ({ gas, lasts }: Change) => (3000 * gas) / Math.max(1, lasts);

const STEPS: Readonly<Record<Origin, (change: Change) => Slow>> = {
  wire: ({ stroke }) => ({ key: 'break', value: stroke, verdict: graded(Math.abs(stroke), ...SLIP) }),
  stroke_sensor: ({ stroke }) => ({
    key: 'stroke_sensor_step',
    value: stroke,
    verdict: graded(Math.abs(stroke), ...STROKE_STEP),
  }),
  gas: (change) => ({
    key: 'leak',
    value: gasLeft(change),
    verdict: graded(percentOf(change), ...LEAK_LOST),
  }),
  pressure_sensor: (change) => ({
    key: 'pressure_sensor_step',
    value: 100 * change.gas,
    verdict: graded(percentOf(change), ...PRESSURE_STEP),
  }),
};

const RAMPS: Readonly<Record<Origin, (change: Change) => Slow>> = {
  wire: (change) => driftOf(change, 'drift'),
  stroke_sensor: (change) => driftOf(change, 'stroke_sensor_drift'),
  gas: (change) => {
    const part = percentOf(change);
    const byRate = part < MIN_LOST ? 'good' : graded(-monthlyOf(change), ...LEAK_RATE);
    return { key: 'leak', value: gasLeft(change), verdict: part >= LEAK_LOST[1] ? 'bad' : byRate };
  },
  pressure_sensor: (change) => ({
    key: 'pressure_sensor_drift',
    value: monthlyOf(change),
    verdict: percentOf(change) < MIN_LOST ? 'good' : graded(Math.abs(monthlyOf(change)), ...PRESSURE_RATE),
  }),
};

/** A drift of the stroke, mm a day; good while it is short or has reached little. */
function driftOf({ stroke, lasts }: Change, key: 'drift' | 'stroke_sensor_drift'): Slow {
  const rate = stroke / Math.max(1, lasts);
  const byWay = graded(Math.abs(stroke), ...DRIFTED);
  const byRate = lasts < GOES_ON && byWay !== 'bad' ? 'good' : graded(Math.abs(rate), ...DRIFT);
  return { key, value: rate, verdict: byRate === 'good' || byWay === 'bad' ? byRate : byWay };
}

/** The findings made here, with their units. */
const UNITS = {
  drift: 'mm/d',
  pressure_trend: '%/month',
  leak: '%',
  stroke_sensor_drift: 'mm/d',
  pressure_sensor_drift: '%/month',
  stroke_sensor_step: 'mm',
  pressure_sensor_step: '%',
  temperature_sensor_step: 'K',
} as const;
export type SlowKey = keyof typeof UNITS;

/** Trend of the gas over the last 30 nights, % a month, temperature compensated; null with fewer than 15 nights. */
function gasTrend({ nights, now }: DiagnosticContext): number | null {
  const chosen = Array.from({ length: nights.n }, (_, i) => i).filter(
    (i) => nights.day[i]! > now / DAY - 30 && !Number.isNaN(nights.gas[i]!),
  );
  if (chosen.length < 15) return null;
  const plane = huberPlane(
    chosen.map((i) => nights.temperature[i]!),
    chosen.map((i) => nights.day[i]!),
    chosen.map((i) => nights.gas[i]!),
  );
  return plane && plane.d * 3000;
}

/** `slip`: a step of the wire, if there is one; `worked`: people have set the ram anew, which is no fault. */
interface SlowFindings {
  readonly findings: Record<SlowKey, Finding>;
  readonly slip: Finding | null;
  readonly worked: boolean;
}

/**
 * Findings on slow changes and steps of the nights. `blind`: why none can be evaluated (a sensor is stuck, the ram is
 * held); `suspended`: friction grows, which moves the nights by itself.
 */
export function slowFindings(
  context: DiagnosticContext,
  blind: NotEvaluable | null,
  suspended: boolean,
): SlowFindings {
  const { change, nights } = context;
  const reason = blind ?? missing(context);
  const keys = Object.keys(UNITS) as SlowKey[];
  const none = Object.fromEntries(
    keys.map((key) => [key, reason ? notEvaluable(key, UNITS[key], reason) : goodOf(context, key)]),
  ) as Record<SlowKey, Finding>;
  const nothing: SlowFindings = { findings: none, slip: null, worked: false };
  if (reason || !change || !isSure(change, context.interval, nights)) return nothing;
  const warmer = warmerReading(context, change);
  if (warmer.certain) return ofTemperature(change, warmer.step!, nothing);
  const slow = slowOf(change);
  const worked = isWorkDone(context, change);
  if (!slow || slow.verdict === 'good') return { ...nothing, worked };
  const why = inLoop(context, change) ? 'log_time' : whyUnnamed(context, change, slow, suspended);
  if (why === 'no_fault') return nothing;
  if (why !== null) return unseen(nothing, slow.key, why, context.interval!);
  // What the twin shows too is weather, and moves no stop.
  if (worked) return { ...nothing, slip: takenUp(change, slow), worked: !isShared(context, change) };
  return named(change, slow, warmer, nothing);
}

/** A change as the finding that names it. */
function named(change: Change, slow: Slow, warmer: Warmer, nothing: SlowFindings): SlowFindings {
  const none = nothing.findings;
  const ofReading = slow.key === 'stroke_sensor_step';
  const said = saidOf(change);
  const candidates = warmer.known || !ofReading ? said.candidates! : [...said.candidates!, OR_WARMER];
  const finding = (key: FindingKey, value: number, unit: string | null) =>
    found(key, value, unit, slow.verdict, detailsOf(change), { ...said, candidates });
  if (slow.key === 'break') return { ...nothing, slip: finding('break', slow.value, 'mm') };
  if (ofReading && warmer.step !== null) return ofTemperature(change, warmer.step, nothing);
  const key = slow.key as SlowKey;
  const findings = { ...none, [key]: finding(key, slow.value, UNITS[key]) };
  if (key === 'leak' && change.shape === 'ramp')
    findings.pressure_trend = finding('pressure_trend', (3000 * change.gas) / change.lasts, '%/month');
  return { ...nothing, findings };
}

/** The step of a temperature by so many °C, which explains that of the stroke. */
function ofTemperature(change: Change, degrees: number, nothing: SlowFindings): SlowFindings {
  const key = 'temperature_sensor_step';
  const verdict = graded(Math.abs(change.stroke), ...STROKE_STEP);
  const said = { since: change.since * DAY, confidence: realityOf(change) };
  const finding = found(key, degrees, UNITS[key], verdict, detailsOf(change), verdict === 'good' ? {} : said);
  return { ...nothing, findings: { ...nothing.findings, [key]: finding } };
}

/** A wire that people took up is no fault; the way it went stays on record. */
const takenUp = (change: Change, { key, value }: Slow): Finding | null =>
  key === 'break' ? found(key, value, 'mm', 'good', detailsOf(change)) : null;

/** A change that cannot be told from what is no fault: neither reported nor called good. */
function unseen(nothing: SlowFindings, key: FindingKey, why: NotEvaluable, interval: number): SlowFindings {
  const unit = key === 'break' ? 'mm' : UNITS[key as SlowKey];
  const finding = why === 'log_time' ? notWatched(key, unit, interval) : notEvaluable(key, unit, why);
  return key === 'break'
    ? { ...nothing, slip: finding }
    : { ...nothing, findings: { ...nothing.findings, [key]: finding } };
}

/** Why the nights cannot be evaluated; null when they can. */
function missing({ geometry, baseline, nights }: DiagnosticContext): NotEvaluable | null {
  if (geometry === null) return 'no_length';
  if (baseline !== null) return null;
  return nights.n === 0 ? 'no_data' : 'too_few_days';
}

const detailsOf = (change: Change) => ({
  shape: change.shape,
  days: change.lasts,
  stroke: change.stroke,
  gas: 100 * change.gas,
  error: change.strokeError,
  gas_error: 100 * change.gasError,
});

/** What nobody else measures may be the temperature's step as well: both move the stroke against the temperature alike. */
const OR_WARMER: Candidate = { cause: 'temperature_sensor_step', tell: 'measure_temperature' };

function goodOf(context: DiagnosticContext, key: SlowKey): Finding {
  const { change } = context;
  const days = Math.max(1, change?.lasts ?? 1);
  const ramp = change?.shape === 'ramp' ? change : null;
  const value =
    key === 'pressure_trend'
      ? gasTrend(context)
      : key === 'leak'
        ? 100
        : key === 'drift'
          ? (ramp?.stroke ?? 0) / days
          : 0;
  return found(key, value, UNITS[key], 'good', {});
}
