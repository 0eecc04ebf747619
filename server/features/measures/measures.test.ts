import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { ingest } from './testing.ts';

const server = await testServer();
const clientId = (await server.createClient()).id;
const otherId = (await server.createClient()).id;

const HOUR = 3600;
const DAY = 24 * HOUR;
const T0 = Math.floor(Date.now() / 1000 / DAY) * DAY - 40 * DAY;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const every = (count: number, seconds: number, value: (index: number) => number, from = T0) =>
  Array.from({ length: count }, (_, index) => ({ at: from + index * seconds, stroke: value(index) }));

async function boxWith(count: number, seconds: number, value: (index: number) => number, client = clientId) {
  const box = await server.createBox({ client });
  const sent = every(count, seconds, value);
  for (let start = 0; start < sent.length; start += 10_000)
    await ingest(server, box.serial, 1, sent.slice(start, start + 10_000));
  return { ...box, aero: box.aeroIds[0] ?? 0 };
}

describe('the list of measures', () => {
  it('goes on by key, forwards and backwards, without losing or doubling one', async () => {
    const box = await server.createBox({ client: clientId });
    await ingest(
      server,
      box.serial,
      1,
      every(25, 60, (i) => i),
    );
    await ingest(
      server,
      box.serial,
      2,
      every(25, 60, (i) => 100 + i),
    );
    for (const ordering of ['date', '-date']) {
      const seen: string[] = [];
      let next: string | null = `/measures/?box=${box.id}&page_size=7&ordering=${ordering}`;
      while (next !== null) {
        const {
          status,
          body,
        }: {
          status: number;
          body: { count: number; next: string | null; results: { date: string; aero: number }[] };
        } = await server.admin.api.get(next);
        expect(status).toBe(200);
        expect(body.count).toBe(50);
        seen.push(...body.results.map((row) => `${row.date} ${row.aero}`));
        next = body.next === null ? null : body.next.slice(body.next.indexOf('/api') + 4);
      }
      expect(seen).toHaveLength(50);
      expect(new Set(seen).size).toBe(50);
      const dates = seen.map((one) => one.slice(0, 24));
      expect(dates).toEqual(ordering === 'date' ? dates.toSorted() : dates.toSorted().reverse());
    }
  });

  it('takes from as included and to as excluded, and chosen metrics alone', async () => {
    const box = await boxWith(10, 60, (i) => i);
    const { body } = await server.admin.api.get(
      `/measures/?aero=${box.aero}&from=${iso(T0 + 60)}&to=${iso(T0 + 180)}&metrics=stroke`,
    );
    expect(body.results.map((row: { stroke: number }) => row.stroke)).toEqual([1, 2]);
    expect(Object.keys(body.results[0]).sort()).toEqual(['aero', 'date', 'received_at', 'stroke']);
    const wrong = await server.admin.api.get(
      `/measures/?aero=${box.aero}&from=${iso(T0 + 60)}&to=${iso(T0)}`,
    );
    expect(wrong.status).toBe(400);
    expect(wrong.body.from).toHaveLength(1);
  });

  it('refuses more than can be shown, with the sentence of the customer', async () => {
    const box = await server.createBox({ client: clientId });
    await server.db
      .insertInto('box_day_counts')
      .values({ box_id: box.id, day: '2026-01-01', count: 200_001 })
      .execute();
    const { status, body } = await server.admin.api.get(`/measures/?box=${box.id}`);
    expect(status).toBe(413);
    expect(body.detail).toBe(
      'Data cannot be displayed. The size of the measurements over the chosen period exceeds the maximum size supported by the server.',
    );
    expect((await server.admin.api.get(`/measures/?box=${box.id}&page_size=10`)).status).toBe(200);
  });
});

describe('measures of another client', () => {
  it('is nowhere: list, latest, counts empty, series as if missing', async () => {
    const foreign = await boxWith(5, 60, (i) => i, otherId);
    const { api } = await server.createUser({ client: clientId });
    expect((await api.get(`/measures/?aero=${foreign.aero}`)).body).toMatchObject({ count: 0, results: [] });
    expect((await api.get(`/measures/boxes/?box=${foreign.id}`)).body).toMatchObject({
      count: 0,
      results: [],
    });
    expect((await api.get(`/measures/boxes/count/?box=${foreign.id}`)).body).toEqual({
      count: 0,
      by_box: [],
      by_day: [],
    });
    const foreignSeries = await api.get(`/measures/series/?aero=${foreign.aero}`);
    const missing = await api.get('/measures/series/?aero=999999999');
    expect(foreignSeries.status).toBe(404);
    expect({ ...foreignSeries.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
  });
});

describe('a series', () => {
  it('is raw while the rows are few', async () => {
    const box = await boxWith(10, 600, (i) => i);
    const { body } = await server.admin.api.get(
      `/measures/series/?aero=${box.aero}&metrics=stroke&points=10`,
    );
    expect(body.resolution).toBe('raw');
    expect(body.series[0].metrics.stroke.mean).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const fewer = await server.admin.api.get(`/measures/series/?aero=${box.aero}&metrics=stroke&points=9`);
    expect(fewer.body.resolution).toBeGreaterThan(600);
  });

  it('shows a spike of one sample, whatever the bucket and whatever it is made from', async () => {
    const spike = 2345;
    const box = await boxWith(40 * 144, 600, (i) => (i === spike ? 1999 : 500 + (i % 7)));
    const total = 40 * 144;
    for (const query of [
      'points=100',
      'points=1000',
      'every=3600',
      'every=21600',
      'every=86400',
      'every=604800',
    ]) {
      const { body } = await server.admin.api.get(
        `/measures/series/?aero=${box.aero}&metrics=stroke&${query}`,
      );
      const [curve] = body.series;
      expect(Math.max(...curve.metrics.stroke.max)).toBe(1999);
      expect(curve.count.reduce((sum: number, n: number) => sum + n, 0)).toBe(total);
      const at = curve.metrics.stroke.max.indexOf(1999);
      expect(Math.floor((T0 + spike * 600) / body.resolution) * body.resolution * 1000).toBe(curve.time[at]);
    }
  });

  it('says what a healthy tensioner would have done, or why it cannot', async () => {
    const box = await server.createBox({
      client: clientId,
      aeros: [{ regularized_length: 700 }, { regularized_length: 700 }],
    });
    const warm = Array.from({ length: 40 * 24 }, (_, i) => {
      const temperature = 15 + 10 * Math.sin((i / 24) * 2 * Math.PI);
      return {
        at: T0 + i * HOUR,
        temperature: Math.round(temperature * 10) / 10,
        stroke: Math.round(300 + 11.9 * (temperature - 15)),
      };
    });
    await ingest(server, box.serial, 1, warm);
    const [aero, silent] = box.aeroIds;
    const { body } = await server.admin.api.get(
      `/measures/series/?aero=${aero},${silent}&metrics=stroke&expected=true`,
    );
    const [curve, none] = body.series;
    expect(curve.model.source).toBe('fit');
    expect(curve.model.b).toBeCloseTo(11.9, 1);
    expect(curve.metrics.temperature).toBeUndefined();
    curve.expected.forEach((expected: number, index: number) => {
      expect(Math.abs(expected - curve.metrics.stroke.mean[index])).toBeLessThan(2);
    });
    expect(none).toMatchObject({ model: null, model_problem: 'no_data', expected: [] });
  });
});

describe('counts', () => {
  it('are exact by box and day, over whole days and parts of them', async () => {
    const box = await boxWith(3 * 144, 600, (i) => i);
    const whole = (await server.admin.api.get(`/measures/boxes/count/?box=${box.id}`)).body;
    expect(whole).toEqual({
      count: 432,
      by_box: [{ box: box.id, count: 432 }],
      by_day: [0, 1, 2].map((day) => ({ day: iso(T0 + day * DAY).slice(0, 10), count: 144 })),
    });
    for (const which of [`box=${box.id}`, `aero=${box.aero}`]) {
      const { body } = await server.admin.api.get(
        `/measures/boxes/count/?${which}&from=${iso(T0 + HOUR)}&to=${iso(T0 + 2 * DAY + HOUR)}`,
      );
      expect(body.count).toBe(288);
      expect(body.by_day.map((day: { count: number }) => day.count)).toEqual([138, 144, 6]);
    }
  });
});
