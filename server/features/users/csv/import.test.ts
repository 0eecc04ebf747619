import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_IMPORTED_USERS } from '../../../../contracts/api/users-import.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { sessionModule } from '../../session/index.ts';
import { usersModule } from '../index.ts';
import { columnOf, rightsOf } from './columns.ts';

const server = await testServer({ modules: [usersModule, sessionModule] });
const north = await server.createClient('Réseau Nord');
const south = await server.createClient('Réseau Sud');
const manager = await server.createUser({ level: 'privileged', client: north.id });

const form = (text: string | Buffer) => {
  const data = new FormData();
  data.append('file', new Blob([typeof text === 'string' ? text : new Uint8Array(text)]), 'people.csv');
  return data;
};
const send = (text: string | Buffer, query = '', user: Pick<typeof manager, 'api'> = manager) =>
  user.api.post(`/users/import/${query}`, form(text));
const people = async () => (await server.admin.api.get('/users/?page_size=200')).body.results;
const one = async (email: string) =>
  (await people()).find((person: { email: string }) => person.email === email);
let at = 0;
let email = '';
beforeEach(() => {
  email = `person-${at++}@rail.example`;
});

describe('importing users', () => {
  it('writes nothing until it is confirmed, then creates and invites each', async () => {
    const file = `email,first_name,last_name,role,language,phone\n${email},Ada,Byron,Manager,French,+33612345678\nx${email},Bo,Li,,,\n`;
    const before = (await people()).length;
    const dry = await send(file, '?dry_run=true');
    expect(dry.body).toMatchObject({ dry_run: true, rows: 2, valid: 2, created: 0, errors: [], links: [] });
    expect(dry.body.preview).toEqual([
      expect.objectContaining({ row: 2, email, level: 'privileged', client: north.id, language: 'fr' }),
      expect.objectContaining({ row: 3, level: 'member', client: north.id, language: 'en' }),
    ]);
    expect((await people()).length).toBe(before);
    const { body } = await send(file);
    expect(body).toMatchObject({ created: 2, errors: [] });
    expect(await one(email)).toMatchObject({
      first_name: 'Ada',
      groups: [1],
      client: north.id,
      language: 'fr',
      phone: '+33612345678',
      last_login: null,
    });
    expect(await one(`x${email}`)).toMatchObject({ groups: [2], is_staff: false });
    // Nobody could sign in before; by the link each chooses a password.
    const [uid, token] = body.links[0].link.split('/').slice(-2);
    const password = 'a wheel of cast iron';
    const signIn = () => server.api().post('/api-token-auth/', { username: email, password });
    expect((await signIn()).status).toBe(400);
    const chosen = await server.api().post('/reset-password/', { uid, token, new_password: password });
    expect(chosen.status).toBe(200);
    expect((await signIn()).status).toBe(200);
    const audit = await server.db
      .selectFrom('audit')
      .select(['action', 'entity_id', 'user_id'])
      .where('entity', '=', 'users')
      .where('action', '=', 'create')
      .execute();
    const { id } = await one(email);
    expect(audit).toContainEqual({ action: 'create', entity_id: id, user_id: manager.id });
  });

  it('says each bad row with its reason, and writes the good ones only when asked', async () => {
    const taken = manager.email.toUpperCase();
    const file = [
      'E-mail;Prénom;Nom;Rôle;Client;Langue',
      `${email};Ada;Byron;Observateur;;Français`,
      `${taken};Bo;Li;;;`,
      `${email.toUpperCase()};Cy;Poe;;;`,
      `nobody;Di;Ray;;;`,
      `a${email};;Ray;;;`,
      `b${email};Ed;Fox;King;;`,
      `c${email};Flo;Gray;Administrateur;;`,
      `d${email};Gil;Hay;;Réseau Sud;`,
      `e${email};Hal;Ivy;;;Klingon`,
      `f${email};Ida`,
    ].join('\n');
    const before = (await people()).length;
    const { body } = await send(Buffer.from(file, 'latin1'));
    expect(body).toMatchObject({ rows: 10, valid: 1, created: 0 });
    const said = body.errors.map((error: { row: number; errors: Record<string, string[]> }) => [
      error.row,
      Object.entries(error.errors)
        .map(([field, texts]) => `${field}: ${texts}`)
        .join('; '),
    ]);
    expect(said).toEqual([
      [3, 'email: A user with this e-mail already exists'],
      [4, 'email: Appears twice'],
      [5, 'email: Is not an e-mail address'],
      [6, 'first_name: Required'],
      [7, 'level: Must be one of: observer, member, privileged, admin'],
      [8, 'level: Is beyond your own rights'],
      [9, 'client: Does not exist'],
      [10, 'language: Must be one of: en, fr'],
      [11, 'non_field_errors: Has more or fewer cells than the header; last_name: Required'],
    ]);
    expect((await people()).length).toBe(before);
    expect((await send(file, '?partial=true')).body).toMatchObject({ valid: 1, created: 1 });
    expect(await one(email)).toMatchObject({ groups: [3], language: 'fr' });
    expect((await people()).length).toBe(before + 1);
  });

  it('lets administrators choose clients and make administrators', async () => {
    const file = `email,first_name,last_name,level,client\n${email},Ada,Byron,Administrator,\na${email},Bo,Li,,réseau sud\nb${email},Cy,Poe,,${north.id}\nc${email},Di,Ray,,\n`;
    const { body } = await send(file, '', server.admin);
    expect(body).toMatchObject({ created: 4, without_client: 1 });
    expect(await one(email)).toMatchObject({ is_staff: true, client: null });
    expect(await one(`a${email}`)).toMatchObject({ client: south.id });
    expect(await one(`b${email}`)).toMatchObject({ client: north.id });
    const rest = await send(
      `email,first_name,last_name\nd${email},E,F\n`,
      `?client=${south.id}`,
      server.admin,
    );
    expect(rest.body).toMatchObject({ created: 1, without_client: 0 });
    expect(await one(`d${email}`)).toMatchObject({ client: south.id });
    expect((await send(`email\n${email}\n`, `?client=${south.id}`)).status).toBe(400);
  });

  it('asks to confirm again, also to check a file', async () => {
    await server.db
      .updateTable('tokens')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', manager.id)
      .execute();
    const refused = await send(`email\n${email}\n`, '?dry_run=true');
    expect([refused.status, refused.body.code]).toEqual([401, 'confirm_again']);
    await server.db
      .updateTable('tokens')
      .set({ confirmed_at: new Date() })
      .where('user_id', '=', manager.id)
      .execute();
    const member = await server.createUser({ level: 'member', client: north.id });
    expect((await send(`email\n${email}\n`, '', member)).status).toBe(403);
  });

  it('refuses what is no list of people, and too many', async () => {
    expect((await send('name,city\na,b\n')).body).toMatchObject({
      rows: 0,
      unknown_columns: ['name', 'city'],
    });
    const odd = await send(`email,first_name,last_name,Shoe size\n${email},A,B,43\n`, '?dry_run=true');
    expect(odd.body).toMatchObject({ valid: 1, unknown_columns: ['Shoe size'] });
    expect((await send('')).status).toBe(400);
    const rows = Array.from(
      { length: MOST_IMPORTED_USERS + 1 },
      (_, index) => `many-${index}@rail.example,A,B`,
    );
    const many = await send(`email,first_name,last_name\n${rows.join('\n')}\n`, '?dry_run=true');
    expect(many.status).toBe(400);
    expect(many.body.file[0]).toContain(String(MOST_IMPORTED_USERS));
  });

  it('knows headers and levels in either language', () => {
    const keys = (headers: string) => headers.split(';').map((header) => columnOf(header)?.key);
    expect(keys('Courriel;Prénom;Nom de famille;Niveau;Fuseau horaire;Portable;Ville')).toEqual([
      'email',
      'first_name',
      'last_name',
      'level',
      'time_zone',
      'phone',
      undefined,
    ]);
    expect(rightsOf('Gestionnaire')).toEqual(rightsOf('privileged'));
    expect(rightsOf('operator')).toEqual(rightsOf(undefined));
    expect(rightsOf('visitor')).toBeUndefined();
  });
});
