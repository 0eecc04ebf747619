/** What the console holds of a box of the second world, and what its diagnosis of a day is made from. */
import { placeExtremes } from '@aerowatch/domain/climate/place-extremes';
import { DAY } from '@aerowatch/domain/durations';
import type { Finding } from '@aerowatch/domain/faults/finding';
import type { DiagnosedAero, DiagnosticInput } from '@aerowatch/domain/faults/shared/context';
import { type Day, dayOf } from '@aerowatch/domain/faults/shared/days/days';
import { type Samples, samplesWith } from '@aerowatch/domain/faults/shared/days/samples';
import {
  type DailyFigures,
  neighbourDays,
  neighbourOf,
} from '@aerowatch/domain/faults/shared/neighbours/neighbours';
import type { makeBox } from './second/world.ts';

export type Box = ReturnType<typeof makeBox>;
type Aero = Box['aeros'][number];

/** Days looked back, as by the server. */
const WINDOW = 90;
const COLUMNS = {
  time: 'times',
  temperature: 'temperature',
  pressure: 'pressure',
  stroke: 'stroke',
  battery_voltage: 'batteryVoltage',
  solar_voltage: 'solarVoltage',
  charge_current: 'chargeCurrent',
} as const;

interface Row {
  readonly time: number;
  readonly received: number;
  readonly at: number;
}

/** The measures of an AERO, each once, by the time it was measured. */
export class AeroRecord {
  readonly #rows: Row[] = [];
  readonly #measures: Aero['measures'];
  readonly #closed = new Map<number, { count: number; day: Day }>();

  constructor({ measures }: Aero) {
    this.#measures = measures;
    const first = new Map<number, Row>();
    measures.times.forEach((time, at) => {
      const row = { time, received: measures.receivedAt[at]!, at };
      const known = first.get(time);
      if (known === undefined || row.received < known.received) first.set(time, row);
    });
    this.#rows = [...first.values()].sort((one, other) => one.time - other.time);
  }

  /** Days with measures that had been received by `now` (UTC ms), of those looked back. */
  days(now: number): Day[] {
    const byDay = new Map<number, Row[]>();
    for (const row of this.#rows) {
      if (row.time > now) break;
      if (row.received > now || row.time <= now - WINDOW * DAY) continue;
      const start = Math.floor(row.time / DAY) * DAY;
      const list = byDay.get(start);
      if (list) list.push(row);
      else byDay.set(start, [row]);
    }
    return [...byDay].map(([start, rows]) => this.#dayOf(start, rows));
  }

  #dayOf(start: number, rows: readonly Row[]): Day {
    const kept = this.#closed.get(start);
    if (kept?.count === rows.length) return kept.day;
    const day = dayOf(start, this.#samplesOf(rows));
    this.#closed.set(start, { count: rows.length, day });
    return day;
  }

  #samplesOf(rows: readonly Row[]): Samples {
    return samplesWith((name) => {
      const column = this.#measures[COLUMNS[name]];
      return Float64Array.from(rows, ({ at }) => column[at]!);
    });
  }

  /** Daily figures up to a day, as a neighbour's are read. */
  figures(from: number, to: number): DailyFigures {
    const days = this.days(to).filter(({ start }) => start >= from && start < to - DAY);
    const of = (name: keyof typeof COLUMNS, figure: (values: number[]) => number) =>
      days.map(({ samples }) => {
        const values = [...samples[name]].filter((value) => !Number.isNaN(value));
        return values.length === 0 ? null : figure(values);
      });
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const least = (values: number[]) => Math.min(...values);
    return {
      day: days.map(({ start }) => start / DAY),
      temperature_min: of('temperature', least),
      temperature_mean: of('temperature', mean),
      temperature_max: of('temperature', (values) => Math.max(...values)),
      stroke_mean: of('stroke', mean),
      pressure_mean: of('pressure', mean),
      solar_mean: of('solar_voltage', mean),
      charge_mean: of('charge_current', mean),
      battery_min: of('battery_voltage', least),
    };
  }
}

const knownOf = ({ card }: Aero): DiagnosedAero => ({
  model_type: card.model === 480 ? 1 : 2,
  conductor_type: card.conductorType.replaceAll(' ', '_') as DiagnosedAero['conductor_type'],
  mechanical_tension: card.tensionDaN,
  regularized_length: card.lengthM,
  expansion_coefficient: null,
  stroke_min_offset: card.strokeOffsetMinMm,
  stroke_max_offset: card.strokeOffsetMaxMm,
  battery_min: null,
});

export class BoxRecord {
  readonly #records: AeroRecord[];
  readonly box: Box;
  readonly #near: readonly AeroRecord[];
  readonly #neighbours = new Map<number, ReturnType<typeof neighbourDays>>();

  constructor(box: Box, near: readonly AeroRecord[]) {
    this.box = box;
    this.#near = near;
    this.#records = box.aeros.map((aero) => new AeroRecord(aero));
  }

  /** Extremes of its place, °C. */
  get extremes() {
    const { latitude, longitude, altitudeM } = this.box.aeros[0]!.card;
    return placeExtremes({ latitude, longitude, altitude: altitudeM });
  }

  /** The input of the diagnosis of an AERO at a time; null where nothing has been received. */
  input(aero: number, now: number, reported: readonly Finding[]): DiagnosticInput | null {
    const one = this.box.aeros[aero]!;
    const days = this.#records[aero]!.days(now);
    if (days.length === 0) return null;
    const other = this.box.aeros[1 - aero];
    const neighbours = this.#neighbours.get(now) ?? this.#neighboursAt(now);
    this.#neighbours.set(now, neighbours);
    return {
      days,
      aero: knownOf(one),
      latitude: one.card.latitude,
      longitude: one.card.longitude,
      altitude: one.card.altitudeM,
      extremes: this.extremes,
      twin: other ? { aero: knownOf(other), days: this.#records[1 - aero]!.days(now) } : null,
      neighbours,
      logTime: this.box.logging.logTimes.findLast(({ fromMs }) => fromMs <= now)!.everyMs / 1000,
      reported,
    };
  }

  #neighboursAt(now: number): ReturnType<typeof neighbourDays> {
    const to = Math.floor(now / DAY) * DAY;
    const from = to - WINDOW * DAY;
    return neighbourDays(this.#near.map((record) => neighbourOf(record.figures(from, to + DAY))));
  }
}
