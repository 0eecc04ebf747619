import { expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { boxesModule } from '../index.ts';

const server = await testServer({ modules: [boxesModule] });
const client = await server.createClient('Réseau Nord');
const manager = await server.createUser({ level: 'privileged', client: client.id });
const [winter] = await server.db
  .insertInto('tags')
  .values({ name: 'Winter', color: '#112233', client_id: client.id })
  .returning('id')
  .execute();

async function send(text: string, query = '', mended?: object, user = manager) {
  const data = new FormData();
  if (mended !== undefined) data.append('mended', JSON.stringify(mended));
  data.append('file', new Blob([text]), 'boxes.csv');
  return user.api.post(`/boxes/import/${query}`, data);
}
const one = async (serial: string) =>
  (await manager.api.get(`/boxes/?serial_number=${serial}`)).body.results[0];
const add = async (serial_number: string, more: object = {}) =>
  (await manager.api.post('/boxes/', { serial_number, ...more })).body;

const CHANGES = `serial_number,name,pole,comment,tags,aero1_track_number,aero1_conductor_type,aero2_model_type
up-1,New,,,winter,V2,messenger,Aero 1000
UP-2,Same,,,,,,
UP-3,Added,,,,,,
`;
async function standing() {
  const box = await add('UP-1', {
    name: 'Old',
    pole: '44/03',
    comment: 'stays',
    aeros: [{ position: 1, model_type: 1, conductor_type: 'wire', track_number: 'V1', stroke_max: 400 }],
  });
  await add('UP-2', { name: 'Same' });
  return box;
}

it('says what a file changes on existing boxes', async () => {
  const box = await standing();
  const refused = (await send(CHANGES, '?dry_run=true')).body;
  expect(refused).toMatchObject({ valid: 1, existing: 2, updated: 0, changes: [] });
  expect(refused.errors.map(({ row }: { row: number }) => row)).toEqual([2, 3]);

  const dry = (await send(CHANGES, '?dry_run=true&update=true')).body;
  expect(dry).toMatchObject({
    rows: 3,
    valid: 3,
    existing: 2,
    changing: 1,
    unchanged: 1,
    created: 0,
    updated: 0,
    errors: [],
  });
  expect(dry.changes).toEqual([
    {
      row: 2,
      box: box.id,
      serial_number: 'UP-1',
      fields: [
        { column: 'name', before: 'Old', after: 'New' },
        { column: 'tags', before: [], after: [winter!.id] },
        { column: 'aero1_track_number', before: 'V1', after: 'V2' },
        { column: 'aero1_conductor_type', before: 'wire', after: 'messenger' },
        { column: 'aero2_model_type', before: null, after: 2 },
        { column: 'aero2_expansion_coefficient', before: null, after: 0.000017 },
      ],
    },
  ]);
  expect(dry.without_aero).toBe(2);
  expect(await one('UP-1')).toMatchObject({ name: 'Old' });
});

it('changes existing boxes only when asked, and only what was said', async () => {
  const box = await one('UP-1');
  expect((await send(CHANGES, '?update=true')).body).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
  expect(await one('UP-1')).toMatchObject({
    id: box.id,
    name: 'New',
    pole: '44/03',
    comment: 'stays',
    tags: [winter!.id],
    desired: { aero1_type: 1, aero2_type: 2 },
    aeros: [
      { id: box.aeros[0].id, track_number: 'V2', conductor_type: 'messenger', stroke_max: 400 },
      { position: 2, model_type: 2 },
    ],
  });
  // What was said is what was done: the same file has nothing left to change.
  expect((await send(CHANGES, '?update=true')).body).toMatchObject({ updated: 0, unchanged: 3, changes: [] });
  const audit = await server.db
    .selectFrom('audit')
    .select('id')
    .where('entity', '=', 'boxes')
    .where('action', '=', 'update')
    .where('entity_id', '=', box.id)
    .execute();
  expect(audit).toHaveLength(1);
});

it('moves no box to another client, and finds none of others', async () => {
  const other = await server.createClient('Other');
  const stranger = await server.createUser({ level: 'privileged', client: other.id });
  await add('UP-10');
  const moved = await send(
    'serial_number,client\nUP-10,Other\n',
    '?update=true',
    undefined,
    server.admin as never,
  );
  expect(moved.body).toMatchObject({
    updated: 0,
    errors: [{ row: 2, errors: { client: [expect.any(String)] } }],
  });
  const named = 'serial_number,name\nUP-10,Mine now\n';
  const foreign = (await send(named, '?update=true', undefined, stranger)).body;
  expect(foreign).toMatchObject({ existing: 0, updated: 0, changes: [] });
  expect(foreign.errors[0].errors).toHaveProperty('serial_number');
  // The client chosen above the file is for new boxes only.
  expect(
    (await send(named, `?update=true&client=${other.id}`, undefined, server.admin as never)).body,
  ).toMatchObject({ updated: 1 });
  expect(await one('UP-10')).toMatchObject({ name: 'Mine now', client: client.id });
});

it('finds the problems of a change before it writes, as the screen of the box would', async () => {
  await add('UP-20', {
    temperature_hottest: 10,
    aeros: [{ position: 1, model_type: 1, stroke_max: 400 }],
  });
  const file = 'serial_number,temperature_coldest,aero1_stroke_min\nUP-20,20,450\nUP-21,,\n';
  const { body } = await send(file, '?update=true');
  expect(body).toMatchObject({ valid: 1, created: 0, updated: 0 });
  expect(body.errors).toMatchObject([
    { row: 2, errors: { temperature_hottest: [expect.anything()], aero1_stroke_max: [expect.anything()] } },
  ]);
});

it('gives back the cells of bad rows, and takes them mended', async () => {
  const file = 'serial_number,latitude,pole,name\nMEND-1,north,44/03,One\nMEND-2,48.5,,Two\n,1,,\n';
  const { body } = await send(file, '?dry_run=true');
  expect(body.errors).toMatchObject([
    { row: 2, cells: { serial_number: 'MEND-1', latitude: 'north', pole: '44/03', name: 'One' } },
    { row: 4, cells: { latitude: '1' } },
  ]);
  const mended = { 2: { latitude: '48,25', pole: '' }, 4: { serial_number: 'mend-3' } };
  expect((await send(file, '?dry_run=true', mended)).body).toMatchObject({ valid: 3, errors: [] });
  expect((await send(file, '', mended)).body).toMatchObject({ created: 3 });
  expect(await one('MEND-1')).toMatchObject({ latitude: 48.25, pole: '', name: 'One' });
  expect(await one('MEND-3')).toMatchObject({ latitude: 1 });
  expect((await send(file, '', { 2: { latitude: 1 } })).status).toBe(400);
  expect((await send(file, '?dry_run=true', { 2: { colour: 'red' } })).body).toMatchObject({
    mended: [expect.stringContaining('colour')],
  });
});
