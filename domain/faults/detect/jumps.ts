/** Finds changes between two measures, by origin: wire, gas, or one of the two sensors. */
import { wireJumped } from '../broken-wire/method.ts';
import { gasBurst } from '../burst/method.ts';
import { type Finding, makeFinding, notEvaluable } from '../finding.ts';
import { pressureJumped } from '../pressure-sensor-step/method.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { standsStill } from '../shared/days/stuck-runs.ts';
import { jumpOf, twinToo } from '../shared/jumps/jump.ts';
import { AFTER, BEFORE } from '../shared/jumps/standing-jump.ts';
import { strokeJumped } from '../stroke-sensor-step/method.ts';

export interface JumpFindings {
  readonly break: Finding;
  readonly burst: Finding;
  /** A step of the stroke or the pressure reading alone. */
  readonly sensor: Finding | null;
}

/** Probability below which the origin of a jump is not named. */
const NAMED = 0.6;

/** Break or slip (mm), burst (% of the gas left) and step of a sensor that persist, with origin and confidence. */
export function jumpFindings(context: DiagnosticContext): JumpFindings {
  const { drive } = context;
  if (drive.n < BEFORE + AFTER) {
    const reason = drive.n === 0 ? 'no_data' : 'too_few_points';
    return {
      break: notEvaluable('break', 'mm', reason),
      burst: notEvaluable('burst', '%', reason),
      sensor: null,
    };
  }
  const nothing: JumpFindings = {
    break: makeFinding('break', 0, 'mm', 'good'),
    burst: makeFinding('burst', 100, '%', 'good'),
    sensor: null,
  };
  const jump = jumpOf(context);
  if (!jump || jump.chance < NAMED || twinToo(context, jump)) return nothing;
  const said = { since: jump.at, confidence: Math.min(0.97, 0.6 + 0.4 * jump.chance) };
  const details = { at: jump.at, stroke: jump.stroke, gas: 100 * jump.gas };
  if (jump.origin === 'wire') return { ...nothing, break: wireJumped(jump, details, said) };
  if (jump.origin === 'gas') return { ...nothing, burst: gasBurst(jump, details, said) };
  if (jump.origin === 'pressure_sensor') return { ...nothing, sensor: pressureJumped(jump, details, said) };
  return standsStill(context.days, 'stroke')
    ? nothing
    : { ...nothing, sensor: strokeJumped(jump, details, said) };
}
