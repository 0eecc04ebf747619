/** A weather service with Open-Meteo's API: hourly temperature and radiation of many points in one call. */
import type { WeatherRecord } from '@aerowatch/domain/forecast/weather-file';
import { readWeather } from '@aerowatch/domain/forecast/weather-file';
import type { Db } from '../../platform/database/db.ts';
import { type Outbound, OutboundError } from '../../platform/http/outbound.ts';
import type { Log } from '../../platform/log/log.ts';
import { boxPlaces, callSooner, claimCalls } from './store-weather.ts';
import { refused, takeRecords } from './take.ts';

/** Points per call: an address of about 1,000 characters. */
const A_CALL = 50;
/** s between two calls for a point: the models behind it run every one to six hours. */
const EVERY = 3 * 3600;
/** s until a point that gave nothing usable is requested again. */
const AFTER_FAILURE = 3600;
/** Days of the past requested at first, and later: models are learnt from them. */
const PAST = [92, 2] as const;
const AHEAD = 9;
/** Grid in degrees: places under 12 km apart share a point, as they share a model's cell. */
const GRID = 0.1;

export interface WeatherService {
  readonly db: Db;
  readonly log: Log;
  readonly url: string;
  readonly outbound: Outbound;
  readonly now: () => number;
}

const toGrid = (degrees: number) => Math.round(Math.round(degrees / GRID) * GRID * 10) / 10;

/** Requests the points that are due, in one call; returns how many points. */
export async function askService(service: WeatherService): Promise<number> {
  const places = (await boxPlaces(service.db)).map(({ latitude, longitude }) => ({
    latitude: toGrid(latitude),
    longitude: toGrid(longitude),
  }));
  const due = await claimCalls(service.db, places, EVERY, A_CALL);
  if (due.length === 0) return 0;
  // A new point needs its past; the others are spared that load.
  const first = due.filter((point) => point.first);
  for (const points of [first, due.filter((point) => !point.first)])
    if (points.length > 0 && !(await ask(service, points, points === first ? PAST[0] : PAST[1])))
      await callSooner(
        service.db,
        points.map(({ id }) => id),
        EVERY - AFTER_FAILURE,
      );
  return due.length;
}

/** Whether any of its answer was accepted. */
async function ask(
  { db, log, url, outbound, now }: WeatherService,
  points: readonly { latitude: number; longitude: number }[],
  past: number,
): Promise<boolean> {
  const from = { source: 'service', name: new URL(url).host } as const;
  const address = new URL(url);
  const list = (of: (point: { latitude: number; longitude: number }) => number) => points.map(of).join(',');
  address.searchParams.set(
    'latitude',
    list(({ latitude }) => latitude),
  );
  address.searchParams.set(
    'longitude',
    list(({ longitude }) => longitude),
  );
  address.searchParams.set('hourly', 'temperature_2m,shortwave_radiation');
  address.searchParams.set('timezone', 'GMT');
  address.searchParams.set('past_days', String(past));
  address.searchParams.set('forecast_days', String(AHEAD));
  try {
    const { status, text } = await outbound.get(address.href, { Accept: 'application/json' });
    if (status !== 200) throw new OutboundError('broken', `it answered ${status}`);
    const records = recordsOf(JSON.parse(text), points, now());
    // The same checks as for a file: a service may be wrong, or send kelvin.
    const checked = readWeather(`${records.map(asLine).join('\n')}\n`, now());
    if (checked.problems.length > 0) {
      log.warn({ problems: checked.problems.slice(0, 3) }, 'what the weather service says was refused');
      await refused(db, from, checked.problems);
      return false;
    }
    return (await takeRecords(db, from, checked.records, now())).issuedAt !== null;
  } catch (error) {
    const why = error instanceof SyntaxError ? 'no JSON' : (error as Error).message;
    log.warn({ host: from.name, why }, 'the weather service did not answer as it should');
    await refused(db, from, [`weather_service|${why.replaceAll('|', ' ').slice(0, 150)}`]);
    return false;
  }
}

const asLine = ({ issuedAt, validAt, ...record }: WeatherRecord) =>
  JSON.stringify({
    ...record,
    issued_at: new Date(issuedAt).toISOString(),
    valid_at: new Date(validAt).toISOString(),
  });

interface Hourly {
  readonly hourly?: {
    readonly time?: readonly unknown[];
    readonly temperature_2m?: readonly unknown[];
    readonly shortwave_radiation?: readonly unknown[];
  };
}

/** One point gives an object, several a list in the order of the request. Hours without a temperature are gaps. */
function recordsOf(
  answer: unknown,
  points: readonly { latitude: number; longitude: number }[],
  issuedAt: number,
): WeatherRecord[] {
  const list = (Array.isArray(answer) ? answer : [answer]) as Hourly[];
  if (list.length !== points.length) throw new Error(`it told ${list.length} points of ${points.length}`);
  return list.flatMap(({ hourly }, i) => {
    const { latitude, longitude } = points[i]!;
    const times = hourly?.time ?? [];
    return times.flatMap((time, at) => {
      const temperature = hourly?.temperature_2m?.[at];
      if (temperature === null || temperature === undefined) return [];
      const radiation = hourly?.shortwave_radiation?.[at];
      const validAt = Date.parse(`${String(time).slice(0, 16)}Z`);
      if (Number.isNaN(validAt)) throw new Error('its times cannot be read');
      return [
        {
          latitude,
          longitude,
          issuedAt,
          validAt,
          temperature: temperature as number,
          radiation: (radiation ?? null) as number | null,
        },
      ];
    });
  });
}
