/** Measures as the database sent them, to be parsed in the diagnosing thread: a box has a million values. */
import { type Samples, samplesBetween, samplesWith } from '@aerowatch/domain/diagnostics/samples';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { integersOf, readReals } from '../../platform/database/binary-arrays.ts';

/** Columns of a day: its times, then each metric. */
export const WIDTH = METRIC_KEYS.length + 1;

/** A day of one AERO. */
export interface DayRow {
  readonly id: number;
  /** Its first moment, ms. */
  readonly day: number;
  /** ms from one measure to the next. */
  readonly step: number;
}
export interface ReadMeasures {
  readonly aeros: readonly number[];
  /** ms, both included. */
  readonly since: number;
  readonly until: number;
  /** By AERO and day, ascending. */
  readonly days: readonly DayRow[];
  /** First byte and length of each column of each day; a length of 0 where it has none. Plain numbers: they are copied to the thread. */
  readonly places: Int32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Samples by AERO, for each that was requested. */
export function unpackMeasures(read: ReadMeasures): Map<number, Samples> {
  const rows = read.days.map(({ id, day, step }, i) => ({ id, day, step, shifts: shiftsOf(read, i), at: i }));
  return new Map(
    read.aeros.map((aero) => [
      aero,
      unpacked(
        read,
        rows.filter(({ id }) => id === aero),
      ),
    ]),
  );
}

/** A day, what each of its times is off its step (ms), and which of the rows it is. */
interface Row extends DayRow {
  readonly shifts: Int32Array;
  readonly at: number;
}

function shiftsOf({ places, bytes }: ReadMeasures, row: number): Int32Array {
  const begin = places[2 * WIDTH * row]!;
  return integersOf(Buffer.from(bytes.buffer, bytes.byteOffset + begin, places[2 * WIDTH * row + 1]!));
}

/** The rows of one AERO as columns of all its days. */
function unpacked({ places, bytes, since, until }: ReadMeasures, rows: readonly Row[]): Samples {
  const many = rows.reduce((sum, { shifts }) => sum + shifts.length, 0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = samplesWith(() => new Float64Array(many));
  let n = 0;
  for (const { day, step, shifts, at } of rows) {
    for (let i = 0; i < shifts.length; i++) samples.time[n + i] = day + shifts[i]! + i * step;
    METRIC_KEYS.forEach((metric, column) => {
      const place = 2 * (WIDTH * at + column + 1);
      const into = samples[metric].subarray(n, n + shifts.length);
      if (places[place + 1] === 0) into.fill(Number.NaN);
      else readReals(view, places[place]!, into);
    });
    n += shifts.length;
  }
  return samplesBetween(samples, since, until);
}
