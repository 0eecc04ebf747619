import { mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowsOf } from '@aerowatch/domain/columns';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { OutboundError } from '../../platform/http/outbound/outbound.ts';
import { diagnosticsModule } from '../diagnostics/index.ts';
import { diagnoseDue } from '../diagnostics/worker.ts';
import { lineModule } from '../line/index.ts';
import { ingest } from '../measures/testing.ts';
import { readFolder } from '../weather/folder.ts';
import { weatherModule } from '../weather/index.ts';
import { askService } from '../weather/service.ts';
import { forecastModule } from './index.ts';
import { forecastDue } from './issue/issue.ts';
import { airAt, csv, DAYS, HEAD, soundMeasures, strokeIn, TODAY } from './testing.ts';
import { packMonths } from './weeks/pack.ts';
import { gatherWeeks } from './weeks/store-weeks.ts';

const quiet = () => undefined;

// Routes only, because the workers would interfere.
const server = await testServer({
  modules: [diagnosticsModule, forecastModule, lineModule, weatherModule].map((make) => (parts) => ({
    ...make(parts),
    worker: () => () => undefined,
  })),
});
const client = (await server.createClient()).id;
const aero = {
  model_type: 2,
  regularized_length: 700,
  conductor_type: 'wire',
  line: 'L1',
  stroke_min_offset: 100,
  stroke_max_offset: 290,
};
const box = await server.createBox({ client, aeros: [aero], latitude: 47, longitude: 2 });
await server.createBox({ client, aeros: [aero], latitude: 51, longitude: 2 });
await ingest(server, box.serial, 1, soundMeasures());
while ((await diagnoseDue(server.db)) > 0);

const listed = async (query = '') =>
  (await server.admin.api.get(`/forecast/?client=${client}&aero=${box.aeroIds[0]}&page_size=50${query}`))
    .body;

it('goes by its own climate where nobody tells the weather', async () => {
  while ((await forecastDue(server.db, Date.now())) > 0);
  const { results } = await listed('&ordering=day');
  expect(results).toHaveLength(7);
  expect(results[0]).toMatchObject({ lead: 1, basis: 'climate', temperature: null, unavailable: null });
  expect(results[0].stroke.min.p05).toBeLessThan(results[0].stroke.max.p95);
});

it('takes files within its folder, and says beside a refused one why', async () => {
  const path = await mkdtemp(join(tmpdir(), 'weather-'));
  const folder = {
    db: server.db,
    log: { warn: quiet } as never,
    path,
    say: (problem: string) => problem,
    now: () => Date.now(),
  };
  const drop = async (name: string, text: string, age = 10_000) => {
    await writeFile(join(path, name), text);
    await utimes(join(path, name), new Date(), new Date(Date.now() - age));
  };
  await drop('a.csv', csv(TODAY, TODAY - DAYS * DAY, TODAY + 9 * DAY));
  await drop('kelvin.csv', csv(TODAY, TODAY, TODAY + DAY, '47,2', 273.15));
  await drop('far.csv', csv(TODAY, TODAY, TODAY + DAY, '40,2'));
  await drop('half.csv', csv(TODAY, TODAY, TODAY + DAY).slice(0, -5), 10_000);
  await drop('stalled.csv', csv(TODAY, TODAY, TODAY + DAY).slice(0, -5), 90_000);
  await drop('fresh.csv', csv(TODAY, TODAY, TODAY + DAY), 0);
  await readFolder(folder);
  const named = async (name: string) =>
    (await readdir(join(path, name))).map((one) => one.replace(/^.*Z-/, '')).sort();
  expect(await named('done')).toEqual(['a.csv']);
  expect(await named('refused')).toEqual([
    'far.csv',
    'far.csv.reason.txt',
    'kelvin.csv',
    'kelvin.csv.reason.txt',
    'stalled.csv',
    'stalled.csv.reason.txt',
  ]);
  expect((await readdir(path)).sort()).toEqual(['done', 'fresh.csv', 'half.csv', 'refused']);
  const [reason] = (await readdir(join(path, 'refused'))).filter((name) =>
    name.endsWith('kelvin.csv.reason.txt'),
  );
  expect(await readFile(join(path, 'refused', reason!), 'utf8')).toMatch(/^weather_kelvin\|2\|/);
});

it('forecasts by weather, the largest chance first, and the week in short', async () => {
  while ((await forecastDue(server.db, Date.now())) > 0);
  const { results, count } = await listed();
  expect(count).toBe(7);
  const [first] = results;
  expect(first).toMatchObject({ basis: 'weather', unavailable: null });
  expect(first.lead).toBeGreaterThanOrEqual(3);
  expect(first.margin.hot).toBeGreaterThan(0.5);
  expect(first.temperature.max).toBeGreaterThan(28);
  const byDay = (await listed('&ordering=day')).results;
  expect(byDay[0].margin.hot).toBeLessThan(0.2);
  expect(byDay[0].stroke.max.p50).toBeGreaterThan(byDay[0].stroke.min.p50 + 100);
  const { body: week } = await server.admin.api.get(`/forecast/week/?client=${client}`);
  expect(week.basis).toBe('weather');
  expect(week.days).toHaveLength(7);
  expect(week.days.at(-1)).toMatchObject({ at_risk: 1, worst: [{ aero: box.aeroIds[0], side: 'hot' }] });
  const { body: peaks } = await server.admin.api.get(
    `/forecast/peaks/?client=${client}&aero=${box.aeroIds[0]}`,
  );
  expect(peaks).toMatchObject({
    aero: [box.aeroIds[0]],
    box: [box.id],
    side: ['hot'],
    unavailable: [null],
    work_order: [null],
  });
  expect(peaks.days).toEqual(week.days.map(({ day }: { day: string }) => day));
  expect(peaks.chance[0]).toEqual(
    byDay.map(({ margin }: { margin: { hot: number; cold: number } }) =>
      expect.closeTo(Math.max(margin.hot, margin.cold), 2),
    ),
  );
  expect(peaks.temperature.at(-1)).toEqual(byDay.at(-1).temperature);
  // A box has the largest chance of its AEROs, and every box is included.
  const { body: boxes } = await server.admin.api.get(`/forecast/boxes/?client=${client}`);
  expect(boxes).toMatchObject({ box: [box.id], chance: peaks.chance, days: peaks.days, unavailable: [null] });
  expect(boxes.temperature).toEqual(peaks.temperature);
  const other = (await server.admin.api.get(`/forecast/?client=${client}&search=zzz`)).body;
  expect(other.count).toBe(0);
});

it('counts what a filter leaves, and tells nothing of days that have passed', async () => {
  const [aero] = box.aeroIds as [number];
  const { results } = await listed('&ordering=day');
  const { day } = results[4];
  expect(await listed(`&day=${day}`)).toMatchObject({ count: 1, results: [{ day }] });
  for (const chance of [0.01, 0.2, 0.9]) {
    const { count, results: left } = await listed(`&chance=${chance}`);
    expect([count, left.length]).toEqual([left.length, count]);
    expect((await listed(`&chance=${chance}&day=${day}`)).count).toBe(
      left.filter((one: { day: string }) => one.day === day).length,
    );
  }
  // Moves two days on, without a new forecast.
  const shift = async (days: number) => {
    await sql`update forecasts set day = day + ${100 + days}::int where aero_id = ${aero}`.execute(server.db);
    await sql`update forecasts set day = day - 100 where aero_id = ${aero}`.execute(server.db);
    await gatherWeeks(server.db, [aero]);
  };
  await shift(-2);
  const of = async (path: string) => (await server.admin.api.get(`${path}?client=${client}`)).body;
  const chancesNamed = ({ worst }: { worst: { aero: number; chance: number }[] }) =>
    worst.filter((one) => one.aero === aero).map(({ chance }) => chance);
  // Today and the five following days.
  const left = await listed('&ordering=day');
  expect(left.count).toBe(6);
  expect(left.results).toHaveLength(6);
  const days = left.results.map((one: { day: string }) => one.day);
  const chances = left.results.map((one: { margin: { hot: number; cold: number } }) =>
    expect.closeTo(Math.max(one.margin.hot, one.margin.cold), 2),
  );
  const peaks = (await server.admin.api.get(`/forecast/peaks/?client=${client}&aero=${aero}`)).body;
  expect(peaks).toMatchObject({ days, chance: [chances], side: ['hot'] });
  const week = await of('/forecast/week/');
  expect(week.days.slice(0, 6).map((one: { day: string }) => one.day)).toEqual(days);
  expect(week.days[5]).toMatchObject({ at_risk: 1, worst: [{ aero, side: 'hot' }] });
  const along = rowsOf<{ id: number }>((await of('/line/')).aeros);
  expect(along.find(({ id }) => id === aero)).toMatchObject({
    chance: expect.closeTo(Math.max(...week.days.flatMap(chancesNamed)), 3),
    chance_day: expect.toSatisfy((one: string) => days.includes(one)),
    chance_side: 'hot',
  });
  await shift(2);
  expect((await listed()).count).toBe(7);
});

it('keeps what it forecast, scores it when the day is over, and packs it small', async () => {
  const { db } = server;
  // Tomorrow has come: with its measures, and the weather of the next day.
  const aero = box.aeroIds[0]!;
  const next = Array.from({ length: 56 }, (_, i) => {
    const at = TODAY + DAY + (i * HOUR) / 2;
    return {
      at: at / 1000,
      temperature: airAt(at),
      pressure: 100,
      stroke: strokeIn(airAt(at)),
    };
  });
  const rows = await db
    .selectFrom('aero_standings')
    .selectAll()
    .where('aero_id', '=', aero)
    .executeTakeFirstOrThrow();
  expect(next.length).toBe(56);
  const { unpackExtremes, packExtremes } = await import('@aerowatch/domain/forecast/extremes');
  const known = unpackExtremes(Date.parse(rows.first_day) / DAY, rows.extremes);
  const strokes = next.slice(0, 48).map(({ stroke }) => stroke);
  const day = {
    day: TODAY / DAY + 1,
    low: Math.min(...strokes),
    high: Math.max(...strokes),
    coldest: 5,
    warmest: 20,
  };
  const { bytes } = packExtremes([...known, day]);
  await db
    .updateTable('aero_standings')
    .set({
      extremes: Buffer.from(bytes),
      computed_at: new Date(Date.now() + 1000),
      newest: new Date(TODAY + 2 * DAY),
    })
    .where('aero_id', '=', aero)
    .execute();
  await forecastDue(db, TODAY + 2 * DAY + 6 * HOUR);
  const { body } = await server.admin.api.get(
    `/forecast/skill/?client=${client}&to=${new Date(TODAY + 9 * DAY).toISOString().slice(0, 10)}`,
  );
  const [lead1] = body.results;
  expect(lead1).toMatchObject({ lead: 1, n: 2 });
  expect(body.results[0].reliability).toHaveLength(10);
  const open = await db.selectFrom('forecast_days').selectAll().where('aero_id', '=', aero).execute();
  expect(open.some(({ scored_at }) => scored_at !== null)).toBe(true);
  expect(open.every(({ leads }) => leads.length === 71)).toBe(true);
  expect(await packMonths(db, TODAY + 60 * DAY)).toBe(open.length);
  const months = await db.selectFrom('forecast_months').selectAll().where('aero_id', '=', aero).execute();
  const packed = months.reduce((sum, month) => sum + month.packed.length, 0);
  expect(packed / (open.length * 7)).toBeLessThanOrEqual(9);
});

it('names the change from which a forecast begins anew', async () => {
  const db = server.db;
  const { aero_id: aero } = await db.selectFrom('aero_standings').select('aero_id').executeTakeFirstOrThrow();
  const list = async () => (await server.admin.api.get(`/forecast/?aero=${aero}`)).body.results;
  const set = (changed_on: string | null, changed_by: string | null) =>
    db.updateTable('aero_standings').set({ changed_on, changed_by }).where('aero_id', '=', aero).execute();
  expect((await list()).every(({ change }: { change: unknown }) => change === null)).toBe(true);
  await set('2026-05-01', 'slipped_wire');
  const rows = await list();
  await set(null, null);
  expect(rows).not.toHaveLength(0);
  for (const { change } of rows) expect(change).toEqual({ day: '2026-05-01', fault: 'slipped_wire' });
});

it('takes weather from administrators alone, and refuses it in their language', async () => {
  const send = (text: string, api = server.admin.api) => {
    const form = new FormData();
    form.append('file', new File([text], 'w.csv'));
    return api.post('/weather/', form as never);
  };
  expect((await send(csv(TODAY, TODAY, TODAY + DAY, '51.1,2.1'))).body).toMatchObject({
    points: 1,
    hours: 24,
    far: 0,
  });
  const refused = await send(`${HEAD}\n47,2,${new Date().toISOString()},${new Date().toISOString()},300,\n`);
  expect(refused.status).toBe(400);
  expect(refused.body.file[0]).toMatch(/kelvin/);
  const member = await server.createUser({ client });
  expect((await send(csv(TODAY, TODAY, TODAY + DAY), member.api)).status).toBe(403);
  const state = (await server.admin.api.get('/weather/')).body;
  expect(state.points).toBe(2);
  expect(state.receipts[0].problems[0]).toMatch(/kelvin/);
  expect((await member.api.get('/weather/')).body).toMatchObject({ receipts: [], boxes_without_place: null });
});

/**
 * Two days of hours as the service answers for the points of a request, `off` degrees from the true values.
 */
function airOf(url: string, off: number): string {
  const points = new URL(url).searchParams.get('latitude')!.split(',');
  const time = Array.from({ length: 48 }, (_, i) => new Date(TODAY + i * HOUR).toISOString().slice(0, 16));
  const hourly = {
    time,
    temperature_2m: time.map((one) => airAt(Date.parse(`${one}Z`)) + off),
    shortwave_radiation: time.map(() => null),
  };
  return JSON.stringify(points.length === 1 ? { hourly } : points.map(() => ({ hourly })));
}

/** A weather service that answers correctly, until told otherwise. */
function makeWeatherService() {
  const requests: string[] = [];
  const answer = { with: (url: string) => airOf(url, 0) };
  const outbound = {
    post: () => Promise.reject(new Error('not asked for')),
    get: async (url: string) => {
      requests.push(url);
      return { status: 200, headers: {}, text: answer.with(url) };
    },
  };
  const service = {
    db: server.db,
    log: { warn: quiet } as never,
    url: 'https://weather.example/v1/forecast?apikey=1',
    outbound,
    now: () => Date.now(),
  };
  return { service, requests, answer };
}

it('asks a service for points near boxes, at most once an hour each, and believes no lie, and waits for no slow one', async () => {
  const { service, requests, answer } = makeWeatherService();
  expect(await askService(service)).toBe(2);
  expect(await askService(service)).toBe(0);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatch(/apikey=1.*latitude=/);
  const issued = () =>
    server.db
      .selectFrom('weather_days')
      .select((eb) => eb.fn.max('issued_at').as('at'))
      .executeTakeFirstOrThrow();
  const before = await issued();
  const slow = () => {
    throw new OutboundError('broken', 'no answer within 10 s');
  };
  for (const lie of [(url: string) => airOf(url, 60), () => '{"hourly', () => '[]', slow]) {
    answer.with = lie;
    await server.db
      .updateTable('weather_points')
      .set({ called_at: new Date(Date.now() - 5 * HOUR) })
      .execute();
    expect(await askService(service)).toBeGreaterThan(0);
  }
  expect((await issued()).at).toEqual(before.at);
  const receipts = async () => (await server.admin.api.get('/weather/')).body.receipts;
  expect((await receipts())[0].problems).toEqual(['The service did not answer within 10 s']);
  // One of two points is wrong: the other is kept, and the wrong one is requested again after an hour.
  answer.with = (url) =>
    JSON.stringify(JSON.parse(airOf(url, 0)).map((one: object, i: number) => (i === 0 ? {} : one)));
  await sql`update weather_points set called_at = now() - interval '5 hours'`.execute(server.db);
  expect(await askService(service)).toBe(2);
  expect((await receipts())[0]).toMatchObject({
    points: 1,
    problems: [expect.stringMatching(/knows nothing/)],
  });
  expect((await issued()).at).not.toEqual(before.at);
  await sql`update weather_points set called_at = called_at - interval '61 minutes'`.execute(server.db);
  answer.with = slow;
  expect(await askService(service)).toBe(1);
  // Requested again after an hour; for a point without any weather its past is requested once more.
  await server.createBox({ client, latitude: 45, longitude: 6 });
  await askService(service);
  expect(await askService(service)).toBe(0);
  const askedAfter = async (minutes: number) => {
    await sql`update weather_points set called_at = called_at - make_interval(mins => ${minutes}::int)`.execute(
      server.db,
    );
    return askService(service);
  };
  expect(await askedAfter(50)).toBe(0);
  const all = requests.length;
  expect(await askedAfter(11)).toBe(2);
  expect(requests.slice(all).some((one) => /latitude=45&longitude=6&.*past_days=92/.test(one))).toBe(true);
  const problems = (await server.admin.api.get('/weather/')).body.receipts.slice(0, 4);
  expect(problems.every((one: { problems: string[] }) => one.problems.length > 0)).toBe(true);
});
