/**
 * Calls the methods in order, with the shared inputs: earlier findings decide from what later ones can be
 * computed.
 */
import { silent } from './aero-silent/method.ts';
import { batteryResistance } from './battery-aged/method.ts';
import { batteryTrend } from './battery-falling/method.ts';
import { currentDrain } from './current-drain/method.ts';
import { type JumpFindings, jumpFindings } from './detect/jumps.ts';
import { type SlowFindings, slowFindings } from './detect/slow-changes.ts';
import { detectStillness, type StillnessFindings } from './detect/stillness.ts';
import { type Finding, isReported, type NotEvaluable } from './finding.ts';
import { firmware } from './firmware-fell-back/method.ts';
import { friction } from './friction/method.ts';
import type { FindingKey } from './list.ts';
import { spike } from './loose-connection/method.ts';
import { residual } from './off-expected/method.ts';
import { shading } from './panel-shaded/method.ts';
import { panelTrend } from './panel-soiled/method.ts';
import type { DiagnosticContext } from './shared/context.ts';
import { type EndStops, endStopsOf } from './shared/end-stops.ts';
import { stopCold } from './stop-cold/method.ts';
import { stopHot } from './stop-hot/method.ts';
import { stuckSensor } from './stroke-sensor-stuck/method.ts';
import { temperatureBias } from './sun-on-sensor/method.ts';
import { swapped } from './swapped-aeros/method.ts';
import { unusual } from './unusual/method.ts';
import { healthRatio } from './wrong-length/method.ts';

/** The inputs of the methods. */
export interface Detection {
  readonly context: DiagnosticContext;
  readonly stuck: Finding;
  readonly exchanged: Finding;
  readonly held: StillnessFindings;
  readonly jumps: JumpFindings;
  readonly friction: ReturnType<typeof friction>;
  readonly slow: SlowFindings;
  /** The stops, or why they are unknown. */
  readonly stops: EndStops | NotEvaluable;
  /** Why the ram cannot be evaluated against temperature; null when it can. */
  readonly ramBlind: NotEvaluable | null;
  /**
   * Whether a reported or unconfirmed finding may explain what `rest` sees; set once all others are known.
   */
  readonly explained: boolean;
  /** Whether drift and slip are not watched at this log time, so that their effect counts as explained. */
  readonly unwatched: boolean;
}

/** The method of each finding; a finding without one does not compile. */
export const METHODS: Readonly<Record<FindingKey, (detection: Detection) => Finding>> = {
  stuck_sensor: ({ stuck }) => stuck,
  swapped: ({ exchanged }) => exchanged,
  seized: ({ held, ramBlind }) => unlessStuck(held.seized, ramBlind),
  held_one_side: ({ held, ramBlind }) => unlessStuck(held.oneSide, ramBlind),
  icing: ({ held, ramBlind }) => unlessStuck(held.icing, ramBlind),
  friction: (detection) => detection.friction.finding,
  drift: ({ slow }) => slow.findings.drift,
  leak: ({ slow }) => slow.findings.leak,
  pressure_trend: ({ slow }) => slow.findings.pressure_trend,
  stroke_sensor_drift: ({ slow }) => slow.findings.stroke_sensor_drift,
  pressure_sensor_drift: ({ slow }) => slow.findings.pressure_sensor_drift,
  stroke_sensor_step: (detection) => stepOf(detection, 'stroke_sensor_step'),
  pressure_sensor_step: (detection) => stepOf(detection, 'pressure_sensor_step'),
  temperature_sensor_step: ({ slow }) => slow.findings.temperature_sensor_step,
  break: ({ slow, jumps }) => slow.slip ?? jumps.break,
  burst: ({ jumps }) => jumps.burst,
  stop_hot: ({ stops, context }) => stopHot(stops, context.extremes),
  stop_cold: ({ stops, context }) => stopCold(stops, context.extremes),
  health_ratio: (detection) => healthRatio(detection.context, whyNoSlope(detection)),
  temperature_bias: ({ context, stuck }) => temperatureBias(context, stuckSensorOf(stuck) === 'temperature'),
  battery_trend: ({ context }) => batteryTrend(context),
  battery_resistance: ({ context }) => batteryResistance(context),
  current_drain: ({ context }) => currentDrain(context),
  panel_trend: ({ context }) => panelTrend(context),
  shading: ({ context }) => shading(context),
  spike: ({ context }) => spike(context),
  residual: ({ context, explained }) => residual(context, explained),
  unusual: ({ context, explained, unwatched }) => unusual(context, explained || unwatched),
  silent: ({ context }) => silent(context),
  firmware: ({ context }) => firmware(context),
};

/** `confirm`: a change that moves the stops must be confirmed first, or the stops would follow noise. */
export function detectionOf(context: DiagnosticContext, confirm: (finding: Finding) => Finding): Detection {
  const stuck = stuckSensor(context);
  const exchanged = swapped(context);
  const held = detectStillness(context);
  const jumps = jumpFindings(context);
  const { blind, ramBlind } = blindness(stuckSensorOf(stuck), hadEvent(jumps, exchanged), held);
  const rubs = friction(context, ramBlind);
  const slow = slowFindings(context, blind, isGrowing(rubs) || held.frozen);
  const stopBlind = isReported(held.oneSide) ? null : ramBlind;
  return {
    context,
    stuck,
    exchanged,
    held,
    jumps,
    friction: rubs,
    slow,
    stops: endStopsOf(context, stopBlind, hasMoved(slow, confirm)),
    ramBlind,
    explained: false,
    unwatched: false,
  };
}

/** The sensor that is stuck; null if none is. */
const stuckSensorOf = (stuck: Finding) => (isReported(stuck) ? stuck.details.sensor : null);
const isGrowing = ({ grows, finding }: Detection['friction']) => grows || isReported(finding);
const hadEvent = (jumps: JumpFindings, exchanged: Finding) =>
  isReported(jumps.break) || isReported(jumps.burst) || jumps.sensor !== null || isReported(exchanged);

/** Slow changes that move the ram itself. */
const MOVES = ['drift', 'leak'] as const;
const hasMoved = ({ worked, slip, findings }: SlowFindings, confirm: (finding: Finding) => Finding) =>
  worked ||
  (slip !== null && isReported(confirm(slip))) ||
  MOVES.some((key) => isReported(confirm(findings[key])));

/** Why the slope of the ram cannot be computed; null when it can. */
function whyNoSlope({ ramBlind, friction: rubs, slow }: Detection): NotEvaluable | null {
  if (ramBlind !== null) return ramBlind;
  if (isGrowing(rubs)) return 'does_not_move';
  return slow.slip !== null && isReported(slow.slip) ? 'event' : null;
}

/**
 * The step of a reading: at once, else by the nights. With a stuck temperature every weather front looks like
 * one.
 */
function stepOf(
  { jumps, slow, stuck }: Detection,
  key: 'stroke_sensor_step' | 'pressure_sensor_step',
): Finding {
  const atOnce = stuckSensorOf(stuck) === 'temperature' ? null : jumps.sensor;
  return atOnce?.key === key ? atOnce : slow.findings[key];
}

/**
 * Why stroke and pressure together cannot be evaluated (needs all three sensors), and why the ram against
 * temperature cannot (needs two of them); null when they can.
 */
function blindness(
  sensor: unknown,
  event: boolean,
  { seized, icing, oneSide, past }: StillnessFindings,
): { blind: NotEvaluable | null; ramBlind: NotEvaluable | null } {
  const apart = (...holding: Finding[]) =>
    event ? 'event' : holding.some(isReported) ? 'does_not_move' : null;
  // By day the ram follows again, so that a slow loss of gas or a slip since then shows.
  const holding = past?.isOver ? [seized, oneSide] : [seized, icing, oneSide];
  return {
    blind: sensor === null ? apart(...holding) : 'sensor_stuck',
    ramBlind:
      sensor === 'stroke' || sensor === 'temperature' ? 'sensor_stuck' : apart(seized, icing, oneSide),
  };
}

const unlessStuck = (finding: Finding, ramBlind: NotEvaluable | null): Finding =>
  ramBlind !== 'sensor_stuck'
    ? finding
    : { ...finding, value: null, verdict: 'unknown', evaluable: false, reason: 'sensor_stuck', details: {} };
