import {
  asBatch,
  type SentMeasure,
  type SentMeasures,
  timeProblem,
} from '@aerowatch/contracts/mqtt/measures';
import { unknownDetail, unknownPayload } from '@aerowatch/contracts/mqtt/unknown-metrics';
import { METRIC_KEYS, METRICS } from '@aerowatch/domain/metrics';
import type { ConflictRow } from '../../schema.ts';
import { maskPayload } from '../../set-aside/mask.ts';
import { type Tally, tallyOf } from './tally.ts';

/** Why an unknown metric is set aside. */
export const UNKNOWN_METRIC = 'unknown_metric';

/** A box and its AEROs by position. */
export interface BoxIds {
  readonly id: number;
  readonly clientId: number | null;
  readonly serial: string;
  readonly aeros: ReadonlyMap<number, number>;
  /** ms: since when the present hardware is there; 0: from the beginning. */
  readonly hardwareSince: number;
  /** ms: until when the sender was the hardware of the box, if it no longer is. */
  readonly retiredAt?: number | undefined;
}
/** In the order of METRIC_KEYS. */
export type Values = readonly (number | null)[];
/** A row for the table of measures; time in ms. */
export interface Row {
  readonly aero: number;
  readonly time: number;
  /** The first value of each metric. */
  readonly values: Values;
  /** The measures that were merged into it, as sent, if there are several. */
  readonly sent?: readonly Values[];
}
/** A row for the set-aside list; `single`: one measure rather than a whole message. */
export interface Aside {
  readonly boxId: number | null;
  readonly clientId: number | null;
  readonly serial: string;
  readonly topic: string;
  readonly payload: Buffer;
  readonly reason: string;
  readonly detail: string;
  readonly single: boolean;
  /** The stored value, if a conflict with it is the reason. */
  readonly conflict?: ConflictRow;
}
/** Everything collected for one transaction. */
export interface Intake {
  readonly rows: Map<string, Row>;
  readonly boxOfAero: Map<number, number>;
  readonly asides: Aside[];
  readonly tallies: Map<number, Tally>;
}

export function emptyIntake(): Intake {
  return { rows: new Map(), boxOfAero: new Map(), asides: [], tallies: new Map() };
}

/** Adds a measure: of several for one AERO and time, each fills values missing in the earlier ones. */
export function addRow(intake: Intake, box: number, row: Row): void {
  const key = `${row.aero}:${row.time}`;
  const first = intake.rows.get(key);
  if (first === undefined) intake.boxOfAero.set(row.aero, box);
  intake.rows.set(key, first === undefined ? row : joined(first, row.values));
}

function joined(first: Row, values: Values): Row {
  return {
    ...first,
    values: first.values.map((value, index) => value ?? values[index] ?? null),
    sent: [...(first.sent ?? [first.values]), values],
  };
}

/** Whether each metric belongs to the AERO rather than its box. */
const OF_AERO = METRIC_KEYS.map((key) => !METRICS[key].ofBox);

/** Why a measure is set aside that its sender made before it came to the pole, or after it left it. */
export const NOT_IN_PLACE = 'not_in_place';

function hardwareProblem({ hardwareSince, retiredAt }: BoxIds, time: number): string | null {
  const isIn = retiredAt === undefined ? time >= hardwareSince : time <= retiredAt;
  return isIn ? null : NOT_IN_PLACE;
}

/**
 * Sorts measures into rows to be stored and measures set aside, each with its reason. Returns which AEROs
 * measured something, one bit each; null when there was nothing usable: an empty message is no sign that a
 * sensor works.
 */
export function sortMeasures(
  intake: Intake,
  box: BoxIds,
  topic: string,
  measures: readonly SentMeasure[],
  now: number,
): number | null {
  const tally = tallyOf(intake.tallies, box.id);
  tally.received += measures.length;
  let measured: number | null = null;
  for (const measure of measures) {
    const aero = box.aeros.get(measure.position);
    const problem =
      timeProblem(measure.time, now) ??
      (aero === undefined ? 'no_such_aero' : hardwareProblem(box, measure.time));
    if (problem !== null || aero === undefined) {
      intake.asides.push(asideOf(box, topic, measure, problem ?? 'no_such_aero'));
      continue;
    }
    addRow(intake, box.id, { aero, time: measure.time, values: measure.values });
    if (measure.values.some((value, i) => value !== null && OF_AERO[i]))
      measured = (measured ?? 0) | measure.position;
    else if (measure.values.some((value) => value !== null)) measured ??= 0;
  }
  return measured;
}

/** Sets aside the unknown metrics of a message: once, however often they are sent. */
export function setAsideUnknownMetrics(
  intake: Intake,
  box: BoxIds,
  topic: string,
  { unknown }: SentMeasures,
): void {
  if (unknown === undefined) return;
  tallyOf(intake.tallies, box.id).received += 1;
  intake.asides.push({
    boxId: box.id,
    clientId: box.clientId,
    serial: box.serial,
    topic,
    payload: maskPayload(Buffer.from(unknownPayload(unknown))),
    reason: UNKNOWN_METRIC,
    detail: unknownDetail(unknown),
    single: true,
  });
}

/** The set-aside row of one measure. */
export function asideOf(
  box: Pick<BoxIds, 'id' | 'clientId' | 'serial'>,
  topic: string,
  measure: SentMeasure,
  reason: string,
): Aside {
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
