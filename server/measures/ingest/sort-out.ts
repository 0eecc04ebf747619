import { asBatch, type SentMeasure, timeProblem } from '@aerowatch/contracts/mqtt/measures';
import { type Tally, tallyOf } from './tally.ts';

/** A box and the AEROs it has, by position. */
export interface KnownBox {
  readonly id: number;
  readonly clientId: number | null;
  readonly serial: string;
  readonly aeros: ReadonlyMap<number, number>;
}
/** A row for the table of measures. Time in ms; values in the order of METRIC_KEYS. */
export interface Row {
  readonly aero: number;
  readonly time: number;
  readonly values: readonly (number | null)[];
}
/** A row for the set-aside list; `single` is one measure rather than a whole message. */
export interface Aside {
  readonly boxId: number | null;
  readonly clientId: number | null;
  readonly serial: string;
  readonly topic: string;
  readonly payload: Buffer;
  readonly reason: string;
  readonly detail: string;
  readonly single: boolean;
}
/** What is gathered for one transaction. */
export interface Gathered {
  readonly rows: Map<string, Row>;
  readonly boxOfAero: Map<number, number>;
  readonly asides: Aside[];
  readonly tallies: Map<number, Tally>;
}

export function emptyGathered(): Gathered {
  return { rows: new Map(), boxOfAero: new Map(), asides: [], tallies: new Map() };
}

/**
 * Sorts measures into rows to be stored and measures set aside, each with its reason. Of two that claim
 * the same AERO and time the first stays.
 */
export function sortOut(
  gathered: Gathered,
  box: KnownBox,
  topic: string,
  measures: readonly SentMeasure[],
  now: number,
): void {
  const tally = tallyOf(gathered.tallies, box.id);
  tally.received += measures.length;
  for (const measure of measures) {
    const aero = box.aeros.get(measure.position);
    const problem = timeProblem(measure.time, now) ?? (aero === undefined ? 'no_such_aero' : null);
    if (problem !== null || aero === undefined) {
      gathered.asides.push(asideOf(box, topic, measure, problem ?? 'no_such_aero'));
      continue;
    }
    const key = `${aero}:${measure.time}`;
    const first = gathered.rows.get(key);
    if (first === undefined) {
      gathered.rows.set(key, { aero, time: measure.time, values: measure.values });
      gathered.boxOfAero.set(aero, box.id);
    } else {
      tally.duplicates += 1;
      if (!sameValues(first.values, measure.values)) tally.conflicts += 1;
    }
  }
}

function asideOf(box: KnownBox, topic: string, measure: SentMeasure, reason: string): Aside {
  const when =
    Math.abs(measure.time) <= 8.64e15 ? new Date(measure.time).toISOString() : `${measure.time} ms`;
  return {
    boxId: box.id,
    clientId: box.clientId,
    serial: box.serial,
    topic,
    payload: Buffer.from(asBatch(measure)),
    reason,
    detail: `AERO ${measure.position}, ${when}`,
    single: true,
  };
}

/** Equal as stored: the columns are single precision. */
function sameValues(one: readonly (number | null)[], other: readonly (number | null)[]): boolean {
  return one.every((value, index) => {
    const second = other[index] ?? null;
    if (value === null || second === null) return value === second;
    return Math.fround(value) === Math.fround(second);
  });
}
