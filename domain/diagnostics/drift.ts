/**
 * Slow drifts, and whose they are. The stroke at the nights' edge (with the temperature taken out) and the
 * amount of gas (pressure with temperature and stroke taken out) drift differently for each cause:
 *
 *   wire creeps or its anchor slips   stroke yes, gas no: the volume really changes and the pressure follows
 *   stroke sensor                     both, in the ratio of the gas law: the volume is believed to change
 *   gas leaks                         gas falls, and the ram draws in by F/(E·S/L + F/h0) of it
 *   pressure sensor                   gas yes, stroke no
 */
import { daysUntilStop, marginAt } from '../physics/end-stop.ts';
import type { DiagnosticContext } from './context.ts';
import { type Edge, edgeOf } from './edge.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';
import type { Cause, Gas, GasDays } from './gas.ts';
import { huberTrend } from './plane.ts';
import { DAY } from './points.ts';

/** What drifts over a stretch of days. */
export interface Drifts {
  readonly edge: Edge;
  /** Relative gas a day, and its standard error; null where the gas cannot be told. */
  readonly gas: { readonly rate: number; readonly error: number } | null;
  readonly cause: Cause;
}

/** Days looked back on, the shorter first: what is new shows there sooner, what is slow in the longer. */
const STRETCHES = [45, 90] as const;
/** Standard errors that make a drift. Looked at every day for years, three would come by chance. */
const SURE = 5;
/** mm/day that are worth saying: watch, bad. */
export const DRIFT_LIMITS = [0.2, 1] as const;
/** Friction that grows opens the loop, and with it moves the edge: what drifts then is no wire. */
const STILL = 0.4;
/** mm by which the loop's depth changes by itself. */
const LOOP_NOISE = 4;
/** Relative gas a day: 0.4 % a month. */
const GAS_LIMIT = 0.004 / 30;

/** The drifts over the stretch that shows most, and their cause. */
export function driftsOf(context: DiagnosticContext, gas: Gas): Drifts | null {
  const all = STRETCHES.flatMap((count): Drifts[] => {
    const edge = edgeOf(context.days, context.now, count);
    if (!edge) return [];
    const rate = typeof gas === 'string' ? null : gasRate(gas, context.now, count);
    return [
      {
        edge,
        gas: rate,
        cause: causeOf(context, edge, rate, typeof gas === 'string' ? 0 : gas.perMm, count),
      },
    ];
  });
  const known = all.find(({ cause }) => cause !== null && cause !== 'unclear');
  return known ?? all.find(({ cause }) => cause !== null) ?? all.at(-1) ?? null;
}

function gasRate(gas: GasDays, now: number, count: number): { rate: number; error: number } | null {
  const from = now / DAY - count;
  const chosen = gas.day.flatMap((day, i) => (day > from ? [i] : []));
  if (chosen.length < 15) return null;
  return huberTrend(
    chosen.map((i) => gas.day[i]!),
    chosen.map((i) => gas.value[i]!),
  );
}

function causeOf(
  { loop, loopBefore, tension, stiffness, input }: DiagnosticContext,
  edge: Edge,
  gas: Drifts['gas'],
  perMm: number,
  count: number,
): Cause {
  const { d, errorD, deviation } = edge;
  const strokes =
    Math.abs(d) >= DRIFT_LIMITS[0] && Math.abs(d) > SURE * errorD && Math.abs(d) * count > 3 * deviation;
  const gases = gas !== null && Math.abs(gas.rate) > Math.max(GAS_LIMIT, SURE * gas.error);
  if (!strokes && !gases) return null;
  if (strokes && d * edge.b > 0 && (loop?.still ?? 0) > STILL) return 'friction';
  // Half the loop's growth moves the edge outwards; about half of the loop is seen.
  const opened = (loop?.depth ?? 0) - (loopBefore?.depth ?? loop?.depth ?? 0);
  if (strokes && d * edge.b > 0 && opened > Math.max(LOOP_NOISE, 0.12 * Math.abs(d) * count))
    return 'friction';
  // Without pressure nothing tells the sensor from the wire, and the wire is the worse.
  if (gas === null) return strokes ? 'wire' : null;
  // The drift of the reading that would explain the gas, mm a day.
  const reading = gas.rate / -perMm;
  if (strokes) {
    // 1: the reading moves in a volume that stays; 0: the volume moves; 7: gas leaves and the ram draws in.
    const ratio = reading / d;
    const error = Math.hypot(gas.error / perMm, ratio * errorD) / Math.abs(d);
    if (ratio - 2 * error > 2.5) return 'gas';
    if (ratio + 2 * error < 0.5) return 'wire';
    return ratio - 2 * error > 0.5 && ratio < 2.5 ? 'stroke_sensor' : 'unclear';
  }
  if (Math.abs(d - reading) < 4 * errorD) return gas.rate < 0 ? 'gas' : null;
  // Gas does not come back by itself.
  if (gas.rate > 0) return 'pressure_sensor';
  const { regularized_length: length } = input.aero;
  if (tension === null || !length) return 'gas';
  // How far the ram draws in for what is lost, towards the cold side.
  const drawn =
    (gas.rate * Math.sign(edge.b) * tension) / (stiffness / length / 1000 + tension * Math.abs(perMm));
  const still = Math.abs(d) < 0.4 * Math.abs(drawn) && Math.abs(d - drawn) > 3 * errorD;
  return still ? 'pressure_sensor' : 'gas';
}

/** Slow travel of the ram at the nights' edge, mm/day: creep of the conductor or of the fixed point. */
export function drift(context: DiagnosticContext, drifts: Drifts | null): Finding {
  const { model, travel, input, extremes } = context;
  if (typeof model === 'string') return notEvaluable('drift', 'mm/d', model);
  if (drifts === null) return notEvaluable('drift', 'mm/d', 'too_few_days');
  const { edge, cause } = drifts;
  const { stroke_min_offset, stroke_max_offset } = input.aero;
  const stops =
    travel === null
      ? null
      : { min: 0, max: travel, minOffset: stroke_min_offset ?? 0, maxOffset: stroke_max_offset ?? 0 };
  // A ram that moves outwards meets its upper stop at the temperature that extends it most.
  const outermost = edge.d > 0 === model.b > 0 ? extremes.hot : extremes.cold;
  const days = stops && daysUntilStop(marginAt(model, stops, outermost), edge.d, edge.errorD);
  return found(
    'drift',
    edge.d,
    'mm/d',
    // What is not clear yet waits: some days more tell the wire from its sensor.
    cause === 'wire' ? graded(Math.abs(edge.d), ...DRIFT_LIMITS) : 'good',
    {
      error: edge.errorD,
      days: edge.n,
      days_until_stop: days,
      cause,
    },
  );
}

/** Drift of the stroke sensor itself, mm/day: the reading moves, the gas says that the ram does not. */
export function strokeSensorDrift(context: DiagnosticContext, drifts: Drifts | null, gas: Gas): Finding {
  const { model } = context;
  if (typeof model === 'string') return notEvaluable('stroke_sensor_drift', 'mm/d', model);
  if (typeof gas === 'string') return notEvaluable('stroke_sensor_drift', 'mm/d', gas);
  if (!drifts?.gas) return notEvaluable('stroke_sensor_drift', 'mm/d', 'too_few_days');
  const value = drifts.cause === 'stroke_sensor' ? drifts.edge.d : 0;
  return found(
    'stroke_sensor_drift',
    value,
    'mm/d',
    value === 0 ? 'good' : graded(Math.abs(value), ...DRIFT_LIMITS),
    {
      stroke: drifts.edge.d,
      by_gas: drifts.gas.rate / -gas.perMm,
      error: drifts.edge.errorD,
      days: drifts.edge.n,
    },
  );
}

/** Drift of the pressure sensor itself, % a month: the pressure moves, the ram says that the gas does not. */
export function pressureSensorDrift(drifts: Drifts | null, gas: Gas): Finding {
  if (typeof gas === 'string') return notEvaluable('pressure_sensor_drift', '%/month', gas);
  if (!drifts?.gas) return notEvaluable('pressure_sensor_drift', '%/month', 'too_few_days');
  const monthly = drifts.gas.rate * 3000;
  const value = drifts.cause === 'pressure_sensor' ? monthly : 0;
  return found(
    'pressure_sensor_drift',
    value,
    '%/month',
    value === 0 ? 'good' : graded(Math.abs(value), 0.4, 3),
    { gas: monthly, stroke: drifts.edge.d, error: drifts.gas.error * 3000, days: drifts.edge.n },
  );
}
