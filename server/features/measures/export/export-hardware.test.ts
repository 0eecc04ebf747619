import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { testServer } from '../../../../testing/test-server.ts';
import { fetchBytes, makeSampleBox } from '../testing.ts';

const server = await testServer();
const client = (await server.createClient()).id;
const user = await server.createUser({ client, level: 'privileged' });
const sheetOf = (bytes: Buffer) =>
  utils.sheet_to_json<(string | number)[]>(Object.values(read(bytes).Sheets)[0] ?? {}, { header: 1 });

it('says which box measured each row, when asked: also rows from before it was replaced', async () => {
  const box = await makeSampleBox(server, client);
  const until = new Date('2026-03-29T01:00:00Z');
  const former = { box_id: box.id, serial_number: `${box.serial}-OLD`, until, ended_at: until };
  await server.db.insertInto('box_hardware').values(former).execute();
  const path = `/measures/export/?aero=${box.aeroIds[0]}&language=en&metrics=stroke`;
  const cellsOf = async (query: string) => {
    const { bytes } = await fetchBytes(server, user, `${path}&${query}`);
    return (parse(bytes, { bom: true }) as unknown as string[][]).map((row) => row.slice(2));
  };
  const [first, second] = [
    [box.serial, '1', `${box.serial}-OLD`, '512'],
    [box.serial, '1', box.serial, '514'],
  ];
  const header = ['Box', 'AERO', 'Measured by box', 'Stroke (mm)'];
  expect(await cellsOf('hardware=true')).toEqual([header, first, second]);
  expect(await cellsOf('hardware=true&ordering=-date')).toEqual([header, second, first]);
  // Without it the columns are those of earlier releases.
  expect((await cellsOf('')).map((row) => row.length)).toEqual([3, 3, 3]);
  const buckets = await cellsOf('hardware=true&every=1800');
  expect(buckets.map((row) => row[2])).toEqual(['Measured by box', `${box.serial}-OLD`, box.serial]);
  const { bytes } = await fetchBytes(server, user, `${path}&format=xlsx&hardware=true`);
  expect(sheetOf(bytes).map((row) => row.slice(2))).toEqual([
    header,
    [box.serial, 1, `${box.serial}-OLD`, 512],
    [box.serial, 1, box.serial, 514],
  ]);
});
