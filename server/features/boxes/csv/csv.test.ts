import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { testServer } from '../../../../testing/test-server.ts';
import { boxesModule } from '../index.ts';
import { columnOf } from './csv-columns.ts';

const server = await testServer({ modules: [boxesModule] });
const client = await server.createClient('Réseau Nord');
const manager = await server.createUser({ level: 'privileged', client: client.id });
await server.db
  .insertInto('tags')
  .values({ name: 'Winter', color: '#112233', client_id: client.id })
  .execute();

function form(text: string | Buffer): FormData {
  const data = new FormData();
  data.append('file', new Blob([typeof text === 'string' ? text : new Uint8Array(text)]), 'boxes.csv');
  return data;
}
const send = (text: string | Buffer, query = '', user = manager) =>
  user.api.post(`/boxes/import/${query}`, form(text));
const one = async (serial: string) =>
  (await manager.api.get(`/boxes/?serial_number=${serial}`)).body.results[0];

const GOOD = `serial_number,name,latitude,longitude,kilometer_point,tags,installation_date,aero1_model_type,aero1_conductor_type,aero2_stroke_max
CSV-1,First,48.85,2.35,105+129,winter,2026-03-31,1,wire,
CSV-2,"Second, quoted",-1.5,0,12.5,,,Aero 1000,Messenger wire,400
`;
const BAD = `serial_number,latitude,aero2_model_type,aero2_stroke_max
CSV-10,48,1,100
CSV-11,148,1,500
csv 12,48,,
CSV-10,48,,
CSV-13,north,,,
`;

describe('importing boxes', () => {
  it('brings tags back whatever their names hold', async () => {
    const names = ['a|b', 'c\\', 'd,e;f"g', 'plain'];
    for (const name of names)
      await server.db.insertInto('tags').values({ name, color: '#112233', client_id: client.id }).execute();
    const tags = await server.db.selectFrom('tags').where('name', 'in', names).select('id').execute();
    const made = await manager.api.post('/boxes/', {
      serial_number: 'TAGGED',
      tags: tags.map(({ id }) => id),
    });
    expect(made.status).toBe(201);
    const file = (await manager.api.get('/boxes/export/?serial_number=TAGGED&language=en')).text;
    expect((await manager.api.delete(`/boxes/${made.body.id}/`)).status).toBe(204);
    expect((await send(file)).body).toMatchObject({ created: 1 });
    expect(new Set((await one('TAGGED')).tags)).toEqual(new Set(tags.map(({ id }) => id)));
  });

  it('knows columns by what maintainers call them', () => {
    const keys = (headers: string) => headers.split(';').map((header) => columnOf(header)?.key);
    expect(keys('N° de série;PK;Support;Lat;Lon;Installé le')).toEqual([
      'serial_number',
      'kilometer_point',
      'pole',
      'latitude',
      'longitude',
      'installation_date',
    ]);
    expect(keys('Serial no.;Chainage;Mast;Numéro;')).toEqual([
      'serial_number',
      'kilometer_point',
      'pole',
      undefined,
      undefined,
    ]);
  });

  it('knows the headers of the field, with its numbers and units', () => {
    const keys = (headers: string) => headers.split(';').map((header) => columnOf(header)?.key);
    expect(
      keys(
        'N° de série;Repère poteau;Voie;Modèle;Longueur régularisée (m);Tension (daN);Observations;PK;Ligne',
      ),
    ).toEqual([
      'serial_number',
      'pole',
      'aero1_track_number',
      'aero1_model_type',
      'aero1_regularized_length',
      'aero1_mechanical_tension',
      'comment',
      'kilometer_point',
      'line',
    ]);
    expect(keys('Mast no.;Track;Model 2;AERO 2 Tension;Remarks;Line no.;Course minimale')).toEqual([
      'pole',
      'aero1_track_number',
      'aero2_model_type',
      'aero2_mechanical_tension',
      'comment',
      'line',
      undefined,
    ]);
    // A length in another unit than ours is asked about, not read as if it were ours.
    expect(keys('Tension (kN);Longueur régularisée (mm)')).toEqual([undefined, undefined]);
  });

  it('takes a workbook, and serial numbers in any letters with spaces around', async () => {
    const sheet = utils.aoa_to_sheet([
      [],
      [
        'N° de série',
        'Repère poteau',
        'Modèle',
        'Longueur régularisée',
        'Posé le',
        'Latitude',
        'Observations',
      ],
      [' xl-1\u00a0', '44/03', 480, 700.5, new Date(Date.UTC(2026, 2, 31)), 48.528, '=1+1'],
      [],
      ['XL-2', 'x'.repeat(300), 'AERO 1000', null, null, 'north', true],
    ]);
    const book = { SheetNames: ['Poteaux'], Sheets: { Poteaux: sheet } };
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx', cellDates: true }) as Buffer;
    expect((await send(bytes, '?dry_run=true')).body).toMatchObject({
      rows: 2,
      valid: 1,
      errors: [{ row: 5, errors: { pole: [expect.anything()], latitude: [expect.anything()] } }],
    });
    expect((await send(bytes, '?partial=true')).body).toMatchObject({ created: 1 });
    expect(await one('XL-1')).toMatchObject({
      pole: '44/03',
      installation_date: '2026-03-31',
      comment: '=1+1',
      latitude: 48.528,
      aeros: [{ model_type: 1, regularized_length: 700.5 }],
    });
    expect((await send('serial_number\nxl-1\n')).body.errors[0].errors).toHaveProperty('serial_number');
    expect((await send('serial_number\nxl-3\nXL-3\n')).body.errors).toMatchObject([{ row: 3 }]);
    const field = async (file: Buffer) => (await send(file)).body.file?.[0];
    expect(await field(bytes.subarray(0, 2000))).toMatch(/Excel workbook/);
    expect(await field(Buffer.from('d0cf11e0a1b11ae10000', 'hex'))).toMatch(/Excel workbook/);
  });
  it('does not unpack a workbook that is far larger than its file', async () => {
    const huge = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(130 * 1024 * 1024) });
    expect(huge.length).toBeLessThan(1024 * 1024);
    expect((await send(Buffer.from(huge))).body.file[0]).toMatch(/too large/);
  });

  it('takes thousands apart by a space, and says which models there are', async () => {
    const file =
      'N° de série;Modèle;Tension mécanique (daN)\nGROUP-1;Aero 480;1 050\nGROUP-2;Aero 600;1 0500\n';
    const { errors } = (await send(file, '?partial=true')).body;
    expect(errors).toMatchObject([
      {
        row: 3,
        errors: {
          aero1_model_type: [expect.stringContaining('Aero 480, Aero 1000')],
          aero1_mechanical_tension: [expect.stringContaining('numeric')],
        },
      },
    ]);
    expect(await one('GROUP-1')).toMatchObject({ aeros: [{ model_type: 1, mechanical_tension: 1050 }] });
  });

  it('asks what unknown columns are, and takes what it is told', async () => {
    const file = 'Appareil;Divers;Nom;latitude\nMAP-1;au nord;Un;48,5\n';
    const dry = (await send(file, '?dry_run=true')).body;
    expect(dry).toMatchObject({ rows: 0, unknown_columns: ['Appareil', 'Divers'] });
    expect((await send(file)).body.file[0]).toContain('Appareil');
    const meant = encodeURIComponent(JSON.stringify({ Appareil: 'serial_number', Divers: '' }));
    const told = (await send(file, `?dry_run=true&columns=${meant}`)).body;
    expect(told).toMatchObject({ rows: 1, valid: 1, unknown_columns: [], without_client: 0 });
    expect((await send(file, `?columns=${meant}`)).body).toMatchObject({ created: 1 });
    expect(await one('MAP-1')).toMatchObject({ name: 'Un', latitude: 48.5, comment: '' });
    const odd = await send(
      'serial_number,constructor,__proto__\nMAP-3,x,y\n',
      `?dry_run=true&columns=${meant}`,
    );
    expect(odd.body).toMatchObject({ valid: 1, unknown_columns: ['constructor', '__proto__'] });
    const twice = encodeURIComponent(JSON.stringify({ Appareil: 'serial_number', Divers: 'name' }));
    expect((await send(file, `?dry_run=true&columns=${twice}`)).status).toBe(400);
    expect((await send(file, '?columns=nonsense')).body).toHaveProperty('columns');
    const ownerless = await send('serial_number\nMAP-2\n', '?dry_run=true', server.admin as never);
    expect(ownerless.body).toMatchObject({ valid: 1, without_client: 1 });
  });

  it('checks in a dry run and creates nothing, then creates all with their AEROs', async () => {
    const dry = await send(GOOD, '?dry_run=true');
    expect(dry.body).toMatchObject({ dry_run: true, rows: 2, valid: 2, created: 0, errors: [] });
    expect(dry.body.preview[0]).toMatchObject({
      serial_number: 'CSV-1',
      kilometer_point: 105.129,
      client: client.id,
    });
    expect(await one('CSV-1')).toBeUndefined();
    expect((await send(GOOD)).body).toMatchObject({ created: 2, errors: [] });
    const [first, second] = [await one('CSV-1'), await one('CSV-2')];
    expect(first).toMatchObject({
      name: 'First',
      kilometer_point: 105.129,
      installation_date: '2026-03-31',
      desired: { aero1_type: 1, configuration_version: 1 },
    });
    expect(first.tags).toHaveLength(1);
    expect(second).toMatchObject({
      name: 'Second, quoted',
      latitude: -1.5,
      aeros: [
        { position: 1, model_type: 2, conductor_type: 'messenger' },
        { position: 2, stroke_max: 400 },
      ],
    });
    expect((await send(GOOD)).body.errors).toHaveLength(2);
    const audit = await server.db
      .selectFrom('audit')
      .select('entity_name')
      .where('action', '=', 'create')
      .execute();
    expect(audit.map(({ entity_name }) => entity_name)).toEqual(expect.arrayContaining(['CSV-1', 'CSV-2']));
  });
  it('tells what is wrong row by row, imports nothing, or only the good ones when asked', async () => {
    const { body } = await send(BAD);
    expect(body).toMatchObject({ rows: 5, valid: 1, created: 0 });
    expect(
      body.errors.map((error: { row: number; errors: object }) => [error.row, Object.keys(error.errors)]),
    ).toEqual([
      [3, ['latitude', 'aero2_stroke_max']],
      [4, ['serial_number']],
      [5, ['serial_number']],
      [6, ['non_field_errors', 'latitude']],
    ]);
    const place = await send('serial_number,kilometer_point\nCSV-11,105km\nCSV-12,PK 105+129\n');
    expect(place.body).toMatchObject({
      valid: 1,
      errors: [{ row: 2, errors: { kilometer_point: ['Is not a kilometer point such as 105+129'] } }],
    });
    expect(await one('CSV-10')).toBeUndefined();
    expect((await send(BAD, '?partial=true')).body).toMatchObject({ valid: 1, created: 1 });
    expect(await one('CSV-10')).toBeDefined();
  });
  it('takes French files: semicolons, decimal commas, labels, what Excel writes', async () => {
    const french =
      'Numéro de série;Latitude;Longitude;Point kilométrique;Date d’installation;AERO 1 Modèle;AERO 1 Type de conducteur;Commentaire\r\nFR-1;48,85;2,35;7+050;31/03/2026;Aero 480;Fil de contact;été\r\n';
    expect((await send(french)).body).toMatchObject({ created: 1 });
    expect(await one('FR-1')).toMatchObject({
      latitude: 48.85,
      kilometer_point: 7.05,
      installation_date: '2026-03-31',
      comment: 'été',
      aeros: [{ model_type: 1, conductor_type: 'wire' }],
    });
    expect((await send(Buffer.from('Numéro de série;Commentaire\nFR-2;été\n', 'latin1'))).body.created).toBe(
      1,
    );
    expect((await one('FR-2')).comment).toBe('été');
  });
  it('refuses a file that is none, unknown columns, foreign clients, too many rows', async () => {
    const field = async (text: string, query = '') => (await send(text, query)).body.file?.[0];
    expect(await field('name\nx\n')).toMatch(/serial_number/);
    expect(await field('serial_number,colour\nX-1,red\n')).toMatch(/colour/);
    expect(await field('serial_number,serial_number\nX-1,X-2\n')).toMatch(/serial_number/);
    expect(await field('serial_number\n"X-1\n')).toMatch(/2/);
    expect(await field(`serial_number\n${'X-1\n'.repeat(20_001)}`)).toMatch(/20000/);
    const foreign = await server.createClient('Other');
    expect((await send('serial_number,client\nX-1,Other\n')).body.errors[0].errors.client).toHaveLength(1);
    expect((await send('serial_number\nX-1\n', `?client=${foreign.id}`)).status).toBe(400);
    expect((await send('serial_number,client\nX-1,Other\n', '', server.admin)).body.created).toBe(1);
    expect(await one('X-1')).toBeUndefined();
  });
});

describe('exporting boxes', () => {
  it('gives what can be imported again, and no formula', async () => {
    const text = '=HYPERLINK("http://x")';
    await manager.api.post('/boxes/', {
      serial_number: 'EXP-1',
      name: text,
      latitude: -45.5,
      longitude: 3,
      altitude: 120.5,
      temperature_coldest: -21.5,
      kilometer_point: -0.25,
      comment: 'a;b,"c"\nd',
      aeros: [{ position: 1, model_type: 2, conductor_type: 'wire' }],
    });
    for (const language of ['en', 'fr']) {
      const file = await manager.api.get(`/boxes/export/?serial_number=EXP-1&language=${language}`);
      expect(file.headers.get('content-type')).toContain('text/csv');
      expect(file.text).toContain("'=HYPERLINK");
      expect(file.text).toContain(language === 'fr' ? '-45,5' : ',-45.5,');
      expect(file.text).toContain(language === 'fr' ? 'Numéro de série;' : 'serial_number,');
      const before = await one('EXP-1');
      await manager.api.delete(`/boxes/${before.id}/`);
      expect((await send(file.text.trimStart())).body).toMatchObject({ created: 1, errors: [] });
      const after = await one('EXP-1');
      for (const key of [
        'name',
        'latitude',
        'longitude',
        'altitude',
        'temperature_coldest',
        'temperature_hottest',
        'kilometer_point',
        'comment',
        'client',
      ])
        expect(after[key]).toEqual(before[key]);
      expect(after.aeros[0]).toMatchObject({ model_type: 2, conductor_type: 'wire' });
    }
  });
  it('keeps to the list’s filter, order and tenancy', async () => {
    const stranger = await server.createUser({ client: (await server.createClient()).id });
    expect((await stranger.api.get('/boxes/export/')).text.trim().split('\n')).toHaveLength(1);
    const lines = (await manager.api.get('/boxes/export/?search=csv&ordering=-serial_number')).text
      .trim()
      .split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['CSV-2', 'CSV-10', 'CSV-1']);
    expect((await manager.api.get('/boxes/export/?ordering=secret')).status).toBe(400);
  });
});
