/**
 * The log of a box between two times, as the batches it sends: a pure function of box, seed, faults and
 * timing.
 */
import type { MetricKey } from '@aerowatch/domain/metrics';
import { Columns, type MeasureMessage, USUAL_MEASURES } from './box/batch.ts';
import {
  factoryConfiguration,
  rhythmOf,
  type Timing,
  timingAt,
  timingIndex,
  timingOf,
} from './box/configuration.ts';
import type { BoxDescriptor } from './box/descriptor.ts';
import { LinkFaults } from './box/link-faults.ts';
import { acts, type Fault } from './faults.ts';
import { BoxPhysics, type BoxState } from './physics/box-physics.ts';
import { type AeroReading, read } from './physics/sensors.ts';
import { type Key, keyOf } from './prng.ts';
import type { Weather } from './weather/weather.ts';

export interface Batch {
  /** True time of its last sample, ms: samples acknowledged up to here need not be sent again. */
  readonly through: number;
  readonly message: MeasureMessage;
  readonly measures: number;
  /** The last values of each AERO in it. */
  readonly last: Readonly<Record<number, LoggedValues>>;
}
/** The last values of an AERO, for the limits that the box watches itself. */
export interface LoggedValues extends Record<MetricKey, number | null> {
  time: number;
}
export interface HistoryOptions {
  /** Maximum number of measures in one message, all AEROs together. */
  readonly measures?: number;
}

/** A clock that differs from the samples by this many seconds has been set. */
const CLOCK_SET = 60;

/** A box's memory: how far it has logged, and its counters. */
export class Logger {
  readonly box: BoxDescriptor;
  /** Timings so far, oldest first; the box adds one when it applies a desired document. */
  readonly timings: Timing[];
  readonly link: LinkFaults;
  boot: number;
  seq: number;
  /** True time of the last sample returned. */
  at: number;
  readonly #physics: BoxPhysics;
  readonly #faults: readonly (readonly Fault[])[];
  readonly #keys: readonly Key[];
  readonly #swaps: readonly Fault[];
  readonly #state: BoxState = {
    body: 0,
    wire: 0,
    sideSun: 0,
    volts: 0,
    panelVolts: 0,
    current: 0,
    strokes: [],
    pressures: [],
  };
  readonly #reading: AeroReading = { temperature: 0, pressure: 0, stroke: 0 };

  constructor(
    box: BoxDescriptor,
    weather: Weather,
    faults: readonly Fault[],
    start: { epoch: number; at?: number; timings?: Timing[]; boot?: number; seq?: number },
  ) {
    const own = faults.filter((fault) => fault.serial === box.serial_number);
    this.box = box;
    this.at = start.at ?? start.epoch - 1;
    this.boot = start.boot ?? 1;
    this.seq = start.seq ?? 0;
    this.timings = start.timings ?? [timingOf(factoryConfiguration(box), 0)];
    this.link = new LinkFaults(keyOf('link', weather.seed, box.serial_number), own);
    this.#faults = box.aeros.map((aero) => own.filter((fault) => fault.aero === aero.position));
    this.#swaps = own.filter((fault) => fault.name === 'swapped');
    this.#keys = box.aeros.map((aero) => keyOf('sensor', weather.seed, box.serial_number, aero.position));
    this.#physics = new BoxPhysics(box, weather, own, start.epoch, (time) =>
      rhythmOf(timingAt(this.timings, time)),
    );
  }

  /** When each tensioner was at a mechanical end, in the order of the box's AEROs. */
  get atEnd(): readonly (readonly { from: number; to?: number }[])[] {
    return this.#physics.aeros.map((aero) => aero.atEnd);
  }

  /** True time of the sample after `time`. */
  next(time: number): number {
    let index = timingIndex(this.timings, time + 1);
    let after = time;
    while (true) {
      const log = (this.timings[index] as Timing).log + (this.box.slip ?? 0) * 1000;
      const offset = (this.box.offset * 1000) % log;
      const tick = Math.floor((after - offset) / log) * log + log + offset;
      // A new timing begins when it is applied, not with the next sample of the old one.
      const change = this.timings[index + 1]?.from;
      if (change === undefined || tick < change) return tick;
      after = change - 1;
      index += 1;
    }
  }

  /** The next message of samples up to `until` (inclusive), or undefined when there is none. */
  take(until: number, most: number): Batch | undefined {
    let columns: Columns[] | undefined;
    let count = 0;
    let lastStamp = 0;
    const last: Record<number, LoggedValues> = {};
    for (let time = this.next(this.at); time <= until; time = this.next(time)) {
      const rebooted = this.link.rebootsBetween(this.at, time);
      const stamp = this.link.stampOf(time);
      const { aeros } = timingAt(this.timings, time);
      // A restart or a clock that was set ends a message: within a message, times increase evenly.
      const clockSet = Math.abs(stamp - lastStamp - (time - this.at) / 1000) > CLOCK_SET;
      if (columns && (rebooted || clockSet || columns.length !== aeros.length)) break;
      this.at = time;
      if (rebooted) {
        this.boot += 1;
        this.seq = 0;
        continue;
      }
      if (this.link.loses(time)) continue;
      columns ??= aeros.map((position) => new Columns(position));
      this.#sample(time, stamp, columns, aeros, last);
      lastStamp = stamp;
      count += aeros.length;
      if (count + aeros.length > most) break;
    }
    if (!columns || count === 0) return undefined;
    const message: MeasureMessage = {
      v: 1,
      boot: this.boot,
      seq: this.seq,
      aeros: columns.map((column) => column.take()),
    };
    this.seq += 1;
    return { through: this.at, message, measures: count, last };
  }

  /** The position that an AERO's sensors report as: another AERO's after the cables of two were swapped. */
  #connectedTo(index: number, time: number): number {
    const { aeros } = this.box;
    const other = aeros.length === 2 && this.#swaps.some((fault) => acts(fault, time)) ? 1 - index : index;
    return (aeros[other] as { position: number }).position;
  }

  #sample(
    time: number,
    stamp: number,
    columns: Columns[],
    aeros: readonly number[],
    last: Record<number, LoggedValues>,
  ): void {
    const state = this.#state;
    this.#physics.at(time, state);
    const seconds = Math.floor(time / 1000);
    for (let i = 0; i < this.box.aeros.length; i++) {
      const aero = this.#physics.aeros[i] as BoxPhysics['aeros'][number];
      const position = this.#connectedTo(i, time);
      const column = columns[aeros.indexOf(position)];
      if (!column) continue;
      const truth = {
        temperature: state.body,
        pressure: state.pressures[i] as number,
        stroke: state.strokes[i] as number,
        sideSun: state.sideSun,
      };
      read(
        this.#keys[i] as Key,
        seconds,
        truth,
        aero.tensioner,
        (this.box.aeros[i] as BoxDescriptor['aeros'][number]).sensors,
        this.box.site.sensorSun.gain,
        this.#faults[i] as readonly Fault[],
        aero.held,
        this.#reading,
      );
      const logged: LoggedValues = {
        time,
        temperature: this.#reading.temperature,
        pressure: this.#reading.pressure,
        stroke: this.#reading.stroke,
        battery_voltage: Math.round(state.volts * 100) / 100,
        solar_voltage: Math.round(state.panelVolts * 100) / 100,
        charge_current: Math.round(state.current),
      };
      column.add(stamp, logged);
      last[position] = logged;
    }
  }
}

/** The batches of a box between two times (ms, both inclusive), for tests, diagnostics and benches. */
export function* historyOf(
  box: BoxDescriptor,
  from: number,
  to: number,
  context: { weather: Weather; faults?: readonly Fault[] } & HistoryOptions,
): Generator<Batch> {
  const logger = new Logger(box, context.weather, context.faults ?? [], { epoch: from });
  while (true) {
    const batch = logger.take(to, context.measures ?? USUAL_MEASURES);
    if (!batch) return;
    yield batch;
  }
}
