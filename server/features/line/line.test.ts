import { rowsOf } from '@aerowatch/domain/columns';
import { expect, it } from 'vitest';
import type { TestUser } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import { lineModule } from './index.ts';

const server = await testServer({ modules: [lineModule] });

const LINE = '830000 Paris – Marseille';

/** A stroke of a minute ago, and one of each of the three hours before. */
async function storeMeasures(aero_id: number, now: number): Promise<void> {
  const received_at = new Date(now);
  await server.db
    .insertInto('measure_latest')
    .values({ aero_id, time: new Date(now - 60_000), received_at, stroke: 212, temperature: 8 })
    .execute();
  await server.db
    .insertInto('measures')
    .values(
      [3, 2, 1].map((hours) => ({
        aero_id,
        time: new Date(now - hours * 3_600_000),
        received_at,
        stroke: 200 + hours,
      })),
    )
    .execute();
}

/** The strokes by AERO in the 48 frames of the last two days. */
async function strokesOfFrames(api: TestUser['api']): Promise<Map<number, unknown[]>> {
  const frames = (await api.get(`/line/history/?line=${encodeURIComponent(LINE)}`)).body;
  expect(frames.times).toHaveLength(48);
  return new Map(
    frames.results.map(({ aero, stroke }: { aero: number; stroke: unknown[] }) => [
      aero,
      stroke.filter((value) => value !== null),
    ]),
  );
}

it('tells the AEROs of a line by track and kilometre point, their frames, and nothing of another client', async () => {
  const [client, foreign] = [await server.createClient(), await server.createClient()];
  const { api } = await server.createUser({ client: client.id });
  const make = (owner: number, kilometer_point: number | null, track_number: string, line = LINE) =>
    server.createBox({ client: owner, kilometer_point, line, aeros: [{ track_number, model_type: 1 }] });
  const far = await make(client.id, 12.5, 'V1');
  const near = await make(client.id, 3, 'V1');
  const other = await make(client.id, 1, 'V2');
  const elsewhere = await make(client.id, null, 'V1', 'somewhere else');
  // In the list of lines, as in their AEROs, letters beyond ASCII come last.
  const accented = await make(client.id, null, 'V1', 'Élan');
  await make(foreign.id, 5, 'V1');
  const now = Date.now();
  const [aero] = near.aeroIds as [number];
  await storeMeasures(aero, now);

  const { body, status } = await api.get(`/line/?line=${encodeURIComponent(LINE)}`);
  expect(status).toBe(200);
  expect(body.lines).toEqual([
    { line: LINE, aeros: 3, from: 1, to: 12.5 },
    { line: 'somewhere else', aeros: 1, from: null, to: null },
    { line: 'Élan', aeros: 1, from: null, to: null },
  ]);
  expect(body.aeros.box).toEqual([near.id, far.id, other.id]);
  const [first, second] = rowsOf<Record<string, unknown>>(body.aeros);
  expect(first).toMatchObject({
    stroke: 212,
    temperature: 8,
    track: 'V1',
    alerts: 0,
    verdict: null,
  });
  // An AERO without a line has a reason; none is invented.
  expect(first).toMatchObject({ model: null, unavailable: 'too_few_days' });
  expect(second).toMatchObject({ stroke: null, unavailable: 'no_data' });
  const whole = (await api.get('/line/')).body;
  expect(whole.aeros.box).toEqual([near.id, far.id, other.id, elsewhere.id, accented.id]);
  expect([...new Set(whole.aeros.line)]).toEqual(whole.lines.map(({ line }: { line: string }) => line));

  // A range of it; the number beyond the limit is reported.
  const stretch = (await api.get(`/line/?line=${encodeURIComponent(LINE)}&from=2&to=12`)).body;
  expect([stretch.aeros.box, stretch.left_out]).toEqual([[near.id], 0]);
  expect((await api.get('/line/?from=near')).body).toHaveProperty('from');
  expect((await api.get('/line/?from=12&to=2')).body).toHaveProperty('to');
  const few = (await api.get('/line/?limit=2')).body;
  expect([few.aeros.box, few.left_out]).toEqual([[near.id, far.id], 3]);

  const strokes = await strokesOfFrames(api);
  expect(strokes.get(aero)).toEqual([203, 202, 201]);
  expect(strokes.has(elsewhere.aeroIds[0]!)).toBe(false);
  expect((await api.get('/line/history/?hours=168')).body.times).toHaveLength(56);
  expect((await api.get('/line/history/?hours=5')).status).toBe(400);
  const { lines, aeros } = (await api.get(`/line/?client=${foreign.id}`)).body;
  expect([lines, Object.values(aeros).flat()]).toEqual([[], []]);
});
