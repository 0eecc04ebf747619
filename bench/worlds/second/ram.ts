import type { FineSky } from './fine-sky.ts';
import { makeMemory, type Random } from './random.ts';
import { ALPHA, CONDUCTORS, type ConductorName, stiffnessN, traffic } from './wire.ts';

const T0 = 288.15;
/** Bar. */
const ATMOSPHERE = 1.013;

/** A tensioner as it really is. */
export interface Ram {
  model: 480 | 1000;
  conductor: ConductorName;
  tensionN: number;
  /** Real length that it compensates, m. */
  lengthM: number;
  /** Share of the tension that friction holds while it moves, and while it starts. */
  friction: number;
  stiction: number;
  /** Tuning of the gas, 1 = constant pressure. */
  kappa: number;
  /** Gauge pressure at 15 °C and the middle, bar. */
  pressureBar: number;
  /** Ram travel at 15 °C, mm. */
  restMm: number;
  /** 1 where the reported stroke rises with heat, else -1. */
  sign: 1 | -1;
  /** Creep of a young wire: mm for every tenfold of its age, and its age at the start, days. */
  creepMm: number;
  ageDays: number;
}

/** What faults do to a ram in one step; made neutral before every step. */
export interface Mechanics {
  /** Share of the gas that is left. */
  gas: number;
  /** Friction that it has at least, as a share of the tension. */
  frictionAtLeast: number;
  /** The ram cannot move. */
  held: boolean;
  /** mm by which the wire became longer at its far end, or slipped in a clamp. */
  slipMm: number;
  /** Share of the whole travel by which its middle was set elsewhere, gas and all. */
  resetShare: number;
  broken: boolean;
}

export interface RamTruth {
  wireC: Float64Array;
  gasC: Float64Array;
  /** True stroke in the direction that is reported, mm. */
  strokeMm: Float64Array;
  /** Gauge, bar. */
  pressureBar: Float64Array;
  tensionN: Float64Array;
  /** Share of the gas that is left. */
  gas: Float64Array;
  /** 1 at the end where the wire is longest, -1 at the other, else 0. */
  atStop: Int8Array;
}

const NEUTRAL: Mechanics = {
  gas: 1,
  frictionAtLeast: 0,
  held: false,
  slipMm: 0,
  resetShare: 0,
  broken: false,
};

/** Slope of a free ram, mm per °C of wire. */
export const freeSlope = (lengthM: number) => ALPHA * lengthM * 1000;

/** Springs and forces of a ram, in mm, N and °C. */
function makeForces(ram: Ram) {
  const wireSpring = stiffnessN(ram.conductor) / ram.lengthM / 1000;
  const slope = freeSlope(ram.lengthM);
  const areaNBar = ram.tensionN / ram.pressureBar;
  const column = (slope * T0) / ram.kappa;
  const absolute = ram.pressureBar + ATMOSPHERE;
  const gasBar = (travel: number, gasC: number, gas: number) =>
    (absolute * gas * (gasC + 273.15) * column) / (T0 * Math.max(20, column + travel)) - ATMOSPHERE;
  return {
    softness: 1 / (wireSpring + (areaNBar * absolute) / column),
    gasBar,
    gasN: (travel: number, gasC: number, gas: number) => areaNBar * gasBar(travel, gasC, gas),
    wireN: (travel: number, wireC: number, longerMm: number) =>
      Math.max(0, ram.tensionN + wireSpring * (travel - longerMm - slope * (wireC - 15))),
  };
}

/** Travel after one step: it stays within static friction, else it slides to the edge of sliding friction. */
function slide(
  travel: number,
  drive: (at: number) => number,
  softness: number,
  bands: { rest: number; move: number },
) {
  let at = travel;
  let force = drive(at);
  if (Math.abs(force) <= bands.rest) return at;
  const edge = Math.sign(force) * bands.move;
  for (let turn = 0; turn < 3; turn++) {
    at += (force - edge) * softness;
    force = drive(at);
  }
  return at;
}

/** Share of the friction that trembling wires leave in this step: trains and wind let the ram creep home. */
function trembling(fine: FineSky, step: number, random: Random): number {
  const passes = random.chance(0.85 * traffic(fine.startMs + step * 600_000));
  const windy = Math.max(0, fine.windMs[step]! - 6) * 0.03;
  return Math.max(0.35, 1 - (passes ? 0.45 * random.next() : 0) - windy);
}

/**
 * Moves a ram through the weather.
 * @param wireC temperature of the wire, @param gasC of the gas, every ten minutes
 * @param touch sets what faults do in a step
 */
export function moveRam(
  ram: Ram,
  fine: FineSky,
  wireC: Float64Array,
  gasC: Float64Array,
  touch: (mechanics: Mechanics, step: number) => void,
  random: Random,
): RamTruth {
  const column = () => new Float64Array(fine.count);
  const truth: RamTruth = {
    wireC,
    gasC,
    strokeMm: column(),
    pressureBar: column(),
    tensionN: column(),
    gas: column(),
    atStop: new Int8Array(fine.count),
  };
  const forces = makeForces(ram);
  const sway = makeMemory(random, 4);
  const mechanics = { ...NEUTRAL };
  let travel = freeSlope(ram.lengthM) * (wireC[0]! - 15);
  for (let step = 0; step < fine.count; step++) {
    touch(Object.assign(mechanics, NEUTRAL), step);
    const days = ram.ageDays + step / 144;
    const creep = ram.creepMm * Math.log10((1 + days / 10) / (1 + ram.ageDays / 10));
    // A gale pushes the wires aside, which takes some of their length.
    const gale = 0.012 * Math.max(0, fine.windMs[step]! - 5) ** 2 * (1 + 0.5 * sway());
    const longer = creep + mechanics.slipMm - gale;
    const [wire, gas] = [wireC[step]!, gasC[step]!];
    const drive = (at: number) => forces.gasN(at, gas, mechanics.gas) - forces.wireN(at, wire, longer);
    // Grease stiffens in the cold.
    const stiff = 1 + 0.012 * Math.max(0, 8 - gas);
    const move = Math.max(ram.friction, mechanics.frictionAtLeast) * stiff * ram.tensionN;
    const tremble = trembling(fine, step, random);
    const bands = { rest: move * ram.stiction * tremble, move: move * tremble };
    if (!mechanics.held && !mechanics.broken) travel = slide(travel, drive, forces.softness, bands);
    const low = -ram.restMm - mechanics.resetShare * ram.model;
    const high = low + ram.model;
    if (mechanics.broken) travel = high;
    travel = Math.min(high, Math.max(low, travel));
    const reported = travel - low;
    truth.strokeMm[step] = ram.sign > 0 ? reported : ram.model - reported;
    truth.pressureBar[step] = Math.max(0, forces.gasBar(travel, gas, mechanics.gas));
    truth.tensionN[step] = mechanics.broken ? 0 : forces.wireN(travel, wire, longer);
    truth.gas[step] = mechanics.gas;
    truth.atStop[step] = travel >= high ? 1 : travel <= low ? -1 : 0;
  }
  return truth;
}

/** A ram drawn as docs/domain.md 6.2 says, where nothing is given. */
export function drawRam(random: Random, given: Partial<Ram>): Ram {
  const model = given.model ?? (random.chance(0.35) ? 480 : 1000);
  const conductor =
    given.conductor ??
    random.pick<ConductorName>([
      'trolley-107',
      'contact-107',
      'contact-107',
      'contact-150',
      'messenger-65',
      'both',
    ]);
  const { tensionN } = CONDUCTORS[conductor];
  const drawn: Ram = {
    model,
    conductor,
    tensionN,
    lengthM: model === 480 ? random.between(180, 380) : random.between(450, 750),
    friction: Math.min(0.035, 0.02 * Math.exp(0.3 * random.normal())),
    stiction: random.between(1, 1.6),
    kappa: 1 + 0.08 * Math.max(-2.5, Math.min(2.5, random.normal())),
    pressureBar: 100 * (1 + 0.15 * Math.max(-2, Math.min(2, random.normal()))),
    restMm: model * (0.5 + 0.05 * Math.max(-2, Math.min(2, random.normal()))),
    sign: random.chance(0.2) ? -1 : 1,
    creepMm: random.between(0, 14),
    ageDays: random.between(30, 3000),
  };
  return { ...drawn, ...given };
}
