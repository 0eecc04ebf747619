/** The measures that the console has stored for the AEROs of a box, while it sends. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '@aerowatch/domain/durations';
import { type Day, dayOf } from '@aerowatch/domain/faults/shared/days/days';
import { samplesOf } from '@aerowatch/domain/faults/shared/days/samples';
import { METRIC_KEYS, METRICS, type Measure, type MetricKey } from '@aerowatch/domain/metrics';
import { Logger } from '@aerowatch/simulator/history';
import { Weather } from '@aerowatch/simulator/weather/weather';
import type { Case } from './case.ts';

const weathers = new Map<number, Weather>();
export function weatherOf(seed: number): Weather {
  const known = weathers.get(seed) ?? new Weather(seed);
  weathers.set(seed, known);
  return known;
}

/** A value that a sensor cannot give is no measure: the server stores nothing. */
function stored(metric: MetricKey, value: number | null | undefined): number | null {
  if (value === null || value === undefined || Number.isNaN(value)) return null;
  return value < METRICS[metric].min || value > METRICS[metric].max ? null : value;
}

type Mutable = { -readonly [K in keyof Measure]: Measure[K] };
const WIDTH = METRIC_KEYS.length + 1;

/** All measures of each AERO of the box, in the order of its AEROs, rows of seconds and metrics. */
function simulate({ box, weatherSeed, fault, habits, from, to, interval }: Case): Float64Array[] {
  const faults = fault ? [...habits, fault] : habits;
  const logger = new Logger(box, weatherOf(weatherSeed), faults, {
    epoch: from,
    timings: [
      {
        from: 0,
        log: interval * 1000,
        acquisition: interval * 1000,
        upload: Math.max(interval, 3600) * 1000,
        startup: 500,
        aeros: box.aeros.map(({ position }) => position),
      },
    ],
  });
  const rows: number[][] = box.aeros.map(() => []);
  for (;;) {
    const batch = logger.take(to, 4000);
    if (!batch) break;
    box.aeros.forEach(({ position }, i) => {
      const columns = batch.message.aeros.find((one) => one.aero === position)!;
      let seconds = columns.t0;
      columns.dt.forEach((step, k) => {
        seconds += step;
        rows[i]!.push(seconds, ...METRIC_KEYS.map((metric) => columns[metric]?.[k] ?? Number.NaN));
      });
    });
  }
  return rows.map((list) => Float64Array.from(list));
}

/** The same, cached in a directory between runs. */
function measured(one: Case, cache: string | undefined): Float64Array[] {
  const file = cache && join(cache, `${one.id.replaceAll(' ', '_')}.bin`);
  const parts = one.box.aeros.length;
  if (file && existsSync(file)) {
    const bytes = readFileSync(file);
    const all = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
    return Array.from({ length: parts }, (_, i) =>
      all.subarray((all.length / parts) * i, (all.length / parts) * (i + 1)),
    );
  }
  const lists = simulate(one);
  if (file) {
    mkdirSync(cache!, { recursive: true });
    writeFileSync(file, Buffer.concat(lists.map((list) => Buffer.from(list.buffer))));
  }
  return lists;
}

/** Days looked back, as in the server's worker. */
const WINDOW = 90 * DAY;

export class CaseRecord {
  /** By AERO, ascending times. */
  readonly #points: Measure[][];
  /** When each sample of the box is stored, ms. */
  readonly #stored: Float64Array;
  readonly #closed: Map<number, { count: number; day: Day }>[];

  constructor(one: Case, cache?: string) {
    this.#points = measured(one, cache).map((rows) => {
      const points: Measure[] = [];
      for (let at = 0; at < rows.length; at += WIDTH) {
        const measure = { time: rows[at]! * 1000 } as Mutable;
        METRIC_KEYS.forEach((metric, k) => {
          measure[metric] = stored(metric, rows[at + 1 + k]);
        });
        points.push(measure);
      }
      return points;
    });
    this.#closed = this.#points.map(() => new Map());
    this.#stored = Float64Array.from(this.#points[0]!, ({ time }) => {
      const outage = one.outages.find(({ from, to }) => time >= from && time < to);
      if (!outage) return time;
      if (!outage.kept) return Number.POSITIVE_INFINITY;
      // The newest half comes first, the rest a day later.
      return outage.to + (time > (outage.from + outage.to) / 2 ? 0 : DAY);
    });
  }

  /**
   * The days of an AERO that the server would diagnose at a time: the stored measures of the 90 days up to
   * the newest.
   */
  days(aero: number, now: number): Day[] {
    const points = this.#points[aero]!;
    let end = points.length;
    while (end > 0 && (points[end - 1]!.time > now || this.#stored[end - 1]! > now)) end--;
    if (end === 0) return [];
    const from = points[end - 1]!.time + 1 - WINDOW;
    const days: Day[] = [];
    while (end > 0 && points[end - 1]!.time >= from) {
      const start = Math.floor(points[end - 1]!.time / DAY) * DAY;
      const list: Measure[] = [];
      while (end > 0 && points[end - 1]!.time >= Math.max(start, from)) {
        end--;
        if (this.#stored[end]! <= now) list.push(points[end]!);
      }
      if (list.length > 0) days.push(this.#dayOf(aero, start, list.reverse()));
    }
    return days.reverse();
  }

  #dayOf(aero: number, start: number, list: Measure[]): Day {
    const closed = this.#closed[aero]!;
    const kept = closed.get(start);
    if (kept?.count === list.length) return kept.day;
    const day = dayOf(start, samplesOf(list));
    closed.set(start, { count: list.length, day });
    return day;
  }
}
