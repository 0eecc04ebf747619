// First, because everything that derives from the tables must see it.
import '../../../testing/plant-metric.ts';

import { supervisorsRehearse } from '@aerowatch/contracts/api/supervisors';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { PLANTED } from '../../../testing/plant-metric.ts';
import { buildBox, buildClient, type TestBox } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import { bringForward } from '../../platform/database/bring-forward.ts';
import { connect } from '../../platform/database/connection/connect.ts';
import { makeLog } from '../../platform/log/log.ts';
import { separatorOf } from '../../platform/tables/read-csv.ts';
import { system } from '../../platform/viewer.ts';
import { rehearseSupervisor } from '../alerting/rules/rehearsal.ts';
import { addMetric } from './add-metric.ts';
import { findColumns } from './import/import-columns.ts';
import { packDays } from './packing/store-packing.ts';
import { rollUp } from './series/store-rollups.ts';
import { ingest, send } from './testing.ts';

// A database filled by the previous version, and one additional metric: a row of the table, texts, and a
// migration.

const DAY = 86_400;
/** A day in the past, so that nothing depends on the hour. */
const TODAY = Math.floor(Date.now() / 1000 / DAY) * DAY;
const PACKED = TODAY - 20 * DAY;
const PLAIN = TODAY - 3 * DAY;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

let client: number;
let box: TestBox;
let aero: number;

/** The state left by the previous version: a packed day, rows, their rollups. */
async function fillBefore(url: string): Promise<void> {
  const connection = connect(url, makeLog('error'), { max: 1 });
  const { db } = connection;
  client = (await buildClient(db)).id;
  box = await buildBox(db, { client });
  aero = box.aeroIds[0]!;
  await sql`
    insert into measures (aero_id, time, received_at, temperature, stroke)
    values (${aero}, ${iso(PLAIN)}, now(), 12, 512), (${aero}, ${iso(PLAIN + 600)}, now(), 13, 515)`.execute(
    db,
  );
  await sql`
    insert into measure_packs (aero_id, day, count, step, shifts, received_at, temperature, stroke)
    values (${aero}, ${iso(PACKED)}, 2, 600000, '{0,0}', array[now(), now()], '{7,8}', '{480,482}')`.execute(
    db,
  );
  await sql`
    insert into measure_latest (aero_id, time, received_at, temperature, stroke)
    values (${aero}, ${iso(PLAIN + 600)}, now(), 13, 515)`.execute(db);
  await sql`
    insert into measure_days (aero_id, day, count, temperature_n, temperature_min, temperature_max, temperature_sum,
      stroke_n, stroke_min, stroke_max, stroke_sum, pressure_n, battery_voltage_n, solar_voltage_n, charge_current_n)
    values (${aero}, ${iso(PACKED).slice(0, 10)}::date, 2, 2, 7, 8, 15, 2, 480, 482, 962, 0, 0, 0, 0)`.execute(
    db,
  );
  await sql`insert into box_day_counts (box_id, day, count) values
    (${box.id}, ${iso(PACKED).slice(0, 10)}::date, 2), (${box.id}, ${iso(PLAIN).slice(0, 10)}::date, 2)`.execute(
    db,
  );
  const migration = { name: '9000-icing', up: (on: Kysely<unknown>) => addMetric(on, PLANTED) };
  const before = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  const known = before.rows.map(({ name }) => ({ name, up: async () => undefined }));
  const done = await bringForward(db, [...known, migration]);
  const remade = ['measures_between', 'days_between', 'quarters_between'];
  expect(done).toEqual(expect.arrayContaining(['9000-icing', ...remade]));
  expect(done).not.toContain('first_row');
  expect(await bringForward(db, [...known, migration])).toEqual([]);
  // Removed from the ledger, because the server that starts next does not know this migration.
  await sql`delete from schema_migrations where name = ${migration.name}`.execute(db);
  await connection.close();
}

const server = await testServer({ prepare: fillBefore });

const list = async (query = '') =>
  (await server.admin.api.get(`/measures/?box=${box.id}&ordering=date${query}`)).body.results as Record<
    string,
    number | null
  >[];

it('earlier data reads as before, with null for the new metric: rows, packs, latest, curves', async () => {
  const rows = await list();
  expect(rows.map((row) => [row.stroke, row[PLANTED]])).toEqual([
    [480, null],
    [482, null],
    [512, null],
    [515, null],
  ]);
  const { body: latest } = await server.admin.api.get(`/measures/boxes/?box=${box.id}`);
  expect(latest.results[0].measures[0]).toMatchObject({ stroke: 515, [PLANTED]: null });
  const { body: days } = await server.admin.api.get(
    `/measures/series/?aero=${aero}&every=86400&from=${iso(PACKED)}&to=${iso(PACKED + DAY)}`,
  );
  expect(days.series[0].metrics.stroke.mean).toEqual([481]);
  expect(days.series[0].metrics[PLANTED].mean).toEqual([null]);
});

it('a box sends it, as a batch and as SenML; it is stored, rolled up, packed, opened again', async () => {
  await ingest(server, box.serial, 1, [
    { at: PLAIN + 1200, stroke: 516, [PLANTED]: 40 },
    { at: PLAIN + 2400, stroke: 518, [PLANTED]: 101 },
  ]);
  const senml = [{ bt: PLAIN + 1800, n: `1:${PLANTED}`, u: '%RH', v: 60 }];
  await send(server, box.serial, senml);
  const { db } = server;
  const later = new Date(Date.now() + DAY * 1000);
  const packs = async () => {
    await rollUp(db);
    return packDays(db, aero, { closed: new Date(TODAY * 1000), quiet: later });
  };
  // The server's own workers roll up and judge at the same time.
  await expect.poll(packs).toBe(1);
  expect((await list()).map((row) => row[PLANTED])).toEqual([null, null, null, null, 40, 60, null]);
  const { body } = await server.admin.api.get(
    `/measures/series/?aero=${aero}&metrics=${PLANTED}&every=86400&from=${iso(PACKED)}&to=${iso(TODAY)}`,
  );
  expect(body.series[0].metrics[PLANTED]).toEqual({ min: [null, 40], max: [null, 60], mean: [null, 50] });
  // Late measures turn packs back into rows: of a day with the metric, and of an earlier one.
  await ingest(server, box.serial, 1, [
    { at: PACKED + 60, stroke: 481, [PLANTED]: 30 },
    { at: PLAIN + 1260, stroke: 516, [PLANTED]: 41 },
  ]);
  expect((await list()).map((row) => row[PLANTED])).toEqual([null, 30, null, null, null, 40, 41, 60, null]);
});

it('it is exported, found in a file, and judged', async () => {
  const csv = await fetch(`${server.url}/api/measures/export/?box=${box.id}&language=fr`, {
    headers: { Authorization: `Token ${server.admin.token}` },
  });
  const [header = '', ...lines] = (await csv.text()).trimEnd().split('\n');
  expect(header).toContain('Givrage (%)');
  expect(lines.filter((line) => line.trimEnd().endsWith(';41')).length).toBe(1);
  const columns = findColumns(header.trimEnd().split(';'), separatorOf(header), {
    mapping: {},
    system: 'metric',
    wholeFileIsOneAero: false,
  });
  expect(columns.metrics.map(({ metric }) => metric)).toContain(PLANTED);
  const condition = {
    metric: PLANTED,
    comparator: 'gt',
    value: 50,
    period: { value: 0, unit: 'minutes' },
    actions: [{ type: 'email' }],
  };
  // In this thread, because the rehearsal thread reads the table of metrics for itself, without the planted
  // one.
  const question = supervisorsRehearse.body!.parse({
    supervisor: { name: 'Ice', aeros: [aero], client, conditions: [condition] },
    from: iso(PACKED),
    to: iso(TODAY),
  });
  const { alerts } = await rehearseSupervisor(server.db, system, question);
  expect(alerts.map(({ value }) => value)).toEqual([60]);
});

it('the API names it', async () => {
  const { body } = await server.admin.api.get('/openapi.json');
  expect(JSON.stringify(body)).toContain(`"${PLANTED}"`);
});
