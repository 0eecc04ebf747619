import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { receive } from '../alerting/testing.ts';
import { boxLinksModule } from './index.ts';

const server = await testServer({ modules: [boxLinksModule] });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({ client: client.id });
const box = await server.createBox({ client: client.id, pole: '12/7' });
const now = Date.now();
await receive(server.db, box.aeroIds[0]!, [
  { time: now - 3_600_000, stroke: 400, temperature: 12 },
  { time: now - 9 * 86_400_000, stroke: 900, temperature: 12 },
]);

const make = async (body: object = { name: 'Dijon depot' }) => {
  const answer = await manager.api.post(`/boxes/${box.id}/links/`, body);
  expect(answer.status, answer.text).toBe(201);
  return { ...answer.body, token: String(answer.body.url).split('#')[1] ?? '' };
};
const open = (token: string, language = 'en') =>
  server.api().post('/shared-box/', { token }, { 'Accept-Language': language });

describe('a link to a box', () => {
  it('shows place, state, values and seven days, to anybody; no id, no secret, no other box', async () => {
    const link = await make();
    expect(new URL(link.url).pathname).toBe('/shared');
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(7 * 86_400_000);
    const answer = await open(link.token);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.box).toMatchObject({ serial_number: box.serial, pole: '12/7' });
    expect(answer.body.aeros.map((aero: { position: number }) => aero.position)).toEqual(
      box.aeroIds.map((_, i) => i + 1),
    );
    const hour = { at: expect.any(String), stroke: 400, temperature: 12 };
    expect(answer.body.aeros[0]).toMatchObject({
      travel: 480,
      verdict: null,
      hours: [{ ...hour, expected: null }],
    });
    // Once its line is known, the curve has the expectation, and the verdict is shown beside it.
    const [aero = 0] = box.aeroIds;
    await sql`insert into aero_standings (aero_id, computed_at, newest, standing, first_day, extremes, log_hours)
      values (${aero}, now(), now(), ${JSON.stringify({ level: 410, at: 10, slope: 5 })}::jsonb, current_date, ''::bytea, 0)`.execute(
      server.db,
    );
    await sql`insert into diagnostics (aero_id, day, verdict, findings, fault) values (${aero}, current_date, 'bad', '[]', 'seized')`.execute(
      server.db,
    );
    expect((await open(link.token)).body.aeros[0]).toMatchObject({
      verdict: 'bad',
      fault: 'seized',
      hours: [{ ...hour, expected: 420 }],
    });
    expect(Object.keys(answer.body).sort()).toEqual(['aeros', 'alerts', 'box', 'expires_at']);
    expect(answer.text).not.toMatch(/"id"|password|cellular|pin|iccid|latitude|client/i);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const [listed] = (await manager.api.get(`/boxes/${box.id}/links/`)).body.slice(-1);
    expect(listed).toMatchObject({ name: 'Dijon depot', uses: 2, user: manager.id });
    expect(JSON.stringify(listed)).not.toContain(link.token);
    const { rows } = await sql<{
      text: string;
    }>`select row_to_json(l)::text as text from box_links l`.execute(server.db);
    expect(rows.map(({ text }) => text).join()).not.toContain(link.token);
  });

  it('ends when it is taken back, by itself, and with the client of the box; said in both languages', async () => {
    const revoked = await make();
    expect((await manager.api.delete(`/box-links/${revoked.id}/`)).status).toBe(204);
    const refused = await open(revoked.token);
    expect(refused.status).toBe(404);
    expect(refused.body.detail).toBe('This link is unknown, has expired or was revoked.');
    expect((await open(revoked.token, 'fr')).body.detail).toBe(
      'Ce lien est inconnu, a expiré ou a été retiré.',
    );
    expect((await manager.api.delete(`/box-links/${revoked.id}/`)).status).toBe(404);
    const over = await make({ name: 'x', days: 1 });
    await sql`update box_links set expires_at = now() - interval '1 second' where id = ${over.id}`.execute(
      server.db,
    );
    expect((await open(over.token)).status).toBe(404);
    const moved = await make();
    const other = await server.createClient();
    await sql`update boxes set client_id = ${other.id} where id = ${box.id}`.execute(server.db);
    expect((await open(moved.token)).status).toBe(404);
    await sql`update boxes set client_id = ${client.id} where id = ${box.id}`.execute(server.db);
  });

  it('ends with the account, the level and the client of who made it', async () => {
    const maker = await server.createUser({ level: 'privileged', client: client.id });
    const made = await maker.api.post(`/boxes/${box.id}/links/`, { name: 'Works' });
    const token = String(made.body.url).split('#')[1] ?? '';
    const other = await server.createClient();
    const listed = async () =>
      (await manager.api.get(`/boxes/${box.id}/links/`)).body.some(
        (one: { id: number }) => one.id === made.body.id,
      );
    expect([(await open(token)).status, await listed()]).toEqual([200, true]);
    const { db } = server;
    const ends = async (what: string, take: () => Promise<unknown>, give: () => Promise<unknown>) => {
      await take();
      expect([(await open(token)).status, await listed()], what).toEqual([404, false]);
      await give();
      expect((await open(token)).status, what).toBe(200);
    };
    const set = (values: object) => () =>
      db.updateTable('users').set(values).where('id', '=', maker.id).execute();
    await ends('account', set({ is_active: false }), set({ is_active: true }));
    await ends('client', set({ client_id: other.id }), set({ client_id: client.id }));
    await ends(
      'level',
      () => db.deleteFrom('user_groups').where('user_id', '=', maker.id).execute(),
      () => db.insertInto('user_groups').values({ user_id: maker.id, group_id: 1 }).execute(),
    );
    await db.deleteFrom('users').where('id', '=', maker.id).execute();
    expect((await open(token)).status).toBe(404);
  });

  it('lives 30 days at most, has a name, and is made by privileged people of the client alone', async () => {
    const refused = await manager.api.post(
      `/boxes/${box.id}/links/`,
      { name: '', days: 31 },
      { 'Accept-Language': 'fr' },
    );
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      name: ['Obligatoire'],
      days: ['La valeur doit être comprise entre 1 et 30'],
    });
    expect((await member.api.post(`/boxes/${box.id}/links/`, { name: 'x' })).status).toBe(403);
    const foreigner = await server.createUser({
      level: 'privileged',
      client: (await server.createClient()).id,
    });
    const link = await make();
    for (const path of [`/boxes/${box.id}/links/`, '/boxes/2000000000/links/'])
      expect((await foreigner.api.post(path, { name: 'x' })).status).toBe(404);
    expect((await foreigner.api.get(`/boxes/${box.id}/links/`)).status).toBe(404);
    expect((await foreigner.api.delete(`/box-links/${link.id}/`)).status).toBe(404);
    expect((await open(link.token)).status).toBe(200);
  });

  it('is audited, and guessing is slowed down', async () => {
    const { rows } = await sql<{ action: string; changes: string }>`
      select action, changes::text from audit where entity = 'box_links' order by id`.execute(server.db);
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['create', 'delete']));
    expect(rows.map(({ changes }) => changes).join()).not.toMatch(/#|token|hash/);
    const statuses: number[] = [];
    for (let i = 0; i < 52; i++) statuses.push((await open(`guess-${i}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses[0]).toBe(404);
  });
});
