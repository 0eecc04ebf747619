/** The true state, from the simulator's physics alone: where an AERO reaches its stops, and its friction. */
import { influence, soundInfluences } from '@aerowatch/simulator/physics/influences';
import { settle, strokeReading } from '@aerowatch/simulator/physics/tensioner';
import type { Case } from './case.ts';

/** °C by which the device is above the air in full sun (docs/domain.md, "Box"). */
const SUN_ON_DEVICE = 6;
/** Steps of the sweep, °C. */
const STEP = 0.25;

/**
 * Device temperature at which the true ram, moved there from 15 °C, reaches its safety margin of a stop: cold
 * nights without sun or trains, hot noons in full sun with trains. Null if not within 60 °C of 15 °C.
 */
export function trueStop({ box, aero, fault }: Case, end: 'hot' | 'cold', time: number): number | null {
  const { tensioner, stroke_min_offset: low, stroke_max_offset: high } = box.aeros[aero]!;
  const state = soundInfluences();
  influence(state, tensioner, fault?.aero === undefined ? [] : [fault], time);
  state.blocked = false;
  const age = (time - box.installed) / 86_400_000;
  state.creep += (tensioner.settling * Math.log10((Math.max(0, age) + 30) / 395)) / 1000;
  const excess = end === 'hot' ? box.site.sunOnWire - SUN_ON_DEVICE + box.site.joule / 2 : 0;
  const ram = { travel: 0, atEnd: false };
  for (let off = 0; off <= 60; off += STEP) {
    const device = end === 'hot' ? 15 + off : 15 - off;
    // The sun increases with the heat of the day.
    state.wire = device + excess * Math.min(1, off / 20);
    state.gas = device;
    settle(tensioner, state, ram);
    const reading = strokeReading(tensioner, state, ram);
    const outward = (end === 'hot') === (tensioner.sign === 1);
    if (outward ? reading > tensioner.stroke - high : reading < low) return device;
  }
  return null;
}

/** °C by which a stated stop may be off and still count as true. */
const TOLERANCE = 3;

/** Whether an AERO truly reaches a stop within the temperatures of its place, within a tolerance. */
export function reachesStop(one: Case, end: 'hot' | 'cold', time: number, tolerance = TOLERANCE): boolean {
  const at = trueStop(one, end, time);
  const { hot, cold } = one.extremes;
  return at !== null && (end === 'hot' ? at <= hot + tolerance : at >= cold - tolerance);
}

/**
 * Friction, as a share of the tension, from which reporting it as too high counts as true: the limit is 5 %.
 */
const RUBS = 0.045;

/** Whether an AERO's friction is near or above the limit: at rest, in the cold of its place. */
export function rubs({ box, aero }: Case): boolean {
  const { friction, coldFriction, stiction } = box.aeros[aero]!.tensioner;
  return friction * stiction * (1 + 12 * coldFriction) >= RUBS;
}
