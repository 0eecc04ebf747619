/**
 * A gas tensioner and its wire: balance of the wire's pull and the gas's push, held within a band by friction
 * (domain model, sections 2.2, 2.3 and 6.4).
 */
export interface Tensioner {
  /** Regularized length, m. */
  readonly length: number;
  /** Linear expansion of the conductor, 1/K. */
  readonly expansion: number;
  /** Axial stiffness E·S, N. */
  readonly stiffness: number;
  /** Nominal pull, N. */
  readonly force: number;
  /** Whole stroke, mm. */
  readonly stroke: number;
  /** Reading at 15 °C, mm. */
  readonly middle: number;
  /** +1 when the reading grows as the wire lengthens, −1 where the sensor is mounted in reverse. */
  readonly sign: 1 | -1;
  /** Friction, as a share of the nominal pull. */
  readonly friction: number;
  /** Share by which friction grows with each °C under 15: seals and grease stiffen. */
  readonly coldFriction: number;
  /** Static friction over kinetic friction: at least 1. */
  readonly stiction: number;
  /** mm by which the conductor lengthens with each tenfold of its age. */
  readonly settling: number;
  /** Tuning of the gas volume to the wire: 1 keeps the pressure constant. */
  readonly tuning: number;
  /** Absolute pressure at 15 °C and middle, bar. */
  readonly pressure: number;
}

export interface Influences {
  /** Wire and gas temperature, °C. */
  wire: number;
  gas: number;
  /** Share of the commissioned gas that is left. */
  quantity: number;
  friction: number;
  /** Lengthening of the wire that is not thermal, m. */
  creep: number;
  /** Shift of the whole ram from its commissioned position, mm of reading. */
  shift: number;
  blocked: boolean;
  broken: boolean;
  /** Travel at which an obstacle stops the ram, m. */
  outermost: number;
  innermost: number;
}

export interface Ram {
  /** Travel from the middle, m, positive as the wire lengthens. */
  travel: number;
  /** At a mechanical end. */
  atEnd: boolean;
}

export const ATMOSPHERE = 1.013;
const REFERENCE = 15;
const KELVIN = 273.15;
const T0 = KELVIN + REFERENCE;
const BAR = 1e5;

/** Length of the gas column at 15 °C, m. */
export function gasColumn(tensioner: Tensioner): number {
  return (tensioner.expansion * tensioner.length * T0) / tensioner.tuning;
}

/** Area of the piston, m². */
function area(tensioner: Tensioner): number {
  return tensioner.force / ((tensioner.pressure - ATMOSPHERE) * BAR);
}

/** Absolute gas pressure in bar at a travel. */
export function gasPressure(tensioner: Tensioner, influences: Influences, travel: number): number {
  const column = gasColumn(tensioner);
  const warmth = (influences.gas + KELVIN) / T0;
  return (influences.quantity * tensioner.pressure * warmth * column) / (column + travel);
}

/** Moves the ram to its balance: it moves only when the forces differ by more than the friction. */
export function settle(tensioner: Tensioner, influences: Influences, ram: Ram): void {
  const middle = tensioner.middle + influences.shift;
  const low = (tensioner.sign === 1 ? -middle : middle - tensioner.stroke) / 1000;
  const high = (tensioner.sign === 1 ? tensioner.stroke - middle : middle) / 1000;
  if (influences.broken) {
    // Without a pull the gas pushes the ram out to its end.
    ram.travel = high;
    ram.atEnd = true;
    return;
  }
  if (!influences.blocked) ram.travel = balance(tensioner, influences, ram.travel);
  ram.atEnd = ram.travel <= low || ram.travel >= high;
  ram.travel = Math.min(high, influences.outermost, Math.max(low, influences.innermost, ram.travel));
}

function balance(tensioner: Tensioner, influences: Influences, start: number): number {
  const stiffness = tensioner.stiffness / tensioner.length;
  const column = gasColumn(tensioner);
  const thermal = tensioner.expansion * tensioner.length * (influences.wire - REFERENCE);
  const piston = area(tensioner);
  const cold = Math.max(0, REFERENCE - influences.gas);
  const band = influences.friction * (1 + tensioner.coldFriction * cold) * tensioner.force;
  let travel = start;
  let excess = pullOverPush(travel);
  // Static friction is a little higher than kinetic friction: the ram starts late and then slides until
  // kinetic friction stops it.
  if (Math.abs(excess) <= band * tensioner.stiction) return travel;
  const edge = excess > 0 ? band : -band;
  // Pull grows and push falls with travel, so Newton converges from anywhere; three steps reach µm.
  for (let i = 0; i < 3; i++) {
    const push = gasPressure(tensioner, influences, travel) * BAR * piston;
    travel -= (excess - edge) / (stiffness + push / (column + travel));
    excess = pullOverPush(travel);
  }
  return travel;

  function pullOverPush(at: number): number {
    const pull = tensioner.force + stiffness * (at - influences.creep - thermal);
    return pull - piston * (gasPressure(tensioner, influences, at) - ATMOSPHERE) * BAR;
  }
}

/** Reading of the stroke sensor of a perfect box, mm. */
export function strokeReading(tensioner: Tensioner, influences: Influences, ram: Ram): number {
  return tensioner.middle + influences.shift + tensioner.sign * ram.travel * 1000;
}

/** Reading of the pressure sensor of a perfect box, bar above the atmosphere. */
export function pressureReading(tensioner: Tensioner, influences: Influences, ram: Ram): number {
  return gasPressure(tensioner, influences, ram.travel) - ATMOSPHERE;
}
