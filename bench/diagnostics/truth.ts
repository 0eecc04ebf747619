/** What really is so, from the simulator's physics alone: where an AERO reaches its stops. */
import { influence, soundInfluences } from '@aerowatch/simulator/physics/influences';
import { settle, strokeReading } from '@aerowatch/simulator/physics/tensioner';
import type { Case } from './cases.ts';

/** Device temperatures an AERO must be ready for, as the diagnosis takes them, °C. */
const HOT = 40;
const COLD = -15;
/** °C by which the device is over the air in full sun (domain.md 6.4). */
const SUN_ON_DEVICE = 6;
/** Steps of the sweep, °C. */
const STEP = 0.25;

/**
 * Device temperature at which the true ram, moved there from 15 °C, comes within its safety margin of a stop:
 * cold nights without sun or trains, hot noons in full sun with trains. Null when not within 60 °C of 15 °C.
 */
export function trueStop({ box, aero, fault }: Case, end: 'hot' | 'cold', time: number): number | null {
  const { tensioner, stroke_min_offset: low, stroke_max_offset: high } = box.aeros[aero]!;
  const state = soundInfluences();
  influence(state, tensioner, fault?.aero === undefined ? [] : [fault], time);
  state.blocked = false;
  const excess = end === 'hot' ? box.site.sunOnWire - SUN_ON_DEVICE + box.site.joule / 2 : 0;
  const ram = { travel: 0, atEnd: false };
  for (let off = 0; off <= 60; off += STEP) {
    const device = end === 'hot' ? 15 + off : 15 - off;
    // The sun rises with the heat of the day.
    state.wire = device + excess * Math.min(1, off / 20);
    state.gas = device;
    settle(tensioner, state, ram);
    const reading = strokeReading(tensioner, state, ram);
    const outward = (end === 'hot') === (tensioner.sign === 1);
    if (outward ? reading > tensioner.stroke - high : reading < low) return device;
  }
  return null;
}

/** °C by which a stated stop may be off and still be a true finding. */
const TOLERANCE = 1;

/** Whether an AERO truly reaches a stop within the temperatures it must be ready for. */
export function reachesStop(one: Case, end: 'hot' | 'cold', time: number): boolean {
  const at = trueStop(one, end, time);
  return at !== null && (end === 'hot' ? at <= HOT + TOLERANCE : at >= COLD - TOLERANCE);
}

/** Friction, as a share of the tension, from which it is no untruth to speak of too much: the limit is 5 %. */
const RUBS = 0.04;

/** Whether an AERO was built with about as much friction as is allowed. */
export function rubs({ box, aero }: Case): boolean {
  return box.aeros[aero]!.tensioner.friction >= RUBS;
}
