/** A weather service with Open-Meteo's API: hourly temperature and radiation of many points in one call. */
import { readServiceAnswer } from '@aerowatch/domain/forecast/weather/service-answer';
import type { WeatherProblem } from '@aerowatch/domain/forecast/weather/weather-file';
import type { Db } from '../../platform/database/db.ts';
import type { Outbound, OutboundAnswer } from '../../platform/http/outbound/outbound.ts';
import type { Log } from '../../platform/log/log.ts';
import { outboundProblemOf } from './outbound-problem.ts';
import { boxPlaces, callSooner, claimCalls } from './store-weather.ts';
import { recordRefusal, takeRecords } from './take.ts';

/** Points per call: an address of about 1,000 characters. */
const A_CALL = 50;
/** s between two calls for a point: the models behind it run every one to six hours. */
const EVERY = 3 * 3600;
/** s until a point without usable data is requested again. */
const AFTER_FAILURE = 3600;
/** Days of the past requested at first, and later; models are fitted to them. */
const PAST = [92, 2] as const;
const AHEAD = 9;
/** Maximum number of stored reasons per answer. */
const MAX_PROBLEMS = 20;
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
  // A new point needs its past; other points do not request it again.
  const first = due.filter((point) => point.first);
  for (const points of [first, due.filter((point) => !point.first)]) {
    if (points.length === 0) continue;
    const failed = await ask(service, points, points === first ? PAST[0] : PAST[1]);
    await callSooner(service.db, failed, EVERY - AFTER_FAILURE);
  }
  return due.length;
}

interface AskedPoint {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** Requests points and stores accepted data; returns the points without any. */
async function ask(
  { db, log, url, outbound, now }: WeatherService,
  points: readonly AskedPoint[],
  past: number,
): Promise<number[]> {
  const from = { source: 'service', name: new URL(url).host } as const;
  const all = points.map(({ id }) => id);
  const answer = await outbound
    .get(addressOf(url, points, past), { Accept: 'application/json' })
    .catch((error: Error) => error);
  const unusable = answer instanceof Error ? outboundProblemOf(answer) : refusedBy(answer);
  if (unusable !== null) {
    const said = answer instanceof Error ? { error: plain(answer.message) } : {};
    log.warn(
      { host: from.name, problem: unusable, ...said },
      'the weather service did not answer as it should',
    );
    await recordRefusal(db, from, [unusable]);
    return all;
  }
  const { records, problems, without } = readServiceAnswer((answer as OutboundAnswer).text, points, now());
  if (problems.length > 0)
    log.warn({ host: from.name, problems: problems.slice(0, 3) }, 'weather of a service was refused');
  const told = problems.slice(0, MAX_PROBLEMS);
  if (records.length === 0) {
    await recordRefusal(db, from, told);
    return all;
  }
  const { issuedAt } = await takeRecords(db, from, records, now(), told);
  return issuedAt === null ? all : without.map((at) => all[at]!);
}

function addressOf(url: string, points: readonly AskedPoint[], past: number): string {
  const address = new URL(url);
  const list = (of: (point: AskedPoint) => number) => points.map(of).join(',');
  // Parameters of the operator's address that change units would be misread, so they are overwritten.
  for (const name of ['temperature_unit', 'timeformat']) address.searchParams.delete(name);
  const asked = {
    latitude: list(({ latitude }) => latitude),
    longitude: list(({ longitude }) => longitude),
    hourly: 'temperature_2m,shortwave_radiation',
    timezone: 'GMT',
    past_days: String(past),
    forecast_days: String(AHEAD),
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return address.href;
}

/** Another machine's error text, cleaned for use in a sentence. */
const plain = (text: string) =>
  text
    .replace(/[|\s]+/g, ' ')
    .trim()
    .slice(0, 150);

function refusedBy({ status, text }: OutboundAnswer): WeatherProblem | null {
  if (status === 200) return null;
  if (status >= 300 && status < 400) return `weather_service_redirect|${status}`;
  // The API gives its reason as {"error": true, "reason": "…"}.
  const reason = /"reason"\s*:\s*"([^"]{1,150})/.exec(text)?.[1];
  return reason === undefined
    ? `weather_service_status|${status}`
    : `weather_service_reason|${status}|${plain(reason)}`;
}
