import { fileURLToPath } from 'node:url';
import { readyMadeName } from '@aerowatch/i18n/ready-made';
import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import { releaseIn } from '../../platform/release.ts';
import { metaModule } from '../meta/index.ts';
import { searchModule } from './index.ts';

let boxId: number;
const find = async (user: TestUser, q: string) =>
  (await user.api.get(`/search/?q=${encodeURIComponent(q)}`)).body.results;

const server = await testServer({ modules: [searchModule, metaModule] });
const [north, south] = [await server.createClient('North'), await server.createClient('South')];
const member = await server.createUser({ client: north.id, first_name: 'Nora', last_name: 'Polak' });
for (const [client, tail] of [
  [north.id, 'N'],
  [south.id, 'S'],
] as const) {
  const box = await server.createBox({
    client,
    serial_number: `GB-100${tail}`,
    name: 'Tunnel',
    line: 'Paris–Lyon',
    kilometer_point: 64.536,
    pole: '12/34',
    aeros: [{ serial_number: `AE-7${tail}` }],
  });
  if (client === north.id) boxId = box.id;
  await server.db
    .insertInto('supervisors')
    .values({ name: `Heat ${tail}`, client_id: client })
    .execute();
  await server.db
    .insertInto('tags')
    .values({ name: `Bridge ${tail}`, color: '#000000', client_id: client })
    .execute();
  await server.createUser({ client, first_name: 'Sam', last_name: tail });
}

describe('search', () => {
  it.each([
    ['gb-100', 'box', 'GB-100N'],
    ['12/34', 'pole', '12/34'],
    ['ae-7', 'aero', 'AE-7N'],
    ['sam', 'user', 'Sam N'],
    ['heat', 'supervisor', 'Heat N'],
    ['bridge', 'tag', 'Bridge N'],
    ['nort', 'client', 'North'],
  ])('finds %s as %s, of one’s own client only', async (q, type, label) => {
    const results = await find(member, q);
    expect(results).toContainEqual(expect.objectContaining({ type, label }));
    expect(JSON.stringify(results)).not.toMatch(/100S|AE-7S|Sam S|Heat S|Bridge S|South/);
    expect(await find(server.admin, q)).toContainEqual(expect.objectContaining({ type, label }));
  });
  it.each(['PK 64', 'pk64', 'km 64', '64+536', 'KP 64+500'])(
    'finds what stands at %s, of one’s own client only',
    async (q) => {
      const results = await find(member, q);
      expect(results).toContainEqual(
        expect.objectContaining({ type: 'box', label: 'GB-100N', detail: 'Paris–Lyon · PK 64+536 · 12/34' }),
      );
      expect(JSON.stringify(results)).not.toContain('100S');
    },
  );
  it('takes no other number for a kilometre point', async () => {
    for (const q of ['PK 63', 'PK 65', '64+800', '64']) expect(await find(member, q)).toEqual([]);
  });
  it('finds the ready-made supervisor by the name its reader is told, and names it so', async () => {
    const client = await server.createClient();
    const reader = await server.createUser({ client: client.id, language: 'fr' });
    await server.db
      .insertInto('supervisors')
      .values({ name: readyMadeName('en'), client_id: client.id })
      .execute();
    const french = readyMadeName('fr');
    const find = async (_: TestUser, q: string) =>
      (await reader.api.get(`/search/?q=${encodeURIComponent(q)}`, { 'Accept-Language': 'fr' })).body.results;
    expect(await find(reader, french)).toMatchObject([{ type: 'supervisor', label: french }]);
    expect(await find(reader, readyMadeName('en'))).toEqual([]);
  });
  it('puts what is called so first, takes every word, and text as it is typed', async () => {
    expect((await find(member, 'GB-100N'))[0]).toEqual({
      type: 'box',
      id: boxId,
      label: 'GB-100N',
      detail: 'Tunnel · Paris–Lyon · 12/34',
      box: boxId,
    });
    expect((await find(member, 'tunnel paris 12')).map((one: { type: string }) => one.type)).toEqual(['box']);
    for (const q of ['%', '_', '\\', "'; drop table users; --"]) expect(await find(member, q)).toEqual([]);
    expect(await find(member, '  ')).toEqual([]);
    expect((await server.admin.api.get('/search/?q=a&limit=2')).body.results).toHaveLength(2);
    expect((await member.api.get('/search/?q=a&limit=51')).status).toBe(400);
    expect((await (await server.createUser()).api.get('/search/?q=a')).body.results).toEqual([]);
  });
});

describe('meta and release notes', () => {
  it('tells a visitor title, version and map sources', async () => {
    const { status, body } = await server.api().get('/meta/');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'AeroWatch',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: releaseIn(fileURLToPath(new URL('../../..', import.meta.url))).commit,
      map_style_url: null,
      email_enabled: false,
      sms_enabled: false,
    });
  });
  it('gives the release note in both languages', async () => {
    expect((await member.api.get('/release-notes/')).body).toMatchObject({
      language: 'en',
      markdown: expect.stringContaining('# Release note'),
    });
    expect((await member.api.get('/release-notes/?language=fr')).body.markdown).toContain(
      '# Notes de version',
    );
    expect((await member.api.get('/release-notes/', { 'Accept-Language': 'fr' })).body.language).toBe('fr');
    expect((await server.api().get('/release-notes/')).status).toBe(401);
    // Only administrators see the parts for operators.
    const manager = await server.createUser({ level: 'privileged', client: north.id });
    expect((await manager.api.get('/release-notes/')).body.markdown).not.toContain('### Before you upgrade');
    expect((await server.admin.api.get('/release-notes/')).body.markdown).toContain('### Before you upgrade');
  });
});
