/** Measures as the database sent them, to be parsed in the diagnosing thread: a box has a million values. */

import { DAY } from '@aerowatch/domain/durations';
import { type Samples, samplesBetween, samplesWith } from '@aerowatch/domain/faults/shared/days/samples';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { integersOf, readReals } from '../../platform/database/binary-arrays.ts';
import { type Field, fieldsOfRows } from '../../platform/database/binary-copy.ts';

export interface ReadMeasures {
  readonly aeros: readonly number[];
  /** ms, both included. */
  readonly since: number;
  readonly until: number;
  /** One row per day and AERO: its number, the day (since 1970), ms between measures, times and metrics. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A day of one AERO. */
interface Row {
  readonly id: number;
  /** Start of the day, ms. */
  readonly day: number;
  /** ms between measures, and the deviation of each time from that grid. */
  readonly step: number;
  readonly shifts: Int32Array;
  /** In the order of the table of metrics. */
  readonly metrics: readonly Field[];
}

/** Samples by AERO, for each that was requested. */
export function unpackMeasures({ aeros, since, until, bytes }: ReadMeasures): Map<number, Samples> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows = fieldsOfRows(view).map((fields) => rowOf(view, fields));
  const samplesOf = (aero: number) => {
    const own = rows.filter(({ id }) => id === aero).sort((a, b) => a.day - b.day);
    return samplesBetween(unpacked(view, own), since, until);
  };
  return new Map(aeros.map((aero) => [aero, samplesOf(aero)]));
}

function rowOf(view: DataView, [id, day, step, shifts, ...metrics]: readonly Field[]): Row {
  return {
    id: view.getInt32(id!.at),
    day: view.getInt32(day!.at) * DAY,
    step: view.getInt32(step!.at),
    shifts: integersOf(Buffer.from(view.buffer, view.byteOffset + shifts!.at, shifts!.length)),
    metrics,
  };
}

/** The days of one AERO as columns of all of them. */
function unpacked(view: DataView, rows: readonly Row[]): Samples {
  const many = rows.reduce((sum, { shifts }) => sum + shifts.length, 0);
  const samples = samplesWith(() => new Float64Array(many));
  let n = 0;
  for (const { day, step, shifts, metrics } of rows) {
    for (let i = 0; i < shifts.length; i++) samples.time[n + i] = day + shifts[i]! + i * step;
    METRIC_KEYS.forEach((metric, i) => {
      const { at, length } = metrics[i]!;
      const into = samples[metric].subarray(n, n + shifts.length);
      if (length < 0) into.fill(Number.NaN);
      else readReals(view, at, into);
    });
    n += shifts.length;
  }
  return samples;
}
