/** Sensors of a box: noise, steps, warmth, passing trains, and their own faults (domain model, section 6.4). */
import { acts, daysInto, type Fault } from '../faults.ts';
import { type Key, normalAt, uniformAt } from '../prng.ts';

export interface AeroReading {
  temperature: number | null;
  pressure: number | null;
  stroke: number | null;
}

/** What is peculiar to the sensors of one AERO. */
export interface SensorHabits {
  /** What the readings change by with each °C from 15, mm and bar: 0.01 to 0.05 % of the range is usual in data sheets. */
  readonly strokePerDegree: number;
  readonly pressurePerDegree: number;
  /** °C the temperature reads too high. */
  readonly temperatureOffset: number;
  /** Steps of the readings: bar and °C. */
  readonly pressureStep: number;
  readonly temperatureStep: number;
}

const TRAINS = 0.01;
/** Samples that meet a pantograph right there: about three a month at 10 minutes, 20 mm and more, with a heavy tail. */
const HARD_TRAINS = 0.0007;
const HARDEST = 250;
const SENTINEL_VALUES = [-999, 32_767] as const;

/** Values a stuck sensor repeats, by metric, caught when it stuck. */
export type Held = Partial<Record<keyof AeroReading, number>>;

/** The true values at a time, and the sun on the sensor's side, W/m². */
export interface Truth {
  readonly temperature: number;
  readonly pressure: number;
  readonly stroke: number;
  readonly sideSun: number;
}

/** mm a passing train moves the stroke by at a time; mostly nothing. */
function trainAt(key: Key, seconds: number): number {
  const train = uniformAt(key ^ 0x3003, seconds);
  if (train >= TRAINS) return 0;
  const size = uniformAt(key ^ 0x3004, seconds);
  const side = uniformAt(key ^ 0x3005, seconds) < 0.5 ? -1 : 1;
  if (train < HARD_TRAINS) return side * Math.min(HARDEST, 20 * (1 - size) ** -0.6);
  return side * (3 + 12 * size);
}

/** What the sensors say of the true values at a time (s since 1970). Same key and time, same answer. */
export function read(
  key: Key,
  seconds: number,
  truth: Truth,
  limits: { stroke: number },
  habits: SensorHabits,
  sideGain: number,
  faults: readonly Fault[],
  held: Held,
  out: AeroReading,
): void {
  const warm = truth.temperature - 15;
  let stroke = truth.stroke + habits.strokePerDegree * warm + 0.8 * normalAt(key, seconds);
  let pressure = truth.pressure + habits.pressurePerDegree * warm + 0.15 * normalAt(key ^ 0x1001, seconds);
  let temperature = truth.temperature + habits.temperatureOffset + 0.15 * normalAt(key ^ 0x2002, seconds);
  temperature += (sideGain * truth.sideSun) / 1000;
  const train = trainAt(key, seconds);
  stroke += train;
  pressure -= train / 60;
  stroke = Math.min(limits.stroke + 2, Math.max(-2, stroke));
  let sentinel: number | undefined;
  for (const fault of faults) {
    const time = seconds * 1000;
    if (!acts(fault, time)) continue;
    const chance = uniformAt(key ^ 0x4004, seconds);
    if (fault.name === 'drift' || fault.name === 'offset') {
      const off = fault.name === 'drift' ? fault.rate * daysInto(fault, time) : fault.rate;
      if (fault.mode === 'pressure') pressure += off;
      else stroke += off;
    } else if (fault.name === 'sun-bias') temperature += (fault.rate * truth.sideSun) / 1000;
    else if (fault.name === 'spike' && chance < fault.rate) {
      const sign = uniformAt(key ^ 0x4005, seconds) < 0.5 ? -1 : 1;
      if (fault.mode === 'pressure') pressure += sign * 20;
      else stroke += sign * (80 + 320 * uniformAt(key ^ 0x4006, seconds));
    } else if (fault.name === 'sentinel' && chance < fault.rate)
      sentinel = SENTINEL_VALUES[chance * 2 < fault.rate ? 0 : 1];
  }
  const stepped = (value: number, step: number) => Number((Math.round(value / step) * step).toFixed(2)) + 0;
  // Adding 0 makes −0 a plain 0, as it reads on the wire.
  out.stroke = sentinel ?? held.stroke ?? Math.round(stroke) + 0;
  out.pressure = sentinel ?? held.pressure ?? Math.max(0, stepped(pressure, habits.pressureStep));
  out.temperature = held.temperature ?? stepped(temperature, habits.temperatureStep);
}
