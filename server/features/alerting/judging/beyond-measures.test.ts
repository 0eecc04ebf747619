import { type Finding, makeFinding } from '@aerowatch/domain/faults/finding';
import { emptyDay, packDay, packForecast } from '@aerowatch/domain/forecast/packed-forecast';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { transaction } from '../../../platform/database/db.ts';
import { saveDiagnosis } from '../../diagnostics/store.ts';
import { markForJudging } from '../../forecast/issue/store-issue.ts';
import { condition, HOUR, judgeAll, MINUTE, minutes, receive } from '../testing.ts';
import { iso, soon, startScene } from '../testing-scene.ts';
import { judgeForecasts } from './forecasts.ts';
import { judgeDiagnosed } from './judge-diagnoses.ts';
import { judgeSilence } from './silence/silence.ts';
import { noteListening } from './silence/store-silence.ts';

const scene = await startScene();

const silent = (value: number) =>
  condition({ metric: 'silence', value, period: minutes(0), actions: [{ type: 'email' }] });

/** A box with an upload time of one hour has sent nothing since `hours` ago. */
const quietFor = async (box: { id: number }, hours: number, now = soon()) =>
  sql`update boxes set last_send = ${new Date(now - hours * HOUR)} where id = ${box.id}`.execute(
    scene.server.db,
  );
/** The server has been listening for this many hours until now. */
async function listened(hours: number, now = soon()): Promise<void> {
  await sql`delete from listening`.execute(scene.server.db);
  await noteListening(scene.server.db, now - hours * HOUR, true);
  await sql`update listening set at = ${new Date(now)}`.execute(scene.server.db);
}

describe('silence', () => {
  it('is told once a box by the clock, and ends with the first measure, back-filled or not', async () => {
    const { db } = scene.server;
    const now = soon();
    const { box, supervisor } = await scene.watch([silent(3)]);
    await scene.manager.api.patch(`/supervisors/${supervisor.id}/`, { aeros: box.aeroIds });
    await sql`update conditions set started_at = ${new Date(now - 100 * HOUR)}`.execute(db);
    await listened(50, now);
    await quietFor(box, 2.9, now);
    expect(await judgeSilence(db, now)).toBe(0);
    await quietFor(box, 4, now);
    expect(await judgeSilence(db, now)).toBe(1);
    const [alert, ...others] = await scene.opened(box);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ aero: box.aeroIds[0], opened_at: iso(now - HOUR + 1), cleared_at: null });
    expect(alert.value).toBeCloseTo(3, 5);
    // Judged again, nothing changes; a late measure of long ago ends it.
    expect(await judgeSilence(db, now + 10 * MINUTE)).toBe(0);
    await receive(db, box.aeroIds[0]!, [{ time: now - 200 * HOUR, temperature: 5 }]);
    await quietFor(box, 0, now);
    expect(await judgeSilence(db, now + MINUTE)).toBe(1);
    const [after] = await scene.opened(box);
    expect(after.cleared_at).toBe(iso(now + 1));
  });

  it('has a grace after a start, and says nothing while nobody listens', async () => {
    const { db } = scene.server;
    const now = soon();
    const { box } = await scene.watch([silent(1)]);
    await sql`update conditions set started_at = ${new Date(now - 100 * HOUR)}`.execute(db);
    await quietFor(box, 30);
    // After a start or an outage, a box has an upload time and ten minutes to report.
    await listened(1);
    expect(await judgeSilence(db, now)).toBe(0);
    await listened(2);
    await sql`update listening set at = ${new Date(now - 2 * MINUTE)}`.execute(db);
    expect(await judgeSilence(db, now)).toBe(0);
    // Listening again after a break: the grace period restarts.
    await noteListening(db, now, false);
    expect(await judgeSilence(db, now)).toBe(0);
    await listened(2);
    expect(await judgeSilence(db, now)).toBe(1);
    expect(await scene.opened(box)).toHaveLength(1);
  });
});

/** The AERO at a position was last heard this many hours ago. */
const aeroQuietFor = (box: { id: number }, position: 1 | 2, hours: number, now: number) =>
  sql`update boxes set ${sql.ref(`aero${position}_send`)} = ${new Date(now - hours * HOUR)} where id = ${box.id}`.execute(
    scene.server.db,
  );

describe('silence of one AERO', () => {
  const watched = async (now: number) => {
    const { box, supervisor } = await scene.watch([silent(3)]);
    await scene.manager.api.patch(`/supervisors/${supervisor.id}/`, { aeros: box.aeroIds });
    await sql`update conditions set started_at = ${new Date(now - 100 * HOUR)}`.execute(scene.server.db);
    await listened(50, now);
    return box;
  };
  const openedOn = async (box: Awaited<ReturnType<typeof watched>>) =>
    (await scene.opened(box))
      .filter((one: { cleared_at: string | null }) => one.cleared_at === null)
      .map((one: { aero: number }) => one.aero)
      .sort();

  it('is told while its twin goes on, beside that of the whole box, and ends with its own measure', async () => {
    const { db } = scene.server;
    const now = soon();
    const box = await watched(now);
    const [one = 0, two = 0] = box.aeroIds;
    await quietFor(box, 0.1, now);
    await aeroQuietFor(box, 1, 0.1, now);
    await aeroQuietFor(box, 2, 2.9, now);
    expect(await judgeSilence(db, now)).toBe(0);
    await aeroQuietFor(box, 2, 11.5, now);
    expect(await judgeSilence(db, now)).toBe(1);
    expect(await openedOn(box)).toEqual([two]);
    expect((await scene.opened(box))[0].opened_at).toBe(iso(now - 8.5 * HOUR + 1));
    // The whole box falling silent is new information and is notified again.
    await quietFor(box, 4, now);
    await aeroQuietFor(box, 1, 4, now);
    await judgeSilence(db, now);
    expect(await openedOn(box)).toEqual([one, two]);
    // The box returns without the AERO that had stopped alone.
    await quietFor(box, 0.1, now);
    await aeroQuietFor(box, 1, 0.1, now);
    await judgeSilence(db, now + MINUTE);
    expect(await openedOn(box)).toEqual([two]);
    await aeroQuietFor(box, 2, 0.1, now);
    await judgeSilence(db, now + 2 * MINUTE);
    expect(await openedOn(box)).toEqual([]);
  });

  it('waits while a box is sending, and misses no AERO that was never heard', async () => {
    const { db } = scene.server;
    const now = soon();
    const box = await watched(now);
    await aeroQuietFor(box, 1, 0, now);
    await aeroQuietFor(box, 2, 9, now);
    await quietFor(box, 0, now);
    expect(await judgeSilence(db, now)).toBe(0);
    expect(await judgeSilence(db, now + MINUTE)).toBe(1);
    const other = await watched(now);
    await quietFor(other, 0.1, now);
    await aeroQuietFor(other, 1, 0.1, now);
    expect(await judgeSilence(db, now + 2 * MINUTE)).toBe(0);
  });

  it('is told of one that stopped with its box and is the only one not to come back', async () => {
    const { db } = scene.server;
    const now = soon();
    const box = await watched(now);
    for (const position of [1, 2] as const) await aeroQuietFor(box, position, 5, now);
    await quietFor(box, 5, now);
    await judgeSilence(db, now);
    expect(await openedOn(box)).toEqual([box.aeroIds[0]]);
    await quietFor(box, 0.1, now);
    await aeroQuietFor(box, 2, 0.1, now);
    await judgeSilence(db, now + MINUTE);
    expect(await openedOn(box)).toEqual([box.aeroIds[0]]);
  });
});

describe('diagnoses', () => {
  const said = (key: 'leak' | 'stop_hot', verdict: 'good' | 'watch' | 'bad', value: number, details = {}) =>
    makeFinding(key, value, null, verdict, details, { fault: verdict === 'good' ? null : key });
  const diagnosed = async (aero: number, at: number, findings: Finding[]) => {
    const diagnosis = { verdict: 'watch', primary: null, findings } as never;
    await saveDiagnosis(scene.server.db, aero, iso(at).slice(0, 10), diagnosis, new Date(), at);
    return judgeDiagnosed(scene.server.db, Date.now());
  };

  it('open, go on and end as findings do, with their numbers', async () => {
    const now = soon() - 4 * HOUR;
    const { box, aero } = await scene.watch([
      condition({ metric: 'finding', comparator: 'gte', value: 2, finding: 'leak', period: minutes(0) }),
      condition({ metric: 'stop_margin', comparator: 'lt', value: 5, recovery: 8, period: minutes(0) }),
    ]);
    const stop = (value: number) => said('stop_hot', 'good', value, { extreme: 40 });
    await diagnosed(aero, now, [said('leak', 'watch', 0.9), stop(50)]);
    expect(await scene.opened(box)).toEqual([]);
    await diagnosed(aero, now + HOUR, [said('leak', 'bad', 0.8), stop(44)]);
    const opened = await scene.opened(box);
    expect(opened.map((one: { condition: { metric: string } }) => one.condition.metric).sort()).toEqual([
      'finding',
      'stop_margin',
    ]);
    const leak = opened.find((one: { value: number }) => one.value === 2);
    expect(leak.finding).toMatchObject({ key: 'leak', verdict: 'bad', value: 0.8 });
    // A new diagnosis of the same day has another result, and is judged again.
    await diagnosed(aero, now + HOUR, [said('leak', 'good', 1), stop(47)]);
    const after = await scene.opened(box);
    expect(after.map((one: { cleared_at: string | null }) => one.cleared_at !== null)).toEqual(
      after.map((one: { condition: { metric: string } }) => one.condition.metric === 'finding'),
    );
    // A rehearsal over the same days gives the same result for the last ones kept.
    const { body } = await scene.manager.api.post('/supervisors/rehearse/', {
      supervisor: {
        aeros: [aero],
        conditions: [condition({ metric: 'stop_margin', comparator: 'lt', value: 8, period: minutes(0) })],
      },
      from: iso(now - HOUR),
      to: iso(now + 2 * HOUR),
    });
    expect(body.alerts).toMatchObject([{ opened_at: iso(now + HOUR), value: 7 }]);
  });
});

describe('forecasts', () => {
  const NO_SPREAD = { p05: 300, p50: 300, p95: 300 };
  const forecast = async (aero: number, issued: number, chance: number | null) => {
    const { db } = scene.server;
    await sql`delete from forecasts where aero_id = ${aero}`.execute(db);
    await sql`insert into forecasts (aero_id, day, issued_at, lead, basis, chance)
      select ${aero}, current_date + lead, ${new Date(issued)}, lead, 'weather', case when lead = 4 then ${chance}::real else 0.01 end
      from generate_series(1, 7) as lead`.execute(db);
    await transaction(db, (trx) => markForJudging(trx, [aero]));
    return judgeForecasts(db, Date.now());
  };

  it('open at the largest chance of the week, and end when it falls below where it recovers', async () => {
    const now = soon() - 4 * HOUR;
    const { box, aero } = await scene.watch([
      condition({ metric: 'forecast', comparator: 'gte', value: 40, recovery: 20, period: minutes(0) }),
    ]);
    expect(await forecast(aero, now, 0.39)).toBe(1);
    expect(await scene.opened(box)).toEqual([]);
    await forecast(aero, now + HOUR, 0.62);
    expect(await scene.opened(box)).toMatchObject([
      { aero, opened_at: iso(now + HOUR), value: 62, cleared_at: null },
    ]);
    await forecast(aero, now + 2 * HOUR, 0.3);
    expect(await scene.opened(box)).toMatchObject([{ cleared_at: null }]);
    await forecast(aero, now + 3 * HOUR, 0.1);
    expect(await scene.opened(box)).toMatchObject([{ cleared_at: iso(now + 3 * HOUR) }]);
    // Nobody watches the forecast of another AERO: nothing is marked.
    expect(await forecast(box.aeroIds[1]!, now, 0.9)).toBe(0);
  });

  it('are rehearsed over the first forecast of each day, of packed months too', async () => {
    const { db } = scene.server;
    const box = await scene.server.createBox({
      client: scene.client.id,
      longitude: 30,
      latitude: 45,
      aeros: [{ model_type: 2, stroke_min_offset: 100, stroke_max_offset: 290 }],
    });
    const aero = box.aeroIds[0]!;
    const today = Math.floor(Date.now() / (24 * HOUR));
    const date = (day: number) => new Date(day * 24 * HOUR).toISOString().slice(0, 10);
    const kept = (lead: number, hot: number) => {
      const bytes = emptyDay();
      const high = hot > 0.5 ? { p05: 700, p50: 760, p95: 800 } : NO_SPREAD;
      packForecast(bytes, lead, { basis: 'weather', low: NO_SPREAD, high, margin: { hot, cold: 0 } });
      return bytes;
    };
    for (const [day, lead, hot] of [
      [today - 5, 3, 0.1],
      [today - 4, 3, 0.7],
      [today - 3, 3, 0.2],
    ] as const)
      await sql`insert into forecast_days (aero_id, day, leads) values (${aero}, ${date(day)}::date, ${Buffer.from(kept(lead, hot))})`.execute(
        db,
      );
    const old = today - 60;
    await sql`insert into forecast_months (aero_id, month, packed) values (${aero}, ${`${date(old).slice(0, 7)}-01`}::date,
      ${Buffer.from(packDay(Number(date(old).slice(8)), kept(2, 0.9), null, null))})`.execute(db);
    const { body } = await scene.manager.api.post('/supervisors/rehearse/', {
      supervisor: {
        aeros: [aero],
        conditions: [condition({ metric: 'forecast', comparator: 'gte', value: 50, period: minutes(0) })],
      },
      from: iso((today - 90) * 24 * HOUR),
      to: iso((today + 1) * 24 * HOUR),
    });
    // The day of issue begins by local solar time: two hours before UTC at 30 degrees east.
    const issued = (day: number, lead: number) => iso((day - lead) * 24 * HOUR - 2 * HOUR);
    expect(body.alerts).toMatchObject([
      {
        opened_at: issued(old, 2),
        occurrences: 2,
        last_at: issued(today - 4, 3),
        last_value: 70,
        cleared_at: issued(today - 3, 3),
      },
    ]);
  });
});

describe('residual', () => {
  it('is judged off the line of the days before, live as rehearsed', async () => {
    const { db } = scene.server;
    const end = soon() - 2 * HOUR;
    const rule = condition({ metric: 'residual', value: 40, period: minutes(0) });
    const box = await scene.server.createBox({ client: scene.client.id });
    const past = Array.from({ length: 300 }, (_, i) => {
      const temperature = 10 + 12 * Math.sin(i / 4);
      return { time: end - 48 * HOUR - (300 - i) * HOUR, temperature, stroke: 200 + 10 * temperature };
    });
    await receive(db, box.aeroIds[0]!, past);
    const { aero } = await scene.watch([rule], { box });
    const now = new Date(Date.now() + 1000);
    await receive(
      db,
      aero,
      [
        { time: end - HOUR, temperature: 15, stroke: 355 },
        { time: end, temperature: 15, stroke: 400 },
      ],
      now,
    );
    await judgeAll(db);
    const opened = await scene.opened(box);
    expect(opened).toHaveLength(1);
    expect(opened[0].opened_at).toBe(iso(end));
    expect(opened[0].value).toBeCloseTo(50, 3);
    const { body } = await scene.manager.api.post('/supervisors/rehearse/', {
      supervisor: { aeros: [aero], conditions: [rule] },
      from: iso(end - 30 * HOUR),
      to: iso(end + HOUR),
    });
    expect(body.alerts).toMatchObject([{ opened_at: iso(end), value: opened[0].value }]);
  });
});

describe('stroke in percent of its range', () => {
  it('is judged by the stroke of each AERO’s own model, live as rehearsed, and kept as it was typed', async () => {
    const { db } = scene.server;
    const end = soon() - 2 * HOUR;
    const rule = condition({ metric: 'stroke_percent', value: 85, period: minutes(0) });
    const box = await scene.server.createBox({
      client: scene.client.id,
      aeros: [{ model_type: 1 }, { model_type: 2 }],
    });
    const unknown = await scene.server.createBox({ client: scene.client.id, aeros: [{ model_type: 0 }] });
    const aeros = [...box.aeroIds, ...unknown.aeroIds];
    const { id } = (
      await scene.manager.api.post('/supervisors/', {
        name: 'Near the stop',
        client: scene.client.id,
        aeros,
        conditions: [rule],
      })
    ).body;
    const now = new Date(Date.now() + 1000);
    for (const aero of aeros)
      await receive(
        db,
        aero,
        [
          { time: end - HOUR, temperature: 15, stroke: 400 },
          { time: end, temperature: 30, stroke: 420 },
        ],
        now,
      );
    await judgeAll(db);
    // 420 mm are 87.5 % of 480, 42 % of 1,000, and of an undefined model nothing is known.
    const { body: alerts } = await scene.manager.api.get(`/alerts/opened/?supervisor=${id}`);
    expect(alerts).toMatchObject([{ aero: box.aeroIds[0], value: 87.5, opened_at: iso(end) }]);
    expect(alerts[0].condition).toMatchObject({ metric: 'stroke_percent', value: 85 });
    const { body } = await scene.manager.api.post('/supervisors/rehearse/', {
      supervisor: { aeros, conditions: [rule] },
      from: iso(end - 2 * HOUR),
      to: iso(end + HOUR),
    });
    expect(body.alerts).toMatchObject([{ aero: box.aeroIds[0], value: 87.5, opened_at: iso(end) }]);
    expect(body.by_condition).toMatchObject([{ not_judged_aeros: 1 }]);
    // A share is between nothing and all of it, and a file carries it as it was typed.
    const tooMuch = await scene.manager.api.patch(`/supervisors/${id}/`, {
      conditions: [{ ...rule, value: 120 }],
    });
    expect([tooMuch.status, tooMuch.body.conditions?.[0]?.value ?? tooMuch.body.conditions]).toEqual([
      400,
      expect.anything(),
    ]);
    const { body: file } = await scene.manager.api.get(`/supervisors/export/?ids=${id}`);
    expect(JSON.stringify(file)).toContain('"stroke_percent"');
  });
});
