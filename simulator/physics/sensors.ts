/**
 * Sensors of a box: noise, steps, temperature drift, passing trains, and their own faults (domain model,
 * section 6.4).
 */
import { acts, daysInto, type Fault } from '../faults.ts';
import { type Key, normalAt, uniformAt } from '../prng.ts';

export interface AeroReading {
  temperature: number | null;
  pressure: number | null;
  stroke: number | null;
}

/** Individual deviations of one AERO's sensors. */
export interface SensorHabits {
  /**
   * Change of the readings per °C from 15, mm and bar: 0.01 to 0.05 % of the range is usual in data sheets.
   */
  readonly strokePerDegree: number;
  readonly pressurePerDegree: number;
  /** °C by which the temperature reads too high. */
  readonly temperatureOffset: number;
  /** Resolution of the readings: bar and °C. */
  readonly pressureStep: number;
  readonly temperatureStep: number;
}

const TRAINS = 0.01;
/**
 * Share of samples taken while a pantograph passes right there: about three a month at 10 minutes, 20 mm and
 * more, with a heavy tail.
 */
const HARD_TRAINS = 0.0007;
const HARDEST = 250;
const SENTINEL_VALUES = [-999, 32_767] as const;

/** Values that a stuck sensor repeats, by metric, from the time it stuck. */
export type StuckReadings = Partial<Record<keyof AeroReading, number>>;

/** The true values at a time, and the sun on the sensor's side, W/m². */
export interface Truth {
  readonly temperature: number;
  readonly pressure: number;
  readonly stroke: number;
  readonly sideSun: number;
}

/** mm by which a passing train moves the stroke at a time; usually 0. */
function trainAt(key: Key, seconds: number): number {
  const train = uniformAt(key ^ 0x3003, seconds);
  if (train >= TRAINS) return 0;
  const size = uniformAt(key ^ 0x3004, seconds);
  const side = uniformAt(key ^ 0x3005, seconds) < 0.5 ? -1 : 1;
  if (train < HARD_TRAINS) return side * Math.min(HARDEST, 20 * (1 - size) ** -0.6);
  return side * (3 + 12 * size);
}

/** Readings of the true values at a time (s since 1970). The same key and time give the same readings. */
export function read(
  key: Key,
  seconds: number,
  truth: Truth,
  limits: { stroke: number },
  habits: SensorHabits,
  sideGain: number,
  faults: readonly Fault[],
  held: StuckReadings,
  out: AeroReading,
): void {
  const warm = truth.temperature - 15;
  const train = trainAt(key, seconds);
  const free = truth.stroke + habits.strokePerDegree * warm + 0.8 * normalAt(key, seconds) + train;
  const reading: Reading = {
    stroke: Math.min(limits.stroke + 2, Math.max(-2, free)),
    pressure:
      truth.pressure + habits.pressurePerDegree * warm + 0.15 * normalAt(key ^ 0x1001, seconds) - train / 60,
    temperature:
      truth.temperature +
      habits.temperatureOffset +
      0.15 * normalAt(key ^ 0x2002, seconds) +
      (sideGain * truth.sideSun) / 1000,
    sentinel: undefined,
  };
  const moment = { key, seconds, sideSun: truth.sideSun };
  for (const fault of faults) if (acts(fault, seconds * 1000)) FAULTY[fault.name]?.(reading, fault, moment);
  const { sentinel } = reading;
  const stepped = (value: number, step: number) => Number((Math.round(value / step) * step).toFixed(2)) + 0;
  // Adding 0 turns −0 into 0, as it would be sent.
  out.stroke = sentinel ?? held.stroke ?? Math.round(reading.stroke) + 0;
  out.pressure = sentinel ?? held.pressure ?? Math.max(0, stepped(reading.pressure, habits.pressureStep));
  out.temperature = held.temperature ?? stepped(reading.temperature, habits.temperatureStep);
}

/** Readings before rounding; a sentinel replaces stroke and pressure. */
interface Reading {
  stroke: number;
  pressure: number;
  temperature: number;
  sentinel: number | undefined;
}
interface Moment {
  readonly key: Key;
  readonly seconds: number;
  readonly sideSun: number;
}

/** Effects of sensor faults on a reading. */
const FAULTY: Partial<Record<Fault['name'], (reading: Reading, fault: Fault, moment: Moment) => void>> = {
  drift: (reading, fault, { seconds }) => shift(reading, fault, fault.rate * daysInto(fault, seconds * 1000)),
  offset: (reading, fault) => shift(reading, fault, fault.rate),
  'sun-bias': (reading, { rate }, { sideSun }) => {
    reading.temperature += (rate * sideSun) / 1000;
  },
  spike(reading, { rate, mode }, { key, seconds }) {
    if (chanceAt(key, seconds) >= rate) return;
    const sign = uniformAt(key ^ 0x4005, seconds) < 0.5 ? -1 : 1;
    if (mode === 'pressure') reading.pressure += sign * 20;
    else reading.stroke += sign * (80 + 320 * uniformAt(key ^ 0x4006, seconds));
  },
  sentinel(reading, { rate }, { key, seconds }) {
    const chance = chanceAt(key, seconds);
    if (chance < rate) reading.sentinel = SENTINEL_VALUES[chance * 2 < rate ? 0 : 1];
  },
};

/** The same number for all faults of a sample: decides which of them strike. */
const chanceAt = (key: Key, seconds: number) => uniformAt(key ^ 0x4004, seconds);

function shift(reading: Reading, { mode }: Fault, by: number): void {
  if (mode === 'pressure') reading.pressure += by;
  else reading.stroke += by;
}
