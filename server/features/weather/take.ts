/** Submitted weather: parsed, checked and stored, or refused with its reasons. */
import { NEAR_KM, nearestPoint } from '@aerowatch/domain/forecast/weather/nearest';
import { daysOfRecords, pastIssues } from '@aerowatch/domain/forecast/weather/weather-days';
import { readWeather, type WeatherProblem } from '@aerowatch/domain/forecast/weather/weather-file';
import type { WeatherRecord } from '@aerowatch/domain/forecast/weather/weather-record';
import { type Db, transaction } from '../../platform/database/db.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import { keepIssues } from './store-issues.ts';
import { boxPlaces, keepWeather, noteReceipt, type Receipt } from './store-weather.ts';

/** Notifies the forecasts. */
export const WEATHER_CHANNEL = 'weather_came';

export interface WeatherReceipt {
  readonly issuedAt: number | null;
  readonly points: number;
  readonly hours: number;
  /** Points too far from every box; they are not stored. */
  readonly far: number;
  readonly problems: readonly WeatherProblem[];
}

/** Parses a text and stores it whole, or nothing of it. */
export async function takeText(
  db: Db,
  from: Pick<Receipt, 'source' | 'name'>,
  text: string,
  now: number,
): Promise<WeatherReceipt> {
  const read = readWeather(text, now);
  if (read.problems.length > 0) return recordRefusal(db, from, read.problems);
  return takeRecords(db, from, read.records, now);
}

/** Records why nothing of it was accepted. */
export async function recordRefusal(
  db: Db,
  from: Pick<Receipt, 'source' | 'name'>,
  problems: readonly WeatherProblem[],
): Promise<WeatherReceipt> {
  const none = { issuedAt: null, points: 0, hours: 0, far: 0, problems };
  await noteReceipt(db, { ...from, ...none });
  return none;
}

/**
 * Stores records near boxes; if there are none, refuses all. `problems`: what was left out before, and why.
 */
export async function takeRecords(
  db: Db,
  from: Pick<Receipt, 'source' | 'name'>,
  records: readonly WeatherRecord[],
  now: number,
  problems: readonly WeatherProblem[] = [],
): Promise<WeatherReceipt> {
  const byPoint = [...Map.groupBy(records, ({ latitude, longitude }) => `${latitude} ${longitude}`).values()];
  const places = await boxPlaces(db);
  const near = byPoint.filter(([first]) => nearestPoint(first!.latitude, first!.longitude, places) !== null);
  if (near.length === 0) return recordRefusal(db, from, [`weather_far|${NEAR_KM}`]);
  const issuedAt = records.reduce((newest, record) => Math.max(newest, record.issuedAt), 0);
  const taken = {
    issuedAt,
    points: near.length,
    hours: near.reduce((sum, list) => sum + list.length, 0),
    far: byPoint.length - near.length,
    problems,
  };
  await transaction(db, async (trx) => {
    for (const list of near) {
      const { latitude, longitude } = list[0]!;
      const point = await keepWeather(trx, { latitude, longitude, source: from.source }, daysOfRecords(list));
      await keepIssues(trx, point, pastIssues(list, now));
    }
    await noteReceipt(trx, { ...from, ...taken });
    await wake(trx, WEATHER_CHANNEL);
  });
  return taken;
}
