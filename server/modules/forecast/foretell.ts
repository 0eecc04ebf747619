/** A batch of AEROs: days that are over are scored and learnt from, then the next seven are foretold and kept. */

import { LEADS } from '@aerowatch/domain/forecast/basis';
import { learnOutcomes, noOutcomes } from '@aerowatch/domain/forecast/calibration';
import {
  type Factors,
  factorBytes,
  factorsOf,
  learnShared,
  noMisses,
} from '@aerowatch/domain/forecast/conformal';
import {
  type DayExtremes,
  isSilent,
  placeDay,
  solarOffset,
  unpackExtremes,
} from '@aerowatch/domain/forecast/extremes';
import { type ForetoldDay, foretell } from '@aerowatch/domain/forecast/foretell';
import { emptyDay, keepForecast } from '@aerowatch/domain/forecast/kept';
import { type Learnt, learntBytes, learntOf, nothingLearnt } from '@aerowatch/domain/forecast/learnt';
import { nearestPoint } from '@aerowatch/domain/forecast/nearest';
import { learnPulls, noDepartures } from '@aerowatch/domain/forecast/pull';
import { travelOf } from '@aerowatch/domain/forecast/travel';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { type Db, type Trx, transaction } from '../../platform/database/db.ts';
import { dateOf, type Point, weatherPoints } from '../weather/store-weather.ts';
import { rowOf, unavailableRow } from './rows.ts';
import { type Lessons, Scores } from './scores.ts';
import { SkyAt } from './sky.ts';
import {
  clientFactors,
  type DueAero,
  dueAeros,
  keepClientFactors,
  markForetold,
  openDays,
} from './store-due.ts';
import { addScores, closeDays, keepDays, keptDays, markForJudging, replaceForecasts } from './store-issue.ts';

const DAY = 86_400_000;
/** AEROs of a transaction: some 2,000 rows, a second or two. */
const A_BATCH = 250;
/** The line of an AERO is known to this share of its slope beside its own error: its height and gas differ. */
const SLOPE_ERROR = 0.05;
/** Days after which one that was never measured is let go unscored. */
const FORGOTTEN = 12;

/** Foretells AEROs whose forecast is behind; how many that was. */
export async function foretellDue(db: Db, now: number): Promise<number> {
  const points = await weatherPoints(db);
  return transaction(db, async (trx) => {
    const due = await dueAeros(trx, A_BATCH);
    if (due.length > 0) await foretellBatch(trx, due, points, now);
    return due.length;
  });
}

/** An AERO on its day of issue. */
interface Turn {
  readonly aero: DueAero;
  readonly today: number;
  readonly offset: number;
  readonly point: Point | null;
  readonly extremes: readonly DayExtremes[];
  readonly own: Factors;
}

function turnOf(aero: DueAero, points: readonly Point[], now: number): Turn {
  const { latitude, longitude } = aero;
  const offset = solarOffset(longitude);
  return {
    aero,
    offset,
    today: placeDay(now, offset),
    point: latitude === null || longitude === null ? null : nearestPoint(latitude, longitude, points),
    extremes: unpackExtremes(Date.parse(aero.first_day) / DAY, aero.extremes),
    own: factorsOf(aero.factors),
  };
}

async function foretellBatch(
  trx: Trx,
  due: readonly DueAero[],
  points: readonly Point[],
  now: number,
): Promise<void> {
  const turns = due.map((aero) => turnOf(aero, points, now));
  const clients = [...new Set(due.flatMap(({ client }) => client ?? []))].sort((a, b) => a - b);
  const learnt = new Map(
    (await clientFactors(trx, clients)).map(({ client, aeros, factors }) => [
      client,
      {
        aeros,
        known: learntOf(factors),
        lessons: { misses: noMisses(), departures: noDepartures(), outcomes: noOutcomes() },
      },
    ]),
  );
  await scoreOver(trx, turns, (client) => learnt.get(client)?.lessons);
  for (const [client, one] of learnt) {
    const { aeros, known, lessons } = one;
    learnShared(known.shared, lessons.misses, aeros);
    learnPulls(known.pulls, lessons.departures, aeros);
    one.known = { ...known, calibration: learnOutcomes(known.calibration, lessons.outcomes) };
    await keepClientFactors(trx, client, learntBytes(one.known));
  }
  const sky = new SkyAt(trx);
  await sky.load(
    turns.flatMap(({ point }) => point ?? []),
    Math.min(...turns.map(({ today }) => today)),
  );
  const issued = new Date(now);
  const rows = [];
  const told: { aero: number; day: number; lead: number; forecast: ForetoldDay }[] = [];
  for (const turn of turns) {
    const reason = reasonOf(turn, now);
    const known = learnt.get(turn.aero.client ?? -1)?.known ?? nothingLearnt();
    const days = reason === null ? foretellOne(turn, sky, known) : [];
    for (const day of days) {
      rows.push(rowOf(turn.aero.id, day, issued));
      told.push({ aero: turn.aero.id, day: day.day, lead: day.lead, forecast: day });
    }
    const missing = reason ?? (days.length === 0 ? 'too_few_days' : null);
    if (missing !== null)
      for (let lead = 1; lead <= LEADS; lead++)
        rows.push(unavailableRow(turn.aero.id, dateOf(turn.today + lead), lead, issued, missing));
  }
  const ids = turns.map(({ aero }) => aero.id);
  await replaceForecasts(trx, ids, rows);
  await markForJudging(trx, ids);
  await keepTold(trx, ids, told);
  await markForetold(
    trx,
    turns.map(({ aero, today, point, own }) => ({
      id: aero.id,
      today: dateOf(today),
      point: point?.id ?? null,
      factors: factorBytes(own),
    })),
  );
}

function reasonOf({ aero }: Turn, now: number): Unavailable | null {
  if (aero.unavailable !== null) return aero.unavailable;
  if (isSilent(aero.newest.getTime(), now)) return 'silent';
  return aero.standing === null ? 'too_few_days' : null;
}

function foretellOne(
  { aero, today, offset, point, extremes, own }: Turn,
  sky: SkyAt,
  known: Learnt,
): ForetoldDay[] {
  const { slope, slopeError } = aero.standing!;
  return foretell({
    today,
    extremes,
    weather: sky.daysOf(point, offset, aero.log_hours, today),
    prior: { slope, error: Math.hypot(slopeError, SLOPE_ERROR * slope) },
    travel: travelOf(aero),
    ...known,
    own,
  });
}

/** Days that are over: scored by client, learnt from by AERO. Changes `own` of the turns. */
async function scoreOver(
  trx: Trx,
  turns: readonly Turn[],
  lessonsOf: (client: number) => Lessons | undefined,
): Promise<void> {
  const byAero = new Map(turns.map((turn) => [turn.aero.id, turn]));
  const scores = new Scores();
  const closed = [];
  for (const { aero_id, day, leads } of await openDays(trx, [...byAero.keys()])) {
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
        actual,
        extremes: turn.extremes,
        travel: travelOf(turn.aero),
        slope: standing.slope,
      },
      turn.own,
      lessonsOf(client),
    );
  }
  if (closed.length > 0) await closeDays(trx, closed);
  const sums = scores.all();
  if (sums.length > 0) await addScores(trx, sums);
}

/** Keeps what is new of what was told: the first forecast of a day is what people plan by. */
async function keepTold(
  trx: Trx,
  ids: readonly number[],
  told: readonly { aero: number; day: number; lead: number; forecast: ForetoldDay }[],
): Promise<void> {
  if (told.length === 0) return;
  const first = Math.min(...told.map(({ day }) => day));
  const known = new Map(
    (await keptDays(trx, ids, dateOf(first))).map(({ aero_id, day, leads }) => [
      `${aero_id} ${day}`,
      new Uint8Array(leads),
    ]),
  );
  const changed = new Map<string, { aero: number; day: string; leads: Uint8Array }>();
  for (const { aero, day, lead, forecast } of told) {
    const date = dateOf(day);
    const key = `${aero} ${date}`;
    const leads = changed.get(key)?.leads ?? known.get(key) ?? emptyDay();
    if (keepForecast(leads, lead, forecast)) changed.set(key, { aero, day: date, leads });
  }
  if (changed.size > 0) await keepDays(trx, [...changed.values()]);
}
