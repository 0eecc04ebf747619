import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { clientsModule } from '../../clients/index.ts';
import { tagsModule } from '../../tags/index.ts';
import { alertingModule } from '../index.ts';
import { condition, minutes } from '../testing.ts';
import { supervisorsModule } from './index.ts';

const server = await testServer({ modules: [supervisorsModule, clientsModule, tagsModule, alertingModule] });
const client = await server.createClient();
const other = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const box = await server.createBox({ client: client.id });

const make = async (name: string, overrides: object = {}) => {
  const sent = { name, aeros: [...box.aeroIds], conditions: [condition()], ...overrides };
  const answer = await manager.api.post('/supervisors/', sent);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const fileOf = async (query = '') => JSON.parse((await manager.api.get(`/supervisors/export/${query}`)).text);
const namesOf = async () =>
  (await manager.api.get('/supervisors/?page_size=1000')).body.results.map(
    (one: { name: string }) => one.name,
  );
const send = (user: TestUser, overrides: object, language = 'en') =>
  user.api.post('/supervisors/import/', overrides, { 'Accept-Language': language });

describe('duplicating', () => {
  it('makes a disabled copy with the same AEROs and conditions, named in the reader’s language', async () => {
    const one = await make('Hot', {
      joined: true,
      conditions: [condition({ recovery: 25, severity: 'high' }), condition({ value: 40 })],
    });
    const copy = await manager.api.post(`/supervisors/${one.id}/duplicate/`, {});
    expect(copy.status, copy.text).toBe(201);
    expect(copy.body).toMatchObject({ name: 'Hot (copy)', enabled: false, joined: true, aeros: one.aeros });
    const bare = (all: { id: number }[]) => all.map(({ id: _id, ...rest }) => rest);
    expect(bare(copy.body.conditions)).toEqual(bare(one.conditions));
    expect(copy.body.conditions[0].id).not.toBe(one.conditions[0].id);
    const french = await manager.api.post(
      `/supervisors/${one.id}/duplicate/`,
      {},
      { 'Accept-Language': 'fr' },
    );
    expect(french.body.name).toBe('Hot (copie)');
    const named = await manager.api.post(`/supervisors/${one.id}/duplicate/`, { name: 'Hotter' });
    expect(named.body.name).toBe('Hotter');
  });

  it('keeps a long name within its bounds', async () => {
    const long = await make('x'.repeat(100));
    const copy = await manager.api.post(`/supervisors/${long.id}/duplicate/`, {});
    expect(copy.body.name).toBe(`${'x'.repeat(93)} (copy)`);
  });
});

describe('a file', () => {
  it('names AEROs by box and position, and is read back as the same supervisors', async () => {
    const one = await make('There and back', {
      conditions: [condition({ metric: 'stroke', period: minutes(30), average: true, recovery: 20 })],
    });
    const file = await fileOf(`?ids=${one.id}`);
    expect(file).toMatchObject({ format: 'aerowatch-supervisors', version: 1 });
    expect(file.supervisors).toHaveLength(1);
    expect(file.supervisors[0].aeros).toEqual(
      box.aeroIds.map((_, i) => ({ box: box.serial, position: i + 1 })),
    );
    expect(JSON.stringify(file)).not.toContain('"id"');
    const before = await namesOf();
    const dry = await send(manager, { file, dry_run: true, same_name: 'add' });
    expect(dry.status, dry.text).toBe(200);
    expect(dry.body).toMatchObject({ dry_run: true, created: 1, errors: [] });
    expect(await namesOf()).toEqual(before);
    const made = await send(manager, { file, same_name: 'add' });
    expect(made.status, made.text).toBe(200);
    const { body: copy } = await manager.api.get(`/supervisors/${made.body.supervisors[0].id}/`);
    const bare = ({
      id: _i,
      created_at: _c,
      updated_at: _u,
      conditions,
      ...rest
    }: Record<string, unknown>) => ({
      ...rest,
      conditions: (conditions as { id: number }[]).map(({ id: _id, ...condition }) => condition),
    });
    expect(bare(copy)).toEqual(bare(one));
    expect((await fileOf(`?ids=${copy.id}`)).supervisors).toEqual(file.supervisors);
  });

  it('names the tag of one that follows a tag, and is refused where there is none of that name', async () => {
    const tag = await manager.api.post('/tags/', { name: 'Tunnel', color: '#123456', boxes: [box.id] });
    expect(tag.status, tag.text).toBe(201);
    const one = await make('Of the tunnel', { scope: 'tag', tag: tag.body.id, aeros: [] });
    const file = await fileOf(`?ids=${one.id}`);
    expect(file.supervisors[0]).toMatchObject({ scope: 'tag', tag: 'Tunnel', aeros: [] });
    const copy = await manager.api.post(`/supervisors/${one.id}/duplicate/`, {});
    expect(copy.body).toMatchObject({ scope: 'tag', tag: tag.body.id, aeros: one.aeros });
    const made = await send(manager, { file, same_name: 'add' });
    expect(made.status, made.text).toBe(200);
    const back = await manager.api.get(`/supervisors/${made.body.supervisors[0].id}/`);
    expect(back.body).toMatchObject({ scope: 'tag', tag: tag.body.id, aeros: one.aeros });
    const elsewhere = { ...file, supervisors: [{ ...file.supervisors[0], tag: 'Bridge' }] };
    const refused = await send(manager, { file: elsewhere, same_name: 'add' });
    expect(refused.body.supervisors['0'].tag).toEqual([
      'The client has no tag “Bridge”. Create it, then import again',
    ]);
  });

  it('of all of a client, imported twice, makes nothing the second time', async () => {
    const file = await fileOf(`?client=${client.id}`);
    expect(file.supervisors.map((one: { name: string }) => one.name)).toEqual(await namesOf());
    const again = await send(manager, { file });
    expect(again.body).toMatchObject({ created: 0, errors: [] });
    expect(new Set(again.body.supervisors.map((one: { state: string }) => one.state))).toEqual(
      new Set(['exists']),
    );
  });

  it('with errors makes nothing, and tells each by supervisor and field in the reader’s language', async () => {
    const good = { name: 'Good one', aeros: [{ box: box.serial, position: 1 }], conditions: [condition()] };
    const file = {
      format: 'aerowatch-supervisors',
      version: 1,
      supervisors: [
        good,
        { ...good, name: 'Unknown box', aeros: [...good.aeros, { box: 'GONE-1', position: 2 }] },
        { ...good, name: '', conditions: [condition({ percent: 50 })] },
        'not even an object',
      ],
    };
    const dry = await send(manager, { file, dry_run: true });
    expect(dry.status, dry.text).toBe(200);
    expect(dry.body.created).toBe(1);
    expect(dry.body.errors).toEqual([
      {
        index: 1,
        name: 'Unknown box',
        field: 'aeros.1',
        message: 'Box GONE-1 with an AERO 2 does not exist in this client',
      },
      { index: 2, name: '', field: 'name', message: 'Required' },
      expect.objectContaining({ index: 3 }),
    ]);
    const french = await send(manager, { file, dry_run: true }, 'fr');
    expect(french.body.errors[0].message).toBe(
      'Le boîtier GONE-1 avec un AERO 2 n’existe pas chez ce client',
    );
    const before = await namesOf();
    const refused = await send(manager, { file });
    expect(refused.status).toBe(400);
    expect(refused.body.supervisors['1'].aeros['1']).toEqual([
      'Box GONE-1 with an AERO 2 does not exist in this client',
    ]);
    expect(await namesOf()).toEqual(before);
    const left = await send(manager, {
      file: { ...file, supervisors: file.supervisors.slice(0, 2) },
      unknown_aeros: 'leave_out',
    });
    expect(left.body.supervisors[1]).toMatchObject({ state: 'new', aeros: 1, left_out: ['GONE-1/2'] });
    expect(await namesOf()).toEqual(expect.arrayContaining(['Good one', 'Unknown box']));
    const none = { ...good, name: 'None left', aeros: [{ box: 'GONE-1', position: 1 }] };
    const nothing = await send(
      manager,
      { file: { ...file, supervisors: [none] }, unknown_aeros: 'leave_out' },
      'fr',
    );
    expect(nothing.body.supervisors['0'].aeros).toEqual(['Aucun de ses AERO ne reste chez ce client']);
  });

  it('of something else, or of another version, is refused', async () => {
    const file = { format: 'other', version: 2, supervisors: [{}] };
    const { status, body } = await send(manager, { file }, 'fr');
    expect(status).toBe(400);
    expect(body.file).toEqual({
      format: ['N’est pas un fichier de superviseurs'],
      version: ['A une autre version\u202f: cette console lit la version 1'],
    });
  });

  it('never reaches AEROs or supervisors of another client', async () => {
    const foreign = await server.createBox({ client: other.id });
    const theirs = await server.admin.api.post('/supervisors/', {
      name: 'Theirs',
      client: other.id,
      aeros: [...foreign.aeroIds],
      conditions: [condition()],
    });
    const file = await fileOf();
    expect(file.supervisors.map((one: { name: string }) => one.name)).not.toContain('Theirs');
    expect((await manager.api.get(`/supervisors/export/?ids=${theirs.body.id}`)).status).toBe(400);
    const one = {
      name: 'Reaching',
      aeros: [{ box: foreign.serial, position: 1 }],
      conditions: [condition()],
    };
    const reaching = await send(manager, { file: { ...file, supervisors: [one] } });
    const missing = await send(manager, {
      file: { ...file, supervisors: [{ ...one, aeros: [{ box: 'NONE', position: 1 }] }] },
    });
    expect(reaching.status).toBe(400);
    expect(JSON.parse(JSON.stringify(reaching.body).replace(foreign.serial, 'NONE'))).toEqual(missing.body);
    expect((await send(manager, { client: other.id, file })).body.client).toEqual(['Does not exist']);
  });
});

describe('“Silence and diagnoses”', () => {
  it('is enabled on a new client, is named in each one’s language, and takes the name that it is given', async () => {
    const made = await server.admin.api.post('/clients/', { name: 'A new railway' });
    expect(made.status, made.text).toBe(201);
    const listed = async (language: string) =>
      (await server.admin.api.get(`/supervisors/?client=${made.body.id}`, { 'Accept-Language': language }))
        .body.results;
    const [one, ...others] = await listed('en');
    expect(others).toEqual([]);
    expect(one).toMatchObject({ name: 'Silence and diagnoses', enabled: true, joined: false });
    expect(one.conditions).toMatchObject([
      { metric: 'silence', comparator: 'gt', value: 3, actions: [{ type: 'email' }] },
      { metric: 'finding', finding: 'any', comparator: 'gte', value: 1, actions: [{ type: 'email' }] },
    ]);
    expect((await listed('fr'))[0].name).toBe('Silence et diagnostics');
    // If saved as displayed to a French reader, it is still the ready-made one; once renamed it is the user's
    // own.
    await server.admin.api.patch(`/supervisors/${one.id}/`, { name: 'Silence et diagnostics' });
    expect((await listed('en'))[0].name).toBe('Silence and diagnoses');
    await server.admin.api.patch(`/supervisors/${one.id}/`, { name: 'Ours' });
    expect((await listed('fr'))[0].name).toBe('Ours');
    // It is deleted with its client only while it is unchanged; others that follow the whole client are not.
    const gone = async (id: number) => (await server.admin.api.delete(`/clients/${id}/`)).status;
    expect(await gone(made.body.id)).toBe(409);
    expect((await listed('en'))[0].name).toBe('Ours');
    await server.admin.api.delete(`/supervisors/${one.id}/`);
    const rule = { name: 'Ours too', client: made.body.id, scope: 'client', conditions: [condition()] };
    const own = await server.admin.api.post('/supervisors/', rule);
    expect([own.status, await gone(made.body.id)]).toEqual([201, 409]);
    await server.admin.api.delete(`/supervisors/${own.body.id}/`);
    expect(await gone(made.body.id)).toBe(204);
    const other = await server.admin.api.post('/clients/', { name: 'Another new railway' });
    const [ready] = (await server.admin.api.get(`/supervisors/?client=${other.body.id}`)).body.results;
    await server.admin.api.patch(`/supervisors/${ready.id}/`, { enabled: false });
    expect(await gone(other.body.id)).toBe(204);
  });
});
