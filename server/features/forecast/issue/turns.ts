/** Processes AEROs on a day of issue: scores past days and stores new forecasts. */

import { DAY } from '@aerowatch/domain/durations';
import type { Change } from '@aerowatch/domain/forecast/change';
import type { DayExtremes } from '@aerowatch/domain/forecast/extremes';
import { type ForecastDay, forecastDays } from '@aerowatch/domain/forecast/forecast-days';
import type { Factors } from '@aerowatch/domain/forecast/learning/conformal';
import type { Learnt } from '@aerowatch/domain/forecast/learning/learnt';
import {
  type Lessons,
  learningOfBytes,
  learnOn,
  noLessons,
  type Pending,
} from '@aerowatch/domain/forecast/learning/lessons';
import { emptyDay, leadBits, packForecast } from '@aerowatch/domain/forecast/packed-forecast';
import { travelOf } from '@aerowatch/domain/forecast/standing/travel';
import type { WeatherDay } from '@aerowatch/domain/forecast/weather/weather-hours';
import type { Trx } from '../../../platform/database/db.ts';
import { dateOf, type Point } from '../../weather/store-weather.ts';
import { Scores } from '../scores/scores.ts';
import { clientFactors, type DueAero, openDays } from './store-due.ts';
import { addScores, closeDays, keepDays, storedDays } from './store-issue.ts';

/** Days after which a past day without measures is dropped unscored. */
const FORGOTTEN = 12;

/** An AERO on its day of issue. */
export interface Turn {
  readonly aero: DueAero;
  readonly today: number;
  readonly offset: number;
  readonly point: Point | null;
  readonly extremes: readonly DayExtremes[];
  readonly own: Factors;
}

/** What the AEROs of a client have learnt together, and the lessons of the days being scored. */
export interface Learning {
  readonly aeros: number;
  known: Learnt;
  /** Lessons of this batch. */
  lessons: Lessons;
  /** Lessons of earlier batches on the same day. */
  pending: Pending | null;
}

/** By client; locks its learning. */
export async function learningOf(trx: Trx, due: readonly DueAero[]): Promise<Map<number, Learning>> {
  const clients = [...new Set(due.flatMap(({ client }) => client ?? []))].sort((a, b) => a - b);
  return new Map(
    (await clientFactors(trx, clients)).map(({ client, aeros, factors }) => [
      client,
      { aeros, ...learningOfBytes(factors), lessons: noLessons() },
    ]),
  );
}

/**
 * Updates the learning with the scored days, in place: one step per day (since 1970), however many batches
 * there were.
 */
export function learn(learning: Learning, day: number): void {
  const { aeros, known, lessons, pending } = learning;
  Object.assign(learning, learnOn(day, lessons, known, pending, aeros));
  learning.lessons = noLessons();
}

/** The forecast issued for a day of an AERO. */
export interface IssuedForecast {
  readonly aero: number;
  readonly day: number;
  readonly lead: number;
  readonly forecast: ForecastDay;
}

/** Handles past days: scores by client, learns by AERO. Changes `own` of the turns. */
export async function scoreOver(
  trx: Trx,
  turns: readonly Turn[],
  lessonsOf: (client: number) => Lessons | undefined,
): Promise<void> {
  const byAero = new Map(turns.map((turn) => [turn.aero.id, turn]));
  const scores = new Scores();
  const closed = [];
  for (const { aero_id, day, leads, scored_leads } of await openDays(trx, [...byAero.keys()])) {
    const turn = byAero.get(aero_id)!;
    const number = Date.parse(day) / DAY;
    const actual = turn.extremes.find((one) => one.day === number);
    if (actual === undefined && number > turn.today - FORGOTTEN) continue;
    closed.push({ aero: aero_id, day, low: actual?.low ?? null, high: actual?.high ?? null });
    const { client, standing } = turn.aero;
    if (actual === undefined || client === null || standing === null) continue;
    scores.add(
      {
        client,
        day,
        leads,
        scored: scored_leads ?? 0,
        actual,
        extremes: turn.extremes,
        travel: travelOf(turn.aero),
        slope: standing.slope,
        changed: changeBefore(turn.aero, turn.today)?.day ?? null,
      },
      turn.own,
      lessonsOf(client),
    );
  }
  if (closed.length > 0) await closeDays(trx, closed);
  const sums = scores.all();
  if (sums.length > 0) await addScores(trx, sums);
}

/** Stores new forecasts: of several for a day and lead, the first is what people plan by. */
export async function storeForecasts(
  trx: Trx,
  ids: readonly number[],
  issued: readonly IssuedForecast[],
): Promise<void> {
  if (issued.length === 0) return;
  const first = Math.min(...issued.map(({ day }) => day));
  const known = new Map(
    (await storedDays(trx, ids, dateOf(first))).map(({ aero_id, day, leads, scored_leads, closed }) => [
      `${aero_id} ${day}`,
      // An issue may arrive after its days were scored with others.
      { leads: new Uint8Array(leads), scored: closed ? leadBits(leads) : (scored_leads ?? 0) },
    ]),
  );
  const changed = new Map<string, { aero: number; day: string; leads: Uint8Array; scored: number }>();
  for (const { aero, day, lead, forecast } of issued) {
    const date = dateOf(day);
    const key = `${aero} ${date}`;
    const kept = changed.get(key) ?? known.get(key) ?? { leads: emptyDay(), scored: 0 };
    if (packForecast(kept.leads, lead, forecast)) changed.set(key, { ...kept, aero, day: date });
  }
  if (changed.size > 0) await keepDays(trx, [...changed.values()]);
}

/** The change of an AERO that was known on a day (days since 1970). */
function changeBefore({ changed_on, changed_by }: DueAero, today: number): Change | null {
  const day = changed_on === null ? null : Date.parse(changed_on) / DAY;
  return day === null || changed_by === null || day >= today ? null : { fault: changed_by, day };
}

/** Forecasts the next days of an AERO by its weather; `error` is the uncertainty of its slope as a share. */
export function forecastTurn(
  { aero, today, extremes, own }: Turn,
  weather: ReadonlyMap<number, WeatherDay>,
  known: Learnt,
  slopeShare: number,
): ForecastDay[] {
  const { slope, slopeError } = aero.standing!;
  return forecastDays({
    today,
    extremes,
    weather,
    prior: { slope, error: Math.hypot(slopeError, slopeShare * slope) },
    travel: travelOf(aero),
    ...known,
    own,
    latitude: aero.latitude,
    change: changeBefore(aero, today),
  });
}
