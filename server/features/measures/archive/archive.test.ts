import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { retentionOf } from '@aerowatch/domain/retention';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { measuresModule } from '../index.ts';
import { packAero } from '../packing/packing.ts';
import { rollUp } from '../series/store-rollups.ts';
import { ingest } from '../testing.ts';
import { checkArchive, removeOldParts, writeArchive } from './archive-file.ts';
import { archiveBefore, cutsOf } from './archiving.ts';
import { restoreArchive } from './restore-archive.ts';
import { archivingAlone, forgetRollups } from './store-archive.ts';

// Without the worker, so that nothing is rolled up, packed or archived in the background.
const server = await testServer({ modules: [measuresModule], env: { ROLES: 'web' } });
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-archive-'));
const box = await server.createBox({ client: (await server.createClient()).id });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAY = 86_400;
const START = Date.UTC(2024, 0, 30) / 1000;
const MARCH = new Date('2024-03-01T00:00:00Z');
const day = (number: number) =>
  Array.from({ length: 144 }, (_, step) => ({
    at: START + number * DAY + step * 600,
    stroke: Math.fround(500 + Math.sin(step) * 40),
    temperature: step % 7 === 0 ? null : (step % 300) / 10 - 5,
  }));
/** As the workers do, which also judge new measures. */
const rollUpAll = async () => {
  await server.db.deleteFrom('aero_due').execute();
  while ((await rollUp(server.db)) > 0);
};
const aeroOf = (position: number) => box.aeroIds[position - 1]!;
const packAll = async () => {
  for (const id of box.aeroIds)
    await packAero(server.db, id, { closed: new Date(), quiet: new Date(Date.now() + 60_000) });
};
const rowsOf = async (position: number) =>
  (
    await sql`select time, extract(epoch from received_at) as received, stroke, temperature
      from measures_between(${aeroOf(position)}, '2020-01-01', '2025-01-01') order by time`.execute(server.db)
  ).rows;
const rollups = async () =>
  (
    await sql`select aero_id, day::text as at, count, stroke_sum::float8, stroke_min, temperature_n from measure_days
      union all select aero_id, time::text, count, stroke_sum, stroke_min, temperature_n from measure_quarters order by 1, 2`.execute(
      server.db,
    )
  ).rows;
const curve = async (more = '') =>
  (
    await server.admin.api.get(
      `/measures/series/?aero=${aeroOf(1)}&metrics=stroke&from=2024-01-30T00:00:00Z&to=2024-02-02T00:00:00Z${more}`,
    )
  ).body;

/** The files of the four months and AEROs, with checksums verified by another program and headers read. */
function checkedFiles(): string[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.gz'))
    .sort();
  expect(files).toEqual([
    'measures-2024-01-0001.csv.gz',
    'measures-2024-01-0002.csv.gz',
    'measures-2024-02-0001.csv.gz',
    'measures-2024-02-0002.csv.gz',
  ]);
  execFileSync('sha256sum', ['-c', ...files.map((name) => `${name}.sha256`)], { cwd: folder });
  const text = gunzipSync(readFileSync(join(folder, files[0]!))).toString();
  expect(text.slice(0, text.indexOf('\n'))).toMatch(/^serial_number,position,time,received_at,/);
  return files;
}

/** Expects equal rows, except for the time of reception of this many. */
function expectSameRows(rows: readonly unknown[], before: readonly unknown[], receivedAgain: number): void {
  const withoutReceived = (all: readonly unknown[]) =>
    all.map((row) => ({ ...(row as object), received: undefined }));
  expect(withoutReceived(rows)).toEqual(withoutReceived(before));
  const received = (row: unknown) => (row as { received: string }).received;
  expect(rows.filter((row, index) => received(row) !== received(before[index]))).toHaveLength(receivedAgain);
}

test('months go to files and come back as they were; rollups and curves stay', async () => {
  for (const number of [0, 1, 2, 3, 40]) {
    await ingest(server, box.serial, 1, day(number));
    await ingest(server, box.serial, 2, day(number).slice(0, 20));
  }
  await rollUpAll();
  await packAll();
  const before = { first: await rowsOf(1), second: await rowsOf(2), rollups: await rollups() };
  expect(before.first).toHaveLength(5 * 144);
  const byDay = await curve('&every=21600');
  // A day of the second AERO waits for its rollup: its month is left for later, the other AERO's is archived.
  await ingest(server, box.serial, 2, day(1).slice(30, 40));
  const done = await archiveBefore(server.db, MARCH, folder);
  expect(done).toMatchObject({ rows: 4 * 144, left: [aeroOf(2)] });
  expect(await rowsOf(1)).toEqual(before.first.slice(-144));
  expect(await rowsOf(2)).toHaveLength(5 * 20 + 10);
  await rollUpAll();
  await packAll();
  expect((await archiveBefore(server.db, MARCH, folder)).rows).toBe(4 * 20 + 10);
  expect(await archiveBefore(server.db, MARCH, folder)).toMatchObject({ files: 0, left: [] });
  expect((await rollups()).filter((row) => (row as { aero_id: number }).aero_id === aeroOf(1))).toEqual(
    before.rollups.filter((row) => (row as { aero_id: number }).aero_id === aeroOf(1)),
  );

  // Curves are drawn from rollups where the rows are gone.
  expect(await curve('&every=21600')).toEqual(byDay);
  expect((await curve()).resolution).toBe(21_600);
  expect((await curve()).series[0].count).toEqual(Array.from({ length: 12 }, () => 36));
  expect((await curve('&every=raw')).series[0].time).toEqual([]);

  // A box sends its stored measures again: the sums of the whole day stay.
  await ingest(server, box.serial, 1, day(2).slice(0, 5));
  await rollUpAll();
  expect((await curve('&every=86400')).series[0].count).toEqual([144, 144, 144]);

  const files = checkedFiles();
  for (const file of files.toReversed()) await restoreArchive(server.db, join(folder, file));
  await rollUpAll();
  const again = await restoreArchive(server.db, join(folder, files[0]!));
  expect(again).toMatchObject({ stored: 0, unknown: [] });
  await packAll();
  // Measures that the box sent again have the new time of reception; all else is unchanged, to the
  // microsecond.
  expectSameRows(await rowsOf(1), before.first, 5);
  expect((await rollups()).filter((row) => (row as { aero_id: number }).aero_id === aeroOf(1))).toEqual(
    before.rollups.filter((row) => (row as { aero_id: number }).aero_id === aeroOf(1)),
  );
  expect((await curve()).series[0].count.length).toBe(3 * 144);
});

test('a file that is not as it was written is refused; boxes that are gone are told', async () => {
  const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.gz'));
  const path = join(folder, name);
  await server.db.updateTable('boxes').set({ serial_number: 'RENAMED' }).where('id', '=', box.id).execute();
  expect((await restoreArchive(server.db, path)).unknown).toEqual(
    [1, 2].map((position) => `${box.serial}, AERO ${position}`),
  );
  const bytes = readFileSync(path);
  bytes[bytes.length - 20]! ^= 1;
  writeFileSync(path, bytes);
  await expect(restoreArchive(server.db, path)).rejects.toThrow('is not as it was written');
  rmSync(`${path}.sha256`);
  await expect(restoreArchive(server.db, path)).rejects.toThrow('is not there');
});

test('rollups go when their days are over, and only whole months', async () => {
  const retention = retentionOf('measures=400,rollups=800');
  expect(cutsOf(retention!, Date.UTC(2026, 5, 20))).toEqual({
    measures: new Date('2025-05-01T00:00:00Z'),
    rollups: new Date('2024-04-01T00:00:00Z'),
  });
  for (const wrong of ['measures=399', 'rollups=800', 'measures=800,rollups=700'])
    expect(retentionOf(wrong), wrong).toBeUndefined();
  // Measures that an archive run left keep their rollups, without which they could never be archived.
  const was = await rollups();
  expect(await forgetRollups(server.db, [], MARCH)).toBeNull();
  expect(await rollups()).toEqual(was);
  expect(await archiveBefore(server.db, MARCH, join(folder, 'again'))).toMatchObject({ left: [] });
  const gone = [await forgetRollups(server.db, [], MARCH)];
  gone.push(
    await forgetRollups(
      server.db,
      gone.flatMap((id) => id ?? []),
      MARCH,
    ),
  );
  expect(gone.sort()).toEqual([...box.aeroIds].sort());
  expect(await forgetRollups(server.db, [], MARCH)).toBeNull();
  expect((await rollups()).every((row) => (row as { at: string }).at >= '2024-03')).toBe(true);
});

test('as many new measures of an archived day as went leave its rollup, until all files are back', async () => {
  const other = await server.createBox({ client: (await server.createClient()).id });
  const [aero = 0] = other.aeroIds;
  const place = join(folder, 'other');
  await ingest(server, other.serial, 1, day(3));
  await rollUpAll();
  const sums = async () =>
    (
      await sql`select day::text as at, count, stroke_sum from measure_days where aero_id = ${aero}
        union all select time::text, count, stroke_sum from measure_quarters where aero_id = ${aero} order by 1`.execute(
        server.db,
      )
    ).rows;
  const before = await sums();
  expect(before).toHaveLength(5);
  expect((await archiveBefore(server.db, MARCH, place)).rows).toBe(144);
  const late = day(3).map((row) => ({ ...row, at: row.at + 300, stroke: 700 }));
  await ingest(server, other.serial, 1, late);
  await rollUpAll();
  expect(await sums()).toEqual(before);
  // The next run archives them, because a rollup may count fewer measures than there are; their values are
  // not lost.
  await ingest(server, other.serial, 1, [{ at: late[0]!.at + 60, stroke: 700 }]);
  await rollUpAll();
  expect(await archiveBefore(server.db, MARCH, place)).toMatchObject({ rows: 145, left: [] });
  const files = readdirSync(place).filter((name) => name.endsWith('.gz'));
  expect(files).toHaveLength(2);
  await restoreArchive(server.db, join(place, files[1]!));
  await rollUpAll();
  expect(await sums()).toEqual(before);
  await restoreArchive(server.db, join(place, files[0]!));
  await rollUpAll();
  expect(await sums()).toContainEqual({
    at: '2024-02-02',
    count: 289,
    stroke_sum: expect.closeTo(
      [...day(3), ...late].reduce((sum, row) => sum + row.stroke, 700),
      1,
    ),
  });
});

test('two processes never write into one file, and one archives at a time', async () => {
  const place = join(folder, 'shared');
  const lines = async function* (text: string) {
    yield Buffer.from(`${text}\n`);
  };
  const month = new Date('2024-01-01T00:00:00Z');
  const written = await Promise.all(
    ['first', 'second'].map((text) => writeArchive(place, month, lines(text))),
  );
  expect(new Set(written.map(({ path }) => path)).size).toBe(2);
  const held = written.map(({ path }) => gunzipSync(readFileSync(path)).toString().split('\n')[1]);
  expect(held).toEqual(['first', 'second']);
  for (const { path, sha256 } of written) expect(await checkArchive(path)).toBe(sha256);
  expect(readdirSync(place)).toHaveLength(4);
  // A file whose checksum was removed is not overwritten.
  rmSync(`${written[0]!.path}.sha256`);
  const third = await writeArchive(place, month, lines('third'));
  expect(written.map(({ path }) => path)).not.toContain(third.path);
  const [killed, running] = ['killed', 'running'].map((name) => join(place, `measures-2024-01.${name}.part`));
  for (const part of [killed!, running!]) writeFileSync(part, '');
  await removeOldParts(place, Date.now() + 23 * 3_600_000);
  expect(readdirSync(place)).toHaveLength(7);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(killed!, yesterday, yesterday);
  await removeOldParts(place);
  expect(existsSync(killed!)).toBe(false);
  rmSync(running!);
  const other = await archivingAlone(server.db, () => archiveBefore(server.db, new Date(), place));
  expect(other).toEqual({ files: 0, rows: 0, bytes: 0, left: [] });
  expect(readdirSync(place)).toHaveLength(5);
});
