/** Finds drifts and steps of the nightly values, by origin: wire, gas, or one of the two sensors. */

import { DAY } from '../../durations.ts';
import { creep } from '../creep/fault.ts';
import { creeping } from '../creep/method.ts';
import {
  type Candidate,
  type Finding,
  type FindingDetails,
  makeFinding,
  type NotEvaluable,
  notEvaluable,
  notWatched,
} from '../finding.ts';
import { allRuledOut, mayBe } from '../impostors.ts';
import { leak } from '../leak/fault.ts';
import { gasLost, gasTrend, leaking } from '../leak/method.ts';
import { FAULT_ROWS, type Fault, type FindingKey, findingRow } from '../list.ts';
import { pressureSensorDrift } from '../pressure-sensor-drift/fault.ts';
import { mayBeLeak, pressureDrift } from '../pressure-sensor-drift/method.ts';
import { pressureSensorStep } from '../pressure-sensor-step/fault.ts';
import { pressureStep } from '../pressure-sensor-step/method.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import type { Change } from '../shared/slow-changes/changes.ts';
import { inLoop, whyUnnamed } from '../shared/slow-changes/no-fault.ts';
import type { Origin } from '../shared/slow-changes/origin.ts';
import { isShared } from '../shared/slow-changes/shared-change.ts';
import type { Slow } from '../shared/slow-changes/slow.ts';
import { confidenceOf, isSure, NAMED, otherOrigin } from '../shared/slow-changes/verdict-of-change.ts';
import { type Warmer, warmerReading } from '../shared/slow-changes/warmer-reading.ts';
import { isWorkDone } from '../shared/slow-changes/work-done.ts';
import { slippedWire } from '../slipped-wire/fault.ts';
import { slipped } from '../slipped-wire/method.ts';
import { strokeSensorDrift } from '../stroke-sensor-drift/fault.ts';
import { strokeDrift } from '../stroke-sensor-drift/method.ts';
import { strokeSensorStep } from '../stroke-sensor-step/fault.ts';
import { strokeStep } from '../stroke-sensor-step/method.ts';
import { temperatureStep } from '../temperature-sensor-step/method.ts';

/** The fault of a change by its origin and shape, and its method. */
const BY_ORIGIN: Readonly<
  Record<Origin, Record<Change['shape'], { fault: Fault; method: (change: Change) => Slow }>>
> = {
  wire: {
    step: { fault: slippedWire.key, method: slipped },
    ramp: { fault: creep.key, method: creeping },
  },
  stroke_sensor: {
    step: { fault: strokeSensorStep.key, method: strokeStep },
    ramp: { fault: strokeSensorDrift.key, method: strokeDrift },
  },
  gas: {
    step: { fault: leak.key, method: gasLost },
    ramp: { fault: leak.key, method: leaking },
  },
  pressure_sensor: {
    step: { fault: pressureSensorStep.key, method: pressureStep },
    ramp: { fault: pressureSensorDrift.key, method: pressureDrift },
  },
};

function saidOf(change: Change): Partial<FindingDetails> {
  const row = FAULT_ROWS[BY_ORIGIN[change.origin][change.shape].fault];
  const other = otherOrigin(change);
  const candidates: Candidate[] = other
    ? [mayBe(row, BY_ORIGIN[other][change.shape].fault, { confidence: change.chances[other] })]
    : [];
  return {
    since: change.since * DAY,
    confidence: confidenceOf(change, change.origin),
    candidates,
    ruled_out: other ? [] : allRuledOut(row),
  };
}

/** The finding that a change makes; null while its origin is too uncertain to be named. */
function slowOf(change: Change): Slow | null {
  if (change.chances[change.origin] < NAMED || mayBeLeak(change)) return null;
  return BY_ORIGIN[change.origin][change.shape].method(change);
}

/** The findings made here. */
const KEYS = [
  'drift',
  'pressure_trend',
  'leak',
  'stroke_sensor_drift',
  'pressure_sensor_drift',
  'stroke_sensor_step',
  'pressure_sensor_step',
  'temperature_sensor_step',
] as const satisfies readonly FindingKey[];
export type SlowKey = (typeof KEYS)[number];
const unitOf = (key: FindingKey) => findingRow(key).unit;

/**
 * `slip`: a step of the wire, if there is one; `worked`: people have readjusted the ram, which is no fault.
 */
export interface SlowFindings {
  readonly findings: Record<SlowKey, Finding>;
  readonly slip: Finding | null;
  readonly worked: boolean;
}

/**
 * Findings on slow changes and steps of the nightly values. `blind`: why none can be evaluated (a sensor is
 * stuck, the ram is held); `suspended`: growing friction, which itself moves the nightly values.
 */
export function slowFindings(
  context: DiagnosticContext,
  blind: NotEvaluable | null,
  suspended: boolean,
): SlowFindings {
  const { change, nights } = context;
  const reason = blind ?? missing(context);
  const none = Object.fromEntries(
    KEYS.map((key) => [key, reason ? notEvaluable(key, unitOf(key), reason) : goodOf(context, key)]),
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
  // A change that the twin shows too is caused by weather, and moves no stop.
  if (worked) return { ...nothing, slip: takenUp(change, slow), worked: !isShared(context, change) };
  return named(change, slow, warmer, nothing);
}

/** A change as the finding that names it. */
function named(change: Change, slow: Slow, warmer: Warmer, nothing: SlowFindings): SlowFindings {
  const none = nothing.findings;
  const ofReading = slow.key === 'stroke_sensor_step';
  const said = saidOf(change);
  // Without another sensor to compare, it may be a step of the temperature as well: both move the stroke
  // against it alike.
  const candidates =
    warmer.known || !ofReading
      ? said.candidates!
      : [...said.candidates!, mayBe(strokeSensorStep, 'temperature_sensor_step')];
  const finding = (key: FindingKey, value: number, unit: string | null) =>
    makeFinding(key, value, unit, slow.verdict, detailsOf(change), { ...said, candidates });
  if (slow.key === 'break') return { ...nothing, slip: finding('break', slow.value, 'mm') };
  if (ofReading && warmer.step !== null) return ofTemperature(change, warmer.step, nothing);
  const key = slow.key as SlowKey;
  const findings = { ...none, [key]: finding(key, slow.value, unitOf(key)) };
  if (key === 'leak' && change.shape === 'ramp')
    findings.pressure_trend = finding('pressure_trend', (3000 * change.gas) / change.lasts, '%/month');
  return { ...nothing, findings };
}

/** A step of the temperature by this many °C, which explains that of the stroke. */
const ofTemperature = (change: Change, degrees: number, nothing: SlowFindings): SlowFindings => ({
  ...nothing,
  findings: {
    ...nothing.findings,
    temperature_sensor_step: temperatureStep(change, degrees, detailsOf(change)),
  },
});

/** A wire that people shortened is no fault; the distance stays on record. */
const takenUp = (change: Change, { key, value }: Slow): Finding | null =>
  key === 'break' ? makeFinding(key, value, 'mm', 'good', detailsOf(change)) : null;

/** A change that cannot be told from a harmless one: neither reported nor called good. */
function unseen(nothing: SlowFindings, key: FindingKey, why: NotEvaluable, interval: number): SlowFindings {
  const unit = unitOf(key);
  const finding = why === 'log_time' ? notWatched(key, unit, interval) : notEvaluable(key, unit, why);
  return key === 'break'
    ? { ...nothing, slip: finding }
    : { ...nothing, findings: { ...nothing.findings, [key]: finding } };
}

/** Why the nightly values cannot be evaluated; null when they can. */
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
  return makeFinding(key, value, unitOf(key), 'good', {});
}
