import { type FineSky, onFace } from './fine-sky.ts';
import { makeMemory, type Random } from './random.ts';

const RADIANS = Math.PI / 180;

/** A box on a pole as it really is. */
export interface Box {
  /** Capacity of the battery when new, Ah, and its age, years (3 % a year are lost). */
  capacityAh: number;
  ageYears: number;
  resistanceOhm: number;
  /** Panel: watts under full light, tilt from the flat and direction it is turned to, degrees. */
  panelW: number;
  panelTilt: number;
  panelAzimuth: number;
  /** Mean current that it draws, mA. */
  loadMa: number;
  /** °C by which full sun warms the body, and minutes by which it lags. */
  sunC: number;
  lagMinutes: number;
  /** Direction of the side that the sun warms most, degrees from north. */
  warmSide: number;
  /** °C by which the place differs from the weather of its region. */
  localC: number;
}

/** What faults do to a box in one step; made neutral before every step. */
export interface BoxState {
  /** Multiply capacity and inner resistance of the battery. */
  capacity: number;
  resistance: number;
  extraLoadMa: number;
  /** Share of light that dirt lets through, and of the beam that shade lets through. */
  soil: number;
  beam: number;
  /** Nothing is measured. */
  off: boolean;
  /** Measures are kept, and sent later. */
  mute: boolean;
  /** Snow slides off slowly (a flat, cold panel). */
  snowSticks: boolean;
  /** Added to the true cell, °C of air. */
  extraAirC: number;
}

/** Every ten minutes. */
export interface BoxTruth {
  /** Air at the place, °C. */
  airC: Float64Array;
  /** Body of the box, °C. */
  bodyC: Float64Array;
  /** Terminal voltage, V. */
  batteryV: Float64Array;
  solarV: Float64Array;
  chargeMa: Float64Array;
  /** State of charge, 0 to 1. */
  charge: Float64Array;
  /** Light on the panel before dirt and shade, W/m². */
  panelWm2: Float64Array;
  /** Share of the light that reaches the cells after dirt, shade and snow. */
  lit: Float64Array;
  snowed: Uint8Array;
  /** 1 where nothing is measured: a fault, or an empty battery. */
  off: Uint8Array;
  /** 1 where nothing is sent. */
  mute: Uint8Array;
}

const NEUTRAL: BoxState = {
  capacity: 1,
  resistance: 1,
  extraLoadMa: 0,
  soil: 1,
  beam: 1,
  off: false,
  mute: false,
  snowSticks: false,
  extraAirC: 0,
};

/** Open-circuit voltage of a lithium-ion cell by state of charge (docs/domain.md 6.4). */
const CELL: [number, number][] = [
  [0, 3.3],
  [0.1, 3.55],
  [0.25, 3.66],
  [0.5, 3.76],
  [0.75, 3.93],
  [0.9, 4.06],
  [1, 4.18],
];

function cellVoltage(charge: number): number {
  let at = 1;
  while (at < CELL.length - 1 && charge > CELL[at]![0]) at++;
  const [from, to] = [CELL[at - 1]!, CELL[at]!];
  return from[1] + ((to[1] - from[1]) * (charge - from[0])) / (to[0] - from[0]);
}

/** °C of a body in the sun: one side takes the beam, wind takes the heat away, and the mass lags. */
export function bodyTemperature(
  fine: FineSky,
  airC: Float64Array,
  body: { sunC: number; lagMinutes: number; warmSide: number },
): Float64Array {
  const temperature = new Float64Array(fine.count);
  const keep = Math.exp(-10 / body.lagMinutes);
  let now = airC[0]!;
  for (let step = 0; step < fine.count; step++) {
    const sine = fine.sunSine[step]!;
    const side = 0.35 + 0.65 * onFace(sine, fine.sunAzimuth[step]!, 60 * RADIANS, body.warmSide * RADIANS);
    const light = fine.beamWm2[step]! * (sine > 0 ? side : 0) + fine.diffuseWm2[step]!;
    const calm = 1.5 / (1 + 0.2 * fine.windMs[step]!);
    const nightSky = 0.9 * (1 - fine.cloud[step]!);
    const settled = airC[step]! + (body.sunC * calm * light) / 1000 - nightSky * calm;
    now = settled + (now - settled) * keep;
    temperature[step] = now;
  }
  return temperature;
}

/** Air at the place: the region's with a shift of its own and slow eddies of 0.8 °C (docs/domain.md 6.3). */
function localAir(fine: FineSky, box: Box, random: Random, extra: (step: number) => number): Float64Array {
  const eddies = makeMemory(random, 36);
  return fine.airC.map((air, step) => air + box.localC + 0.6 * eddies() + extra(step));
}

/** Snow on the panel, mm of water: it slides when the air thaws or the sun reaches through. */
function snowAfter(snow: number, fine: FineSky, step: number, airC: number, sticks: boolean, random: Random) {
  const more = snow + fine.snowMmH[step]! / 6;
  const bright = fine.diffuseWm2[step]! + fine.beamWm2[step]! * 0.5;
  const hurry = (airC > 0.8 ? 0.05 : 0) + (bright > 120 && airC > -8 ? 0.04 : 0) + 0.006;
  if (more > 0 && random.chance(sticks ? hurry * 0.08 : hurry)) return 0;
  return more;
}

/** Light on the tilted panel: beam, the part of the sky that it sees, and what the ground mirrors. */
function onPanel(fine: FineSky, step: number, box: Box, beamShare: number): number {
  const tilt = box.panelTilt * RADIANS;
  const beam =
    fine.beamWm2[step]! *
    onFace(fine.sunSine[step]!, fine.sunAzimuth[step]!, tilt, box.panelAzimuth * RADIANS);
  const diffuse = fine.diffuseWm2[step]!;
  const ground =
    0.1 * (1 - Math.cos(tilt)) * (diffuse + fine.beamWm2[step]! * Math.max(0, fine.sunSine[step]!));
  return beam * beamShare + (diffuse * (1 + Math.cos(tilt))) / 2 + ground;
}

/** Voltage of the panel without load by light and temperature (docs/domain.md 6.4). */
function panelVoltage(lightWm2: number, bodyC: number): number {
  if (lightWm2 < 3) return 0;
  const cellC = bodyC + lightWm2 * 0.02;
  return 6.3 * (1 + 0.04 * Math.log(lightWm2 / 1000)) * (1 - 0.003 * (cellC - 25));
}

/** One step of the battery. */
function chargeStep(box: Box, state: BoxState, charge: number, lightWm2: number, bodyC: number) {
  const open = cellVoltage(charge);
  const load = box.loadMa + state.extraLoadMa;
  const offered = Math.min(500, (box.panelW * 0.6 * lightWm2) / open);
  // Not charged in frost; near full the charger holds the voltage and the current falls.
  const taken = Math.max(0, (1 - charge) / 0.06) * 260;
  const current = bodyC < 0 ? 0 : Math.min(offered, taken + load);
  const cold = bodyC >= 20 ? 1 : Math.max(0.6, 1 - 0.0083 * (20 - bodyC));
  const capacity = box.capacityAh * 1000 * (1 - 0.03 * box.ageYears) * state.capacity * cold;
  const resistance = box.resistanceOhm * state.resistance * (1 + 0.03 * Math.max(0, 20 - bodyC));
  const next = Math.min(1, Math.max(0, charge + (current * 0.97 - load) / 6 / capacity));
  // Sampling draws far more than the mean for a moment, and that is when the voltage is read.
  return { next, current, voltage: open + ((current - load - 90) / 1000) * resistance };
}

/** Runs a box through the weather; `touch` sets what faults do in a step. */
export function runBox(
  box: Box,
  fine: FineSky,
  touch: (state: BoxState, step: number) => void,
  random: Random,
): BoxTruth {
  const column = () => new Float64Array(fine.count);
  const state = { ...NEUTRAL };
  const extraAir = (step: number) => {
    touch(Object.assign(state, NEUTRAL), step);
    return state.extraAirC;
  };
  const airC = localAir(fine, box, random, extraAir);
  const truth: BoxTruth = {
    airC,
    bodyC: bodyTemperature(fine, airC, box),
    batteryV: column(),
    solarV: column(),
    chargeMa: column(),
    charge: column(),
    panelWm2: column(),
    lit: column(),
    snowed: new Uint8Array(fine.count),
    off: new Uint8Array(fine.count),
    mute: new Uint8Array(fine.count),
  };
  let [charge, snow] = [random.between(0.75, 0.98), 0];
  for (let step = 0; step < fine.count; step++) {
    touch(Object.assign(state, NEUTRAL), step);
    snow = snowAfter(snow, fine, step, airC[step]!, state.snowSticks, random);
    const bodyC = truth.bodyC[step]!;
    const free = onPanel(fine, step, box, 1);
    const light = onPanel(fine, step, box, state.beam) * state.soil * (snow > 0.8 ? 0.04 : 1);
    const one = chargeStep(box, state, charge, light, bodyC);
    charge = one.next;
    truth.panelWm2[step] = free;
    truth.lit[step] = free > 0 ? light / free : 1;
    truth.snowed[step] = snow > 0.8 ? 1 : 0;
    truth.charge[step] = charge;
    truth.batteryV[step] = one.voltage;
    truth.chargeMa[step] = one.current;
    // Under load the panel's voltage gives way a little.
    truth.solarV[step] = panelVoltage(light, bodyC) * (1 - 0.06 * Math.min(1, one.current / 200));
    truth.off[step] = state.off || one.voltage < 3.15 ? 1 : 0;
    truth.mute[step] = state.mute ? 1 : 0;
  }
  return truth;
}

/** A box drawn by chance where nothing is given; a shorter log time draws more current. */
export function drawBox(random: Random, logMs: number, given: Partial<Box>): Box {
  const load = 1.6 + 0.9 * Math.min(1, 3_600_000 / logMs) + 3 * Math.min(1, 600_000 / logMs);
  const drawn: Box = {
    capacityAh: 6.8,
    ageYears: random.between(0, 5),
    resistanceOhm: 0.12 * random.between(0.85, 1.3),
    panelW: 2,
    panelTilt: random.between(40, 70),
    panelAzimuth: 180 + 30 * Math.max(-2, Math.min(2, random.normal())),
    loadMa: load * random.between(0.8, 1.25),
    sunC: random.between(4, 8),
    lagMinutes: random.between(30, 60),
    warmSide: random.between(60, 300),
    localC: 0.5 * random.normal(),
  };
  return { ...drawn, ...given };
}
