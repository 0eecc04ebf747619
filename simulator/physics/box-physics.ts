/** The physics of one box on a fixed grid of ten minutes, and its values at any time between. */
import type { BoxDescriptor } from '../descriptor.ts';
import { acts, daysInto, type Fault } from '../faults.ts';
import { type Key, keyOf, uniformAt } from '../prng.ts';
import type { PlaceWeather, Sky, Weather } from '../weather.ts';
import {
  type Battery,
  load,
  panelVoltage,
  type Rhythm,
  stepBattery,
  terminalVoltage,
  tiltGain,
} from './battery.ts';
import { influence, soundInfluences } from './influences.ts';
import type { Held } from './sensors.ts';
import {
  type Influences,
  pressureReading,
  type Ram,
  settle,
  strokeReading,
  type Tensioner,
} from './tensioner.ts';

/** Step of the grid, ms. States depend on the grid alone, so a changed log time changes no value. */
export const STEP = 600_000;
const WARM_UP = 144;
const YEAR = 365.25 * 86_400_000;
const WIRE_LAG = 1 - Math.exp(-10 / 10);
const BODY_LAG = 1 - Math.exp(-10 / 45);
const SAMPLING_CURRENT = 0.045;

export interface BoxState {
  body: number;
  wire: number;
  irradiance: number;
  volts: number;
  panelVolts: number;
  /** Charging current, mA. */
  current: number;
  strokes: number[];
  pressures: number[];
}

interface AeroPhysics {
  readonly tensioner: Tensioner;
  readonly faults: readonly Fault[];
  readonly influences: Influences;
  readonly ram: Ram;
  readonly held: Held;
  /** When the ram lay at a mechanical end, ms; the last may still go on. */
  readonly atEnd: { from: number; to?: number }[];
}

export class BoxPhysics {
  readonly aeros: readonly AeroPhysics[];
  readonly #sky: Sky = { air: 15, irradiance: 0, cloud: 0.5, azimuth: 0, sinElevation: 0 };
  readonly #place: PlaceWeather;
  readonly #box: BoxDescriptor;
  readonly #boxFaults: readonly Fault[];
  readonly #rhythmAt: (time: number) => Rhythm;
  readonly #key: Key;
  readonly #battery: Battery = { charge: 0.85, current: 0 };
  #time: number;
  #before: BoxState;
  #after: BoxState;

  /** @param epoch ms since 1970 of the first value wanted; a day before it is run to settle. */
  constructor(
    box: BoxDescriptor,
    weather: Weather,
    faults: readonly Fault[],
    epoch: number,
    rhythmAt: (time: number) => Rhythm,
  ) {
    this.#box = box;
    this.#key = keyOf('physics', weather.seed, box.serial_number);
    this.#place = weather.at(box, box.serial_number);
    this.#boxFaults = faults.filter((fault) => fault.aero === undefined);
    this.#rhythmAt = rhythmAt;
    this.aeros = box.aeros.map((aero) => ({
      tensioner: aero.tensioner,
      faults: faults.filter((fault) => fault.aero === aero.position),
      influences: soundInfluences(),
      ram: { travel: 0, atEnd: false },
      held: {},
      atEnd: [],
    }));
    this.#before = this.#empty();
    this.#after = this.#empty();
    this.#time = Math.floor(epoch / STEP) * STEP - WARM_UP * STEP;
    this.#sky = this.#place.at(this.#time, this.#sky);
    this.#after.wire = this.#sky.air;
    this.#after.body = this.#sky.air;
    for (let i = 0; i <= WARM_UP; i++) this.#step();
  }

  /** The true values at a time, which must not lie before the times asked earlier by more than a step. */
  at(time: number, out: BoxState): void {
    while (this.#time < time) this.#step();
    const part = (time - (this.#time - STEP)) / STEP;
    const before = this.#before;
    const after = this.#after;
    out.body = before.body + part * (after.body - before.body);
    out.wire = before.wire + part * (after.wire - before.wire);
    out.irradiance = before.irradiance + part * (after.irradiance - before.irradiance);
    out.volts = before.volts + part * (after.volts - before.volts);
    out.panelVolts = before.panelVolts + part * (after.panelVolts - before.panelVolts);
    out.current = before.current + part * (after.current - before.current);
    for (let i = 0; i < this.aeros.length; i++) {
      out.strokes[i] =
        (before.strokes[i] as number) + part * ((after.strokes[i] as number) - (before.strokes[i] as number));
      out.pressures[i] =
        (before.pressures[i] as number) +
        part * ((after.pressures[i] as number) - (before.pressures[i] as number));
    }
  }

  #empty(): BoxState {
    const zeros = () => this.#box.aeros.map(() => 0);
    return {
      body: 0,
      wire: 0,
      irradiance: 0,
      volts: 0,
      panelVolts: 0,
      current: 0,
      strokes: zeros(),
      pressures: zeros(),
    };
  }

  #step(): void {
    const now = this.#before;
    const last = this.#after;
    this.#before = last;
    this.#after = now;
    this.#time += STEP;
    const sky = this.#place.at(this.#time, this.#sky);
    const site = this.#box.site;
    // Current of the trains warms the wire, by day more than by night.
    const traffic = trafficAt(this.#time) * (0.5 + uniformAt(this.#key, this.#time / STEP));
    const wireGoal = sky.air + (site.sunOnWire * sky.irradiance) / 1000 + site.joule * traffic;
    now.wire = last.wire + WIRE_LAG * (wireGoal - last.wire);
    now.body = last.body + BODY_LAG * (sky.air + (6 * sky.irradiance) / 1000 - last.body);
    now.irradiance = sky.irradiance;
    for (let i = 0; i < this.aeros.length; i++) this.#stepAero(i, now);
    this.#stepBattery(now, sky);
  }

  #stepAero(index: number, now: BoxState): void {
    const aero = this.aeros[index] as AeroPhysics;
    influence(aero.influences, aero.tensioner, aero.faults, this.#time);
    aero.influences.wire = now.wire;
    aero.influences.gas = now.body;
    settle(aero.tensioner, aero.influences, aero.ram);
    this.#noteEnd(aero);
    now.strokes[index] = strokeReading(aero.tensioner, aero.influences, aero.ram);
    now.pressures[index] = pressureReading(aero.tensioner, aero.influences, aero.ram);
    for (const fault of aero.faults) {
      if (fault.name === 'stuck-sensor') this.#hold(aero, fault, now, index);
    }
  }

  #noteEnd({ atEnd, ram }: AeroPhysics): void {
    const last = atEnd.at(-1);
    const lying = last !== undefined && last.to === undefined;
    if (ram.atEnd && !lying) atEnd.push({ from: this.#time });
    else if (!ram.atEnd && lying) last.to = this.#time;
    // Only the newest are kept: an ever touching ram must not fill the memory.
    if (atEnd.length > 100) atEnd.shift();
  }

  #hold(aero: AeroPhysics, fault: Fault, now: BoxState, index: number): void {
    const metric = (fault.mode ?? 'stroke') as keyof Held;
    if (!acts(fault, this.#time)) {
      delete aero.held[metric];
    } else if (aero.held[metric] === undefined) {
      const truth = {
        stroke: now.strokes[index] as number,
        pressure: now.pressures[index] as number,
        temperature: now.body,
      };
      aero.held[metric] =
        metric === 'stroke' ? Math.round(truth.stroke) : Math.round(truth[metric] * 10) / 10;
    }
  }

  #stepBattery(now: BoxState, sky: Sky): void {
    const age = (this.#time - this.#box.installed) / YEAR;
    let capacity = Math.max(0.5, 1 - 0.03 * age);
    let resistance = 1;
    let panel = this.#box.site.panel * tiltGain(sky.sinElevation);
    for (const fault of this.#boxFaults) {
      if (!acts(fault, this.#time)) continue;
      const done = Math.min(1, daysInto(fault, this.#time) / (fault.rate || 1));
      if (fault.name === 'battery-ageing') {
        capacity *= 1 - 0.5 * done;
        resistance *= 1 + 2 * done;
      } else if (fault.name === 'soiling') panel *= 1 - 0.65 * done;
      else if (fault.name === 'shading' && Math.abs(sky.azimuth - 180) * 2 < fault.rate) panel *= 0.1;
    }
    const drawn = load(this.#rhythmAt(this.#time));
    const health = { capacity, resistance };
    stepBattery(
      this.#battery,
      health,
      { irradiance: sky.irradiance, body: now.body, panel },
      drawn,
      STEP / 1000,
    );
    now.volts = terminalVoltage(this.#battery, health, now.body, SAMPLING_CURRENT);
    now.current = this.#battery.current * 1000;
    now.panelVolts = panelVoltage(sky.irradiance * Math.min(1, panel), sky.air + 0.03 * sky.irradiance);
  }
}

/** Share of full traffic by the hour of the day (UTC). */
function trafficAt(time: number): number {
  const hour = (time / 3_600_000) % 24;
  if (hour < 4 || hour > 22.5) return 0.08;
  return (hour > 5.5 && hour < 8.5) || (hour > 15.5 && hour < 18.5) ? 1 : 0.45;
}
