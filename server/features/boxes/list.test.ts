import { unpackTexts } from '@aerowatch/domain/packing';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { aerosModule } from '../aeros/index.ts';
import { boxesModule } from './index.ts';

const server = await testServer({ modules: [boxesModule, aerosModule] });

let count = 0;
const serial = () => `L-${++count}`;
const tagOf = (clientId: number) =>
  server.db
    .insertInto('tags')
    .values({ name: `tag ${++count}`, color: '#123456', client_id: clientId })
    .returning('id')
    .executeTakeFirstOrThrow();

describe('listing boxes', () => {
  it('filters, searches, orders and counts', async () => {
    const one = await server.createClient();
    const { api } = await server.createUser({ level: 'privileged', client: one.id });
    const tag = await tagOf(one.id);
    for (const [name, line] of [
      ['alpha', 'Paris-Lille'],
      ['beta', 'Paris-Brest'],
      ['gamma', 'Paris-Brest'],
    ] as const)
      await api.post('/boxes/', {
        serial_number: serial(),
        name,
        line,
        tags: name === 'beta' ? [tag.id] : [],
        aeros: [{ position: 1 }],
      });
    const names = async (query: string) =>
      (
        await api.get(`/boxes/?${query.includes('ordering') ? '' : 'ordering=name&'}${query}`)
      ).body.results.map((box: { name: string }) => box.name);
    expect(await names('')).toEqual(['alpha', 'beta', 'gamma']);
    expect(await names('ordering=-name')).toEqual(['gamma', 'beta', 'alpha']);
    expect(await names('line=Paris-Brest')).toEqual(['beta', 'gamma']);
    expect(await names(`tag=${tag.id}`)).toEqual(['beta']);
    expect(await names('search=PARIS+gam')).toEqual(['gamma']);
    expect(await names('search=%25')).toEqual([]);
    expect(await names('status=late&sami=satisfactory&alert=false&twin=never_reported')).toEqual([
      'alpha',
      'beta',
      'gamma',
    ]);
    expect(await names('status=online')).toEqual([]);
    const [aero] = (await api.get('/boxes/?name=alpha')).body.results[0].aeros;
    expect((await api.patch(`/aeros/${aero.id}/`, { sami: 'unsatisfactory', reason: 'seized' })).status).toBe(
      200,
    );
    expect(await names('sami=unsatisfactory')).toEqual(['alpha']);
    expect(await names('ordering=-sami&page_size=1')).toEqual(['alpha']);
    const page = (await api.get('/boxes/?page=2&page_size=2&ordering=name')).body;
    expect(page).toMatchObject({ count: 3, next: null });
    expect(page.results).toHaveLength(1);
    const [muted] = (await api.get('/boxes/?sami=unsatisfactory')).body.results;
    expect(muted).toMatchObject({ sami: 'unsatisfactory', muted: true });
    const history = (await api.get(`/aeros/${aero.id}/sami/`)).body;
    expect(history.results).toMatchObject([
      { from: 'satisfactory', to: 'unsatisfactory', reason: 'seized', user_name: 'Test User' },
    ]);
    expect((await api.get('/aeros/boxes/')).body).toMatchObject({ count: 3 });
    expect((await api.get('/aeros/?sami=unsatisfactory&ordering=-sami')).body.count).toBe(1);
  });
  it('tells the status from the last send and the upload time', async () => {
    const one = await server.createClient();
    const { api } = await server.createUser({ client: one.id });
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await server.createBox({ client: one.id, name: 'online', last_send: ago(2.9) });
    await server.createBox({ client: one.id, name: 'late', last_send: ago(3.1) });
    await server.createBox({ client: one.id, name: 'silent', last_send: ago(7 * 24 + 1) });
    await server.createBox({ client: one.id, name: 'never', created_at: ago(8 * 24) });
    const boxes = (await api.get('/boxes/?ordering=id')).body.results;
    expect(boxes.map((box: { status: string }) => box.status)).toEqual([
      'online',
      'late',
      'silent',
      'silent',
    ]);
    expect((await api.get('/boxes/?status=silent,late')).body.count).toBe(3);
  });
  it('gives the map compact columns of the boxes that have a place', async () => {
    const one = await server.createClient();
    const { api } = await server.createUser({ client: one.id });
    await server.createBox({ client: one.id, latitude: 48.8, longitude: 2.3, line: 'B "x"', pole: '1/2' });
    const second = await server.createBox({ client: one.id, latitude: -1.5, longitude: 0, line: 'A' });
    await server.createBox({ client: one.id });
    const { body } = await api.get('/boxes/map/');
    expect(body).toMatchObject({
      count: 2,
      latitude: [48.8, -1.5],
      longitude: [2.3, 0],
      lines: ['A', 'B "x"'],
      line: [1, 0],
      pole: ['1/2', ''],
      tags: [[], []],
      client: [one.id, one.id],
      sami: [0, 0],
    });
    expect(body.statuses[body.status[0]]).toBe('late');
    expect((await api.get(`/boxes/map/?id=${second.id}&alert=false&sami=satisfactory`)).body.id).toEqual([
      second.id,
    ]);
    expect((await api.get('/boxes/map/?search=nothing')).body).toMatchObject({ count: 0, id: [], lines: [] });
    const packed = (await api.get('/boxes/map/?form=packed')).body;
    expect(packed).toMatchObject({
      packed: 1,
      count: 2,
      id: [body.id[0], body.id[1] - body.id[0]],
      latitude: [4_880_000, -5_030_000],
      longitude: [230_000, -230_000],
      sami: '00',
      status: body.status.join(''),
      client: { runs: [one.id, 2] },
      line: { list: [1, 0] },
      pole: '01/2\n0',
      lines: ['A', 'B "x"'],
      tags: { rows: [], ids: [] },
    });
    expect(unpackTexts(packed.serial_number)).toEqual(body.serial_number);
  });
});
