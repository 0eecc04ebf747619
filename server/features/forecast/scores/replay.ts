/**
 * Replays past issues of the weather: forecasts of past days, made as they would have been then and scored in
 * order. The forecast of a day uses nothing from that day or later, except the AERO's slope, which gets no
 * more weight than a broad prior.
 */
import { DAY } from '@aerowatch/domain/durations';
import { LEADS } from '@aerowatch/domain/forecast/basis';
import { placeDay } from '@aerowatch/domain/forecast/extremes';
import { daysOfIssue, hoursOfDays, type PastIssue } from '@aerowatch/domain/forecast/weather/weather-days';
import { type WeatherDay, weatherDay, withSun } from '@aerowatch/domain/forecast/weather/weather-hours';
import type { Trx } from '../../../platform/database/db.ts';
import { issuesAfter } from '../../weather/store-issues.ts';
import { dateOf } from '../../weather/store-weather.ts';
import { SkyAt } from '../issue/sky.ts';
import {
  forecastTurn,
  type IssuedForecast,
  type Learning,
  learn,
  scoreOver,
  storeForecasts,
  type Turn,
} from '../issue/turns.ts';

/** Uncertainty of an AERO's slope, as a share: as for one with only its length entered. */
const SLOPE_ERROR = 0.25;

/**
 * The last issue replayed for each AERO; without those that had none. Changes `learnt` and the turns'
 * factors.
 */
export async function replayIssues(
  trx: Trx,
  turns: readonly Turn[],
  learnt: ReadonlyMap<number, Learning>,
): Promise<Map<number, string>> {
  const done = new Map<number, string>();
  const own = turns.filter(({ aero, point, extremes }) => aero.standing && point && extremes.length > 0);
  if (own.length === 0) return done;
  const after = Math.min(...own.map(replayedUntil));
  const points = own.map(({ point }) => point!);
  const issues = await issuesAfter(trx, [...new Set(points.map(({ id }) => id))], after);
  const [first] = issues.keys();
  if (first === undefined) return done;
  const sky = new SkyAt(trx);
  await sky.load(points, first - 1);
  for (const [day, byPoint] of issues) {
    const past = own.flatMap((turn) => {
      const issue = byPoint.get(turn.point!.id);
      const last = turn.extremes.at(-1)!.day;
      return issue && day > replayedUntil(turn) && day <= last ? [pastTurn(turn, issue)] : [];
    });
    if (past.length === 0) continue;
    await replayDay(trx, day, past, byPoint, sky, learnt);
    for (const { aero } of past) done.set(aero.id, dateOf(day));
    // Lets other requests be answered in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return done;
}

const replayedUntil = ({ aero }: Turn) =>
  aero.replayed_until === null ? 0 : Date.parse(aero.replayed_until) / DAY;

/** The state of the AERO on the day of an issue. */
function pastTurn(turn: Turn, issue: PastIssue): Turn {
  const today = placeDay(issue.issuedAt, turn.offset);
  return { ...turn, today, extremes: turn.extremes.filter(({ day }) => day < today) };
}

async function replayDay(
  trx: Trx,
  day: number,
  turns: readonly Turn[],
  issues: ReadonlyMap<number, PastIssue>,
  sky: SkyAt,
  learnt: ReadonlyMap<number, Learning>,
): Promise<void> {
  await scoreOver(trx, turns, (client) => learnt.get(client)?.lessons);
  for (const learning of learnt.values()) learn(learning, day);
  const issued: IssuedForecast[] = [];
  for (const turn of turns) {
    const known = learnt.get(turn.aero.client ?? -1)?.known;
    if (!known) continue;
    for (const forecast of forecastTurn(
      turn,
      skyOf(turn, sky, issues.get(turn.point!.id)!),
      known,
      SLOPE_ERROR,
    ))
      issued.push({ aero: turn.aero.id, day: forecast.day, lead: forecast.lead, forecast });
  }
  await storeForecasts(
    trx,
    turns.map(({ aero }) => aero.id),
    issued,
  );
}

/** Weather at an issue: earlier days as last known, later days as it forecast them. */
function skyOf({ aero, offset, point, today }: Turn, sky: SkyAt, issue: PastIssue): Map<number, WeatherDay> {
  const days = new Map([...sky.daysOf(point, offset, aero.log_hours, today)].filter(([day]) => day < today));
  const hours = withSun(hoursOfDays(daysOfIssue(issue)), point!.latitude, point!.longitude);
  for (let day = today + 1; day <= today + LEADS; day++) {
    const one = weatherDay(hours, day, offset, aero.log_hours);
    if (one) days.set(day, one);
  }
  return days;
}
