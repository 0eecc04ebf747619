/**
 * Processes a batch of AEROs: scores past days and learns from them, then forecasts the next seven and stores
 * them.
 */

import { DAY } from '@aerowatch/domain/durations';
import { LEADS } from '@aerowatch/domain/forecast/basis';
import { isSilent, placeDay, solarOffset, unpackExtremes } from '@aerowatch/domain/forecast/extremes';
import { factorBytes, factorsOf } from '@aerowatch/domain/forecast/learning/conformal';
import { type Learnt, nothingLearnt } from '@aerowatch/domain/forecast/learning/learnt';
import { learningBytes } from '@aerowatch/domain/forecast/learning/lessons';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { nearestPoint } from '@aerowatch/domain/forecast/weather/nearest';
import { type Db, type Trx, transaction } from '../../../platform/database/db.ts';
import { dateOf, type Point, weatherPoints } from '../../weather/store-weather.ts';
import { replayIssues } from '../scores/replay.ts';
import { rowOf, unavailableRow } from './rows.ts';
import { SkyAt } from './sky.ts';
import { type DueAero, dueAeros, keepClientFactors, markForecast } from './store-due.ts';
import { markForJudging, replaceForecasts } from './store-issue.ts';
import {
  forecastTurn,
  type IssuedForecast,
  learn,
  learningOf,
  scoreOver,
  storeForecasts,
  type Turn,
} from './turns.ts';

/** AEROs per transaction: some 2,000 rows, a second or two. */
const A_BATCH = 250;
/** Additional uncertainty of a line, as a share of its slope: its level and gas differ. */
const SLOPE_ERROR = 0.05;

/** Forecasts AEROs whose forecast is outdated; returns how many. */
export async function forecastDue(db: Db, now: number, batch = A_BATCH): Promise<number> {
  const all = await weatherPoints(db);
  const points = { all, ahead: all.filter(({ ahead }) => ahead) };
  return transaction(db, async (trx) => {
    const due = await dueAeros(trx, batch);
    if (due.length > 0) await forecastBatch(trx, due, points, now);
    return due.length;
  });
}

/** Points with weather for future days, and all points. */
interface Points {
  readonly ahead: readonly Point[];
  readonly all: readonly Point[];
}

/** The nearest point with future days: one without weather hides no other behind it. */
function pointOf({ latitude, longitude }: DueAero, { ahead, all }: Points): Point | null {
  if (latitude === null || longitude === null) return null;
  return nearestPoint(latitude, longitude, ahead) ?? nearestPoint(latitude, longitude, all);
}

function turnOf(aero: DueAero, points: Points, now: number): Turn {
  const offset = solarOffset(aero.longitude);
  return {
    aero,
    offset,
    today: placeDay(now, offset),
    point: pointOf(aero, points),
    extremes: unpackExtremes(Date.parse(aero.first_day) / DAY, aero.extremes),
    own: factorsOf(aero.factors),
  };
}

async function forecastBatch(trx: Trx, due: readonly DueAero[], points: Points, now: number): Promise<void> {
  const turns = due.map((aero) => turnOf(aero, points, now));
  const learnt = await learningOf(trx, due);
  const replayed = await replayIssues(trx, turns, learnt);
  await scoreOver(trx, turns, (client) => learnt.get(client)?.lessons);
  for (const [client, learning] of learnt) {
    learn(learning, Math.floor(now / DAY));
    await keepClientFactors(trx, client, learningBytes(learning));
  }
  const sky = new SkyAt(trx);
  await sky.load(
    turns.flatMap(({ point }) => point ?? []),
    Math.min(...turns.map(({ today }) => today)),
  );
  const rows = [];
  const issued: IssuedForecast[] = [];
  for (const turn of turns) {
    const known = learnt.get(turn.aero.client ?? -1)?.known ?? nothingLearnt();
    const issue = issueOf(turn, sky, known, now);
    rows.push(...issue.rows);
    issued.push(...issue.forecasts);
  }
  const ids = turns.map(({ aero }) => aero.id);
  await replaceForecasts(trx, ids, rows);
  await markForJudging(trx, ids);
  await storeForecasts(trx, ids, issued);
  await markForecast(
    trx,
    turns.map(({ aero, today, point, own }) => ({
      id: aero.id,
      today: dateOf(today),
      point: point?.id ?? null,
      factors: factorBytes(own),
      replayed: replayed.get(aero.id) ?? aero.replayed_until,
    })),
  );
}

/** The next days of one AERO, forecast or with the reason why there are none. */
function issueOf(turn: Turn, sky: SkyAt, known: Learnt, now: number) {
  const { aero, point, offset, today } = turn;
  const issued = new Date(now);
  const reason = reasonOf(turn, now);
  const days =
    reason === null
      ? forecastTurn(turn, sky.daysOf(point, offset, aero.log_hours, today), known, SLOPE_ERROR)
      : [];
  const missing = reason ?? (days.length === 0 ? 'too_few_days' : null);
  const leads = missing === null ? [] : Array.from({ length: LEADS }, (_, index) => index + 1);
  return {
    rows: [
      ...days.map((day) => rowOf(aero.id, day, issued)),
      ...leads.map((lead) => unavailableRow(aero.id, dateOf(today + lead), lead, issued, missing!)),
    ],
    forecasts: days.map(
      (day): IssuedForecast => ({ aero: aero.id, day: day.day, lead: day.lead, forecast: day }),
    ),
  };
}

function reasonOf({ aero }: Turn, now: number): Unavailable | null {
  if (aero.unavailable !== null) return aero.unavailable;
  if (isSilent(aero.newest.getTime(), now)) return 'silent';
  return aero.standing === null ? 'too_few_days' : null;
}
