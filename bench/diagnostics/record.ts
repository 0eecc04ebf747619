/** What the console has stored of one AERO, while its box sends. */
import { type Day, dayOf } from '@aerowatch/domain/diagnostics/days';
import { METRIC_KEYS, METRICS, type Measure, type MetricKey } from '@aerowatch/domain/metrics';
import { Logger } from '@aerowatch/simulator/history';
import { Weather } from '@aerowatch/simulator/weather';
import { type Case, DAY } from './cases.ts';

const weathers = new Map<number, Weather>();
function weatherOf(seed: number): Weather {
  const known = weathers.get(seed);
  if (known) return known;
  const weather = new Weather(seed);
  weathers.set(seed, weather);
  return weather;
}

/** What a sensor cannot give is no measure: the server stores nothing there. */
function stored(metric: MetricKey, value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  return value < METRICS[metric].min || value > METRICS[metric].max ? null : value;
}

/** Days looked back on, as by the server's worker. */
const WINDOW = 90 * DAY;

export class Record {
  readonly #logger: Logger;
  readonly #position: number;
  readonly #points: Measure[] = [];
  readonly #closed = new Map<number, Day>();

  /** @param from ms since 1970 of the first measure */
  constructor({ box, aero, weatherSeed, fault }: Case, from: number) {
    this.#logger = new Logger(box, weatherOf(weatherSeed), fault ? [fault] : [], { epoch: from });
    this.#position = box.aeros[aero]!.position;
  }

  /** All measures so far. */
  get points(): readonly Measure[] {
    return this.#points;
  }

  /** Stores what the box logs up to a time (ms). */
  receive(until: number): void {
    for (;;) {
      const batch = this.#logger.take(until, 4000);
      if (!batch) return;
      const columns = batch.message.aeros.find((one) => one.aero === this.#position)!;
      let seconds = columns.t0;
      columns.dt.forEach((step, i) => {
        seconds += step;
        const measure = { time: seconds * 1000 } as Mutable;
        for (const metric of METRIC_KEYS) measure[metric] = stored(metric, columns[metric]?.[i]);
        this.#points.push(measure);
      });
    }
  }

  /**
   * The days the server would diagnose now: the measures of the 90 days up to the newest, by UTC day. The days
   * at both ends are cut short; those between stay the same from diagnosis to diagnosis and are kept.
   */
  days(): Day[] {
    const newest = this.#points.at(-1)?.time;
    if (newest === undefined) return [];
    const from = newest + 1 - WINDOW;
    const days: Day[] = [];
    let end = this.#points.length;
    while (end > 0 && this.#points[end - 1]!.time >= from) {
      const start = Math.floor(this.#points[end - 1]!.time / DAY) * DAY;
      const kept = this.#closed.get(start);
      let begin = end - 1;
      while (begin > 0 && this.#points[begin - 1]!.time >= Math.max(start, from)) begin--;
      const cut = start < from || end === this.#points.length;
      const day = (!cut && kept) || dayOf(start, this.#points.slice(begin, end));
      if (!cut) this.#closed.set(start, day);
      days.push(day);
      end = begin;
    }
    return days.reverse();
  }
}

type Mutable = { -readonly [K in keyof Measure]: Measure[K] };
