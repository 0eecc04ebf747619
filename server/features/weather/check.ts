/** Compares the weather of points with what AEROs near them measure at night, and notes where it does not fit. */
import { DAY } from '@aerowatch/domain/durations';
import { type Night, nightsOf } from '@aerowatch/domain/forecast/weather/nights';
import { type Episode, judgeSource, LEARNT_NIGHTS } from '@aerowatch/domain/forecast/weather/source-verdict';
import { hoursOfDays } from '@aerowatch/domain/forecast/weather/weather-days';
import { type Db, transaction } from '../../platform/database/db.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import {
  aerosNear,
  type CheckedPoint,
  claimChecks,
  keepEpisode,
  keepNights,
  measuredHours,
  storedEpisodes,
  storedNights,
  touchPoint,
} from './store-episodes.ts';
import { weatherDays } from './store-weather.ts';
import { WEATHER_CHANNEL } from './take.ts';

/** s between two checks of a point. */
const EVERY = 3 * 3600;
/** Points per turn. */
const A_TURN = 20;
/** AEROs of two boxes: one of them may err. */
const AEROS = 4;
/** Days read again: boxes send late, and a newer issue corrects its last days. */
const READ_AGAIN = 4;

/** Checks points that are due; returns how many. */
export async function checkWeather(db: Db, now: number): Promise<number> {
  const points = await claimChecks(db, EVERY, A_TURN);
  for (const point of points) await checkPoint(db, point, now);
  return points.length;
}

async function checkPoint(db: Db, point: CheckedPoint, now: number): Promise<void> {
  const today = Math.floor(now / DAY);
  const since = today - LEARNT_NIGHTS - READ_AGAIN;
  const known = await storedNights(db, point.id, since);
  const aeros = await aerosNear(db, point, AEROS);
  const days = (await weatherDays(db, [point.id], since)).get(point.id) ?? [];
  const weather = hoursOfDays(days);
  const fresh: Night[] = [];
  for (const aero of aeros) {
    const isNew = !known.some((night) => night.aero === aero);
    const hours = await measuredHours(db, aero, (isNew ? since : today - READ_AGAIN) * DAY);
    // The first of these nights may have lost its evening.
    fresh.push(
      ...nightsOf(aero, hours, weather, point).filter(({ day }) => isNew || day > today - READ_AGAIN),
    );
  }
  const before = (await storedEpisodes(db, [point.id])).get(point.id) ?? [];
  const isFresh = new Set(fresh.map(({ aero, day }) => `${aero} ${day}`));
  const nights = [...known.filter(({ aero, day }) => !isFresh.has(`${aero} ${day}`)), ...fresh]
    // AEROs that have fallen silent are not compared with.
    .filter(({ aero }) => aeros.includes(aero));
  const after = judgeSource(nights, before, point.jump, now);
  await transaction(db, async (trx) => {
    await keepNights(trx, point.id, fresh);
    await noteChange(trx, point.id, before, after);
  });
}

/** Stores the newest episode if it changed, and makes forecasts due where weather is left out or used again. */
async function noteChange(
  trx: Parameters<typeof keepEpisode>[0],
  point: number,
  before: readonly Episode[],
  after: readonly Episode[],
): Promise<void> {
  const changed = after.find((one) => !before.includes(one));
  if (changed === undefined) return;
  await keepEpisode(trx, point, changed);
  const was = before.find(({ until }) => until === null)?.isLeftOut ?? false;
  const is = changed.until === null && changed.isLeftOut;
  if (was === is) return;
  await touchPoint(trx, point, was);
  await wake(trx, WEATHER_CHANNEL);
}
