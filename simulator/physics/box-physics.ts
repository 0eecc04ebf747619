/** The physics of one box on a fixed grid of ten minutes, and its values at any time between. */
import type { BoxDescriptor } from '../box/descriptor.ts';
import { acts, daysInto, type Fault } from '../faults.ts';
import { type Key, keyOf, uniformAt } from '../prng.ts';
import { cosIncidence } from '../weather/sun.ts';
import { darkSky, type PlaceWeather, type Sky, type Weather } from '../weather/weather.ts';
import { type Battery, load, panelVoltage, type Rhythm, stepBattery, terminalVoltage } from './battery.ts';
import { influence, soundInfluences } from './influences.ts';
import { lightOnPanel, snowAfter } from './panel.ts';
import type { StuckReadings } from './sensors.ts';
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
/** Share of the sun's heat left in wind (m/s), 1 at 2 m/s, from the heat loss h = h0·(1 + 0.12·v). */
const inWind = (wind: number) => 1.24 / (1 + 0.12 * wind);
/** New conductors keep lengthening with the logarithm of time, from about a month on. */
const SETTLING_DAYS = 30;
const SAMPLING_CURRENT = 0.045;

export interface BoxState {
  body: number;
  wire: number;
  /** Sun on the side of the temperature sensor, reduced by wind, W/m². */
  sideSun: number;
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
  readonly ice: { lies: boolean };
  readonly held: StuckReadings;
  /** When the ram was at a mechanical end, ms; the last period may still be open. */
  readonly atEnd: { from: number; to?: number }[];
}

export class BoxPhysics {
  readonly aeros: readonly AeroPhysics[];
  readonly #sky: Sky = darkSky();
  readonly #place: PlaceWeather;
  readonly #box: BoxDescriptor;
  readonly #boxFaults: readonly Fault[];
  readonly #rhythmAt: (time: number) => Rhythm;
  readonly #key: Key;
  readonly #battery: Battery = { charge: 0.85, current: 0 };
  readonly #bodyLag: number;
  #snow = false;
  #time: number;
  #before: BoxState;
  #after: BoxState;

  /** @param epoch ms since 1970 of the first value wanted; the simulation starts a day earlier to settle. */
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
    this.#bodyLag = 1 - Math.exp(-10 / box.site.bodyLag);
    this.aeros = box.aeros.map((aero) => ({
      tensioner: aero.tensioner,
      faults: faults.filter((fault) => fault.aero === aero.position),
      influences: soundInfluences(),
      ram: { travel: 0, atEnd: false },
      ice: { lies: false },
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

  /**
   * The true values at a time, which must not be earlier than those of previous calls by more than a step.
   */
  at(time: number, out: BoxState): void {
    while (this.#time < time) this.#step();
    const part = (time - (this.#time - STEP)) / STEP;
    const before = this.#before;
    const after = this.#after;
    out.body = before.body + part * (after.body - before.body);
    out.wire = before.wire + part * (after.wire - before.wire);
    out.sideSun = before.sideSun + part * (after.sideSun - before.sideSun);
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
      sideSun: 0,
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
    // The current of trains warms the wire, by day more than by night.
    const traffic = trafficAt(this.#time) * (0.5 + uniformAt(this.#key, this.#time / STEP));
    const calm = inWind(sky.wind);
    const wireGoal = sky.air + calm * ((site.sunOnWire * sky.irradiance) / 1000 + site.joule * traffic);
    now.wire = last.wire + WIRE_LAG * (wireGoal - last.wire);
    now.body = last.body + this.#bodyLag * (sky.air + (calm * 6 * sky.irradiance) / 1000 - last.body);
    const diffuse = Math.max(0, sky.irradiance - sky.beam * Math.max(0, sky.sinElevation));
    const facing = cosIncidence(sky, { tilt: 90, azimuth: site.sensorSun.azimuth });
    now.sideSun = calm * (sky.beam * facing + 0.4 * diffuse);
    this.#snow = snowAfter(this.#snow, sky, site.plane.tilt);
    for (let i = 0; i < this.aeros.length; i++) this.#stepAero(i, now, sky.air);
    this.#stepBattery(now, sky);
  }

  #stepAero(index: number, now: BoxState, air: number): void {
    const aero = this.aeros[index] as AeroPhysics;
    influence(aero.influences, aero.tensioner, aero.faults, this.#time);
    aero.influences.wire = now.wire;
    aero.influences.gas = now.body;
    aero.influences.creep += this.#settlingOf(aero.tensioner);
    this.#freeze(aero, air);
    settle(aero.tensioner, aero.influences, aero.ram);
    this.#noteEnd(aero);
    now.strokes[index] = strokeReading(aero.tensioner, aero.influences, aero.ram);
    now.pressures[index] = pressureReading(aero.tensioner, aero.influences, aero.ram);
    for (const fault of aero.faults) {
      if (fault.name === 'stuck-sensor') this.#hold(aero, fault, now, index);
    }
  }

  /** m by which a conductor is longer than at the end of its first year, when the ram was adjusted. */
  #settlingOf({ settling }: Tensioner): number {
    const days = Math.max(0, (this.#time - this.#box.installed) / 86_400_000);
    return (settling * Math.log10((days + SETTLING_DAYS) / (365 + SETTLING_DAYS))) / 1000;
  }

  /** Ice that blocks the ram: it forms on frosty days and melts when the air thaws it. */
  #freeze(aero: AeroPhysics, air: number): void {
    const fault = aero.faults.find(({ name }) => name === 'icing');
    if (!fault || !acts(fault, this.#time)) return;
    const day = Math.floor(this.#time / 86_400_000);
    if (air < -0.5 && uniformAt(this.#key ^ 0x1ce, day) < fault.rate) aero.ice.lies = true;
    else if (air > 0.5) aero.ice.lies = false;
    if (aero.ice.lies) aero.influences.blocked = true;
  }

  #noteEnd({ atEnd, ram }: AeroPhysics): void {
    const last = atEnd.at(-1);
    const lying = last !== undefined && last.to === undefined;
    if (ram.atEnd && !lying) atEnd.push({ from: this.#time });
    else if (!ram.atEnd && lying) last.to = this.#time;
    // Only the newest are kept: a ram that touches its end constantly must not fill the memory.
    if (atEnd.length > 100) atEnd.shift();
  }

  #hold(aero: AeroPhysics, fault: Fault, now: BoxState, index: number): void {
    const metric = (fault.mode ?? 'stroke') as keyof StuckReadings;
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
    let drained = 0;
    for (const fault of this.#boxFaults) {
      if (!acts(fault, this.#time)) continue;
      const done = Math.min(1, daysInto(fault, this.#time) / (fault.rate || 1));
      if (fault.name === 'battery-ageing') {
        capacity *= 1 - 0.5 * done;
        resistance *= 1 + 2 * done;
      } else if (fault.name === 'drain') drained += fault.rate / 1000;
    }
    const drawn = load(this.#rhythmAt(this.#time)) + drained;
    const health = { capacity, resistance };
    const light = lightOnPanel(this.#box.site, sky, this.#snow, this.#boxFaults, this.#time);
    stepBattery(this.#battery, health, { light, body: now.body }, drawn, STEP / 1000);
    now.volts = terminalVoltage(this.#battery, health, now.body, SAMPLING_CURRENT);
    now.current = this.#battery.current * 1000;
    now.panelVolts = panelVoltage(light, sky.air + 0.03 * light);
  }
}

/** Share of full traffic by the hour of the day (UTC). */
function trafficAt(time: number): number {
  const hour = (time / 3_600_000) % 24;
  if (hour < 4 || hour > 22.5) return 0.08;
  return (hour > 5.5 && hour < 8.5) || (hour > 15.5 && hour < 18.5) ? 1 : 0.45;
}
