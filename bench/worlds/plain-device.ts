/** An AERO of a world written from docs/domain.md alone. */
import type { Draws } from '@aerowatch/simulator/prng';
import { PER_DAY, type Sky, STEP } from './plain-sky.ts';

const ATMOSPHERE = 1.013;
const ZERO = 273.15;

export interface Device {
  readonly modelType: 480 | 1000;
  readonly conductor: string;
  /** Regularized length, m. */
  readonly length: number;
  readonly sign: 1 | -1;
  readonly stroke: number;
  readonly middle: number;
  /** Axial stiffness, N; tension at rest, N; friction as a share of it. */
  readonly stiffness: number;
  readonly tension: number;
  readonly friction: number;
  readonly tuning: number;
  readonly pressure: number;
  /** Heating of wire and body by the sun, °C at 1000 W/m², and of the wire by the current at its peak. */
  readonly wireSun: number;
  readonly current: number;
  readonly lag: { readonly wire: number; readonly body: number };
}

const CONDUCTORS = [
  { name: 'contact 107', stiffness: 12.84e6, tension: 10_000 },
  { name: 'contact 120', stiffness: 14.4e6, tension: 12_000 },
  { name: 'contact 150', stiffness: 18e6, tension: 20_000 },
  { name: 'bronze 65', stiffness: 7e6, tension: 10_000 },
] as const;
const ALPHA = 17e-6;

export function deviceOf(draws: Draws): Device {
  const modelType = draws.chance(0.5) ? 480 : 1000;
  const conductor = CONDUCTORS[draws.integer(0, CONDUCTORS.length - 1)]!;
  const stroke = modelType;
  return {
    modelType,
    conductor: conductor.name,
    length: modelType === 480 ? draws.uniform(180, 380) : draws.uniform(450, 750),
    sign: draws.chance(0.2) ? -1 : 1,
    stroke,
    middle: stroke * (0.5 + draws.normal(0, 0.06)),
    stiffness: conductor.stiffness,
    tension: conductor.tension,
    friction: 0.02 * Math.exp(draws.normal(0, 0.3)),
    tuning: draws.normal(1, 0.08),
    pressure: 100 * (1 + draws.normal(0, 0.08)),
    wireSun: draws.uniform(9, 15),
    current: draws.uniform(0, 6),
    lag: { wire: draws.uniform(5, 15), body: draws.uniform(30, 60) },
  };
}

/** The variables that change from step to step. */
export interface State {
  readonly stroke: number;
  readonly wire: number;
  readonly body: number;
}

/**
 * Where the ram comes to rest: at the edge of the friction band that it was pushed over, else unchanged, mm.
 */
function moved(device: Device, from: number, wire: number, gas: number, quantity: number): number {
  const { length, stiffness, tension, friction, tuning, stroke, middle, sign } = device;
  // Elongation of the wire in metres; the gas column is tuned by kappa to alpha L T0.
  const column = (ALPHA * length * 288.15) / tuning;
  const excess = (at: number) => {
    const x = (sign * (at - middle)) / 1000;
    const pull = tension + stiffness * (x / length - ALPHA * (wire - 15));
    const push = tension * ((quantity * ((gas + ZERO) / 288.15)) / (1 + x / column));
    return sign * (pull - push);
  };
  const band = friction * tension;
  const now = excess(from);
  if (Math.abs(now) <= band) return Math.min(stroke, Math.max(0, from));
  // `excess` grows with stroke by a nearly constant slope: two Newton steps are exact to a hundredth.
  let at = from;
  for (let i = 0; i < 3; i++) {
    const gradient = (excess(at + 0.5) - excess(at - 0.5)) / 1;
    at -= (excess(at) - Math.sign(now) * band) / gradient;
  }
  return Math.min(stroke, Math.max(0, at));
}

const keep = (minutes: number) => Math.exp(-STEP / minutes);

export const atRest = (device: Device, air: number): State => ({
  stroke: device.middle + device.sign * ALPHA * device.length * 1000 * (air - 15),
  wire: air,
  body: air,
});

/**
 * One step: temperatures of wire and body, then the ram. `traffic` 0 to 1; `creep` mm; `quantity` of gas, 1
 * healthy.
 */
export function step(
  device: Device,
  state: State,
  outside: { air: number; sun: number; traffic: number; creep: number; quantity: number },
): State {
  const { air, sun, traffic, creep, quantity } = outside;
  const warm = air + (device.wireSun * sun) / 1000 + device.current * traffic;
  const wire = warm + (state.wire - warm) * keep(device.lag.wire);
  const skin = air + (6 * sun) / 1000;
  const body = skin + (state.body - skin) * keep(device.lag.body);
  const shifted = { ...device, middle: device.middle + creep };
  return { stroke: moved(shifted, state.stroke, wire, body, quantity), wire, body };
}

/** Pressure above the atmosphere, bar. */
export function pressureOf(device: Device, { stroke, body }: State, quantity: number, creep: number): number {
  const column = (ALPHA * device.length * 288.15) / device.tuning;
  const x = (device.sign * (stroke - device.middle - creep)) / 1000;
  return device.pressure * ((quantity * ((body + ZERO) / 288.15)) / (1 + x / column)) - ATMOSPHERE;
}

/** Traffic in an hour, 0 to 1: two peaks, none at night. */
export function trafficOf(k: number): number {
  const hour = (k * STEP) / 60;
  return Math.exp(-(((hour - 8) / 2) ** 2)) * 0.8 + Math.exp(-(((hour - 17.5) / 2.5) ** 2)) + 0.15;
}

/**
 * True position when its own thermometer reads a temperature as the extreme of a clear day: the middle of the
 * half hour around it, mm.
 */
export function standsAt(
  device: Device,
  state: State,
  days: (air: number) => Sky,
  temperature: number,
  hot: boolean,
  now: { creep: number; quantity: number },
): number {
  let air = temperature;
  let found = state.stroke;
  // The air temperature at which the body has the requested one: the body follows the air one to one.
  for (let i = 0; i < 3; i++) {
    const sky = days(air);
    let one = state;
    let best = hot ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const first = sky.air.length - PER_DAY;
    const strokes: number[] = [];
    let at = first;
    for (let k = 0; k < sky.air.length; k++) {
      one = step(device, one, {
        air: sky.air[k]!,
        sun: sky.sun[k]!,
        traffic: trafficOf(k % PER_DAY),
        ...now,
      });
      strokes.push(one.stroke);
      if (k >= first && (hot ? one.body > best : one.body < best)) {
        best = one.body;
        at = k;
      }
    }
    const near = strokes.slice(Math.max(0, at - 1), at + 2).sort((a, b) => a - b);
    found = near[Math.floor(near.length / 2)]!;
    air += temperature - best;
  }
  return found;
}
