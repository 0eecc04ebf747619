import { buildContext, type DiagnosticInput } from './context.ts';
import { seized, stuckSensor, wireBreak } from './faults.ts';
import { type DiagnosticVerdict, type Finding, worstVerdict } from './finding.ts';
import { batteryTrend, panelTrend } from './power.ts';
import { leak, pressureTrend } from './pressure.ts';
import { spike } from './spikes.ts';
import { drift, friction, healthRatio, residual, stops } from './stroke.ts';

export type { DiagnosedAero, DiagnosticInput } from './context.ts';

export interface Diagnosis {
  readonly verdict: DiagnosticVerdict;
  /** In the order of FINDING_KEYS. */
  readonly findings: Finding[];
}

/** Everything that up to 90 days of measures say about one AERO (domain.md 2.4 and 2.5). */
export function diagnose(input: DiagnosticInput): Diagnosis {
  const context = buildContext(input);
  const findings = [
    healthRatio(context),
    residual(context),
    drift(context),
    pressureTrend(context),
    ...stops(context),
    friction(context),
    batteryTrend(context),
    panelTrend(context),
    seized(context),
    leak(context),
    wireBreak(context),
    stuckSensor(context),
    spike(context),
  ];
  return { verdict: worstVerdict(findings), findings };
}
