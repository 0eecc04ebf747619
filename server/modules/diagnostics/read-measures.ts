/** Measures as the database sent them, to be parsed in the diagnosing thread: a box has a million values. */
import { METRIC_KEYS, type Measure, NO_VALUES } from '@aerowatch/domain/metrics';
import { integersOf, realsOf } from '../../platform/database/binary-arrays.ts';

/** A day of one AERO; `columns`: first byte and length of its times, then of each metric, null where it has none. */
export interface DayColumns {
  readonly id: number;
  /** Its first moment, ms. */
  readonly day: number;
  /** ms from one measure to the next. */
  readonly step: number;
  readonly columns: readonly (readonly [number, number] | null)[];
}
export interface ReadMeasures {
  readonly aeros: readonly number[];
  /** ms, both included. */
  readonly since: number;
  readonly until: number;
  /** By AERO and day, ascending. */
  readonly days: readonly DayColumns[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Ascending measures by AERO, for each that was requested. */
export function unpackMeasures({ aeros, since, until, days, bytes }: ReadMeasures): Map<number, Measure[]> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const measures = new Map<number, Measure[]>(aeros.map((aero) => [aero, []]));
  for (const { id, day, step, columns } of days) {
    const [times, ...values] = columns.map((place) => place && all.subarray(place[0], place[0] + place[1]));
    const shifts = integersOf(times!);
    addDay(measures.get(id)!, { day, step, shifts, values }, { since, until });
  }
  return measures;
}

interface OneDay {
  readonly day: number;
  readonly step: number;
  readonly shifts: Int32Array;
  readonly values: readonly (Buffer | null)[];
}

function addDay(
  list: Measure[],
  { day, step, shifts, values }: OneDay,
  { since, until }: { since: number; until: number },
): void {
  const columnOf = (metric: (typeof METRIC_KEYS)[number]) => {
    const bytes = values[METRIC_KEYS.indexOf(metric)] ?? null;
    const read = bytes === null ? null : realsOf(bytes);
    return (i: number) => {
      const value = read === null ? Number.NaN : read[i]!;
      return Number.isNaN(value) ? null : value;
    };
  };
  const [temperature, pressure, stroke] = [columnOf('temperature'), columnOf('pressure'), columnOf('stroke')];
  const [battery, solar, charge] = [
    columnOf('battery_voltage'),
    columnOf('solar_voltage'),
    columnOf('charge_current'),
  ];
  for (let i = 0; i < shifts.length; i++) {
    const time = day + shifts[i]! + i * step;
    if (time < since || time > until) continue;
    // All of one object shape: there are 13,000 of them per AERO.
    list.push({
      ...NO_VALUES,
      time,
      temperature: temperature(i),
      pressure: pressure(i),
      stroke: stroke(i),
      battery_voltage: battery(i),
      solar_voltage: solar(i),
      charge_current: charge(i),
    });
  }
}
