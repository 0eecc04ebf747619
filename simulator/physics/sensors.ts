/** Sensors of a box: noise, steps, passing trains, and their own faults (domain model, section 6.4). */
import { acts, daysInto, type Fault } from '../faults.ts';
import { type Key, normalAt, uniformAt } from '../prng.ts';

export interface AeroReading {
  temperature: number | null;
  pressure: number | null;
  stroke: number | null;
}

const TRAINS = 0.01;
const SENTINEL_VALUES = [-999, 32_767] as const;

/** Values a stuck sensor repeats, by metric, caught when it stuck. */
export type Held = Partial<Record<keyof AeroReading, number>>;

/** What the sensors say of the true values at a time (s since 1970). Same key and time, same answer. */
export function read(
  key: Key,
  seconds: number,
  truth: { temperature: number; pressure: number; stroke: number; irradiance: number },
  limits: { stroke: number },
  faults: readonly Fault[],
  held: Held,
  out: AeroReading,
): void {
  let stroke = truth.stroke + 0.8 * normalAt(key, seconds);
  let pressure = truth.pressure + 0.15 * normalAt(key ^ 0x1001, seconds);
  let temperature = truth.temperature + 0.15 * normalAt(key ^ 0x2002, seconds);
  const train = uniformAt(key ^ 0x3003, seconds);
  if (train < TRAINS) stroke += (train < TRAINS / 2 ? -1 : 1) * (3 + 12 * uniformAt(key ^ 0x3004, seconds));
  stroke = Math.min(limits.stroke + 2, Math.max(-2, stroke));
  let sentinel: number | undefined;
  for (const fault of faults) {
    const time = seconds * 1000;
    if (!acts(fault, time)) continue;
    const chance = uniformAt(key ^ 0x4004, seconds);
    if (fault.name === 'drift') {
      if (fault.mode === 'pressure') pressure += fault.rate * daysInto(fault, time);
      else stroke += fault.rate * daysInto(fault, time);
    } else if (fault.name === 'sun-bias') temperature += (fault.rate * truth.irradiance) / 1000;
    else if (fault.name === 'spike' && chance < fault.rate) {
      const sign = uniformAt(key ^ 0x4005, seconds) < 0.5 ? -1 : 1;
      if (fault.mode === 'pressure') pressure += sign * 20;
      else stroke += sign * (80 + 320 * uniformAt(key ^ 0x4006, seconds));
    } else if (fault.name === 'sentinel' && chance < fault.rate)
      sentinel = SENTINEL_VALUES[chance * 2 < fault.rate ? 0 : 1];
  }
  // Adding 0 makes −0 a plain 0, as it reads on the wire.
  out.stroke = sentinel ?? held.stroke ?? Math.round(stroke) + 0;
  out.pressure = sentinel ?? held.pressure ?? Math.max(0, Math.round(pressure * 10) / 10);
  out.temperature = held.temperature ?? Math.round(temperature * 10) / 10 + 0;
}
