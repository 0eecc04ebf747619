import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { savedViewsModule } from '../saved-views/index.ts';
import { notesModule } from './index.ts';

const server = await testServer({ modules: [notesModule, savedViewsModule] });
const [north, south] = [await server.createClient(), await server.createClient()];
const [box, foreign] = [
  await server.createBox({ client: north.id }),
  await server.createBox({ client: south.id }),
];
const manager = await server.createUser({ level: 'privileged', client: north.id });
const [member, colleague] = [
  await server.createUser({ client: north.id }),
  await server.createUser({ client: north.id }),
];

describe('notes', () => {
  it('are pinned to a box, an AERO and a moment', async () => {
    const made = await member.api.post('/notes/', {
      box: box.id,
      aero: box.aeroIds[0],
      at: '2026-05-01T10:00:00+02:00',
      text: 'Greased',
      kind: 'visit',
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      box: box.id,
      aero: box.aeroIds[0],
      at: '2026-05-01T08:00:00.000Z',
      text: 'Greased',
      kind: 'visit',
      user: member.id,
      user_name: 'Test User',
    });
    expect(
      (
        await colleague.api.get(
          `/notes/?box=${box.id}&from=2026-05-01T00:00:00Z&to=2026-05-02T00:00:00Z&search=grea`,
        )
      ).body.results,
    ).toEqual([made.body]);
    const read = await colleague.api.get(`/notes/${made.body.id}/`);
    expect([read.status, read.body]).toEqual([200, made.body]);
    expect((await colleague.api.get('/notes/99999/')).status).toBe(404);
    expect((await colleague.api.get('/notes/?from=2026-05-02T00:00:00Z&box=1')).body.count).toBe(0);
  });
  it('refuse foreign and missing boxes and AEROs alike', async () => {
    const note = { box: box.id, text: 'x' };
    for (const id of [foreign.id, 99_999])
      expect((await member.api.post('/notes/', { ...note, box: id })).body).toEqual({
        box: ['This box does not exist'],
      });
    for (const aero of [foreign.aeroIds[0], 99_999])
      expect((await member.api.post('/notes/', { ...note, aero })).body).toEqual({
        aero: ['This box does not have this AERO'],
      });
    const theirs = (await server.admin.api.post('/notes/', { box: foreign.id, text: 'secret' })).body;
    expect((await member.api.get('/notes/')).text).not.toContain('secret');
    expect((await manager.api.get(`/notes/${theirs.id}/`)).status).toBe(404);
    expect((await manager.api.delete(`/notes/${theirs.id}/`)).status).toBe(404);
  });
  it('are changed by who wrote them and deleted by them or privileged users', async () => {
    const { id } = (await member.api.post('/notes/', { box: box.id, text: 'mine' })).body;
    expect((await colleague.api.patch(`/notes/${id}/`, { text: 'x' })).status).toBe(403);
    expect((await manager.api.patch(`/notes/${id}/`, { text: 'x' })).status).toBe(403);
    expect((await colleague.api.delete(`/notes/${id}/`)).status).toBe(403);
    expect((await member.api.patch(`/notes/${id}/`, { text: 'still mine' })).body.text).toBe('still mine');
    expect((await member.api.patch(`/notes/${id}/`, { text: 'z' }, { 'If-Match': '"1.0-a"' })).status).toBe(
      412,
    );
    expect((await manager.api.delete(`/notes/${id}/`)).status).toBe(204);
  });
  it('of a replaced sensor say what begins anew; other kinds do not', async () => {
    const sent = { box: box.id, text: 'New sensor', kind: 'baseline_reset', metrics: ['stroke'] };
    const { body: made } = await member.api.post('/notes/', sent);
    expect(made).toMatchObject({ metrics: ['stroke'] });
    expect((await member.api.post('/notes/', { ...sent, kind: 'visit' })).body.metrics).toBeNull();
    expect((await member.api.post('/notes/', { ...sent, metrics: ['speed'] })).status).toBe(400);
    const other = await member.api.patch(`/notes/${made.id}/`, { metrics: ['pressure'] });
    expect(other.body.metrics).toEqual(['pressure']);
    expect((await member.api.patch(`/notes/${made.id}/`, { kind: 'note' })).body.metrics).toBeNull();
  });

  it('refuse each wrong field', async () => {
    const refused = async (change: object) =>
      (await member.api.post('/notes/', { box: box.id, text: 'x', ...change })).body;
    expect(await refused({ text: '' })).toEqual({ text: ['Required'] });
    expect(await refused({ text: 'x'.repeat(2001) })).toHaveProperty('text');
    expect(await refused({ at: 'yesterday' })).toEqual({ at: ['Is not a date and time'] });
    expect(await refused({ kind: 'gossip' })).toHaveProperty('kind');
    expect(await refused({ box: '1' })).toEqual({ box: ['Is not integer'] });
    expect(await refused({ user: 1 })).toEqual({ user: ['Unknown field'] });
  });
});

describe('saved views', () => {
  it('are their user’s alone, even before an administrator', async () => {
    const made = await member.api.post('/saved-views/', { name: 'Week', query: 'aero=1&range=7d' });
    expect(made.body.screen).toBe('visualization');
    expect((await member.api.get('/saved-views/?screen=boxes')).body.count).toBe(0);
    expect((await member.api.get('/saved-views/?screen=visualization')).body.count).toBe(1);
    expect([made.status, made.body.query]).toEqual([201, 'aero=1&range=7d']);
    expect((await member.api.get('/saved-views/')).body.results).toEqual([made.body]);
    for (const other of [colleague, server.admin]) {
      expect((await other.api.get('/saved-views/')).body.count).toBe(0);
      expect((await other.api.delete(`/saved-views/${made.body.id}/`)).status).toBe(404);
    }
    expect((await member.api.post('/saved-views/', { name: '', query: 1 })).body).toEqual({
      name: ['Required'],
      query: ['Is not text'],
    });
    expect((await member.api.delete(`/saved-views/${made.body.id}/`)).status).toBe(204);
  });
});
