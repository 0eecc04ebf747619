import { batteryResistance, batteryTrend } from './battery.ts';
import { completed } from './completed.ts';
import { buildContext, type DaysInput, type DiagnosticInput, inputOfPoints } from './context.ts';
import { dated } from './dates.ts';
import { drift, driftsOf, pressureSensorDrift, strokeSensorDrift } from './drift.ts';
import { seized, spike, stuckSensor, wireBreak } from './faults.ts';
import {
  type DiagnosticVerdict,
  type Finding,
  type FindingKey,
  withoutSensor,
  worstVerdict,
} from './finding.ts';
import { gasDays } from './gas.ts';
import { panelTrend, shading } from './panel.ts';
import { leak, pressureTrend } from './pressure.ts';
import { primaryOf } from './primary.ts';
import { stops } from './stops.ts';
import { friction, healthRatio, residual } from './stroke.ts';
import { temperatureBias } from './temperature.ts';

export type { DaysInput, DiagnosedAero, DiagnosticInput } from './context.ts';

export interface Diagnosis {
  readonly verdict: DiagnosticVerdict;
  /** The finding that the others come from; null when nothing is wrong. */
  readonly primary: FindingKey | null;
  /** In the order of FINDING_KEYS. */
  readonly findings: Finding[];
}

/** Everything that up to 90 days of measures say about one AERO (domain.md 2.4 and 2.5). */
export function diagnose(input: DiagnosticInput): Diagnosis {
  return diagnoseDays(inputOfPoints(input));
}

/** The same of days that are summed up already: what changes from one day to the next is one day. */
export function diagnoseDays(input: DaysInput): Diagnosis {
  const context = buildContext(input);
  const gas = gasDays(context);
  const drifts = driftsOf(context, gas);
  const cause = drifts?.cause ?? null;
  const held = seized(context);
  const trend = pressureTrend(gas, cause);
  const stuck = stuckSensor(context);
  const made = [
    healthRatio(context),
    residual(context),
    drift(context, drifts),
    trend,
    ...stops(context, held),
    friction(context, held),
    batteryTrend(context),
    panelTrend(context),
    held,
    leak(gas, trend, cause),
    wireBreak(context),
    stuck,
    spike(context),
    strokeSensorDrift(context, drifts, gas),
    pressureSensorDrift(drifts, gas),
    temperatureBias(context, held),
    batteryResistance(context),
    shading(context),
  ].map((finding) => (stuck.verdict === 'good' ? finding : withoutSensor(finding, stuck.details.sensor)));
  const findings = dated(made, { ...input, now: context.now }).map((finding) =>
    completed(finding, context.now),
  );
  return { verdict: worstVerdict(findings), primary: primaryOf(findings), findings };
}
