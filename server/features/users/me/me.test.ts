import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { hashPassword } from '../../credentials/passwords.ts';
import { sessionModule } from '../../session/index.ts';
import { usersModule } from '../index.ts';
import { PERSONAL_DATA } from './store-data.ts';

const PASSWORD = 'tension of the wire 7';
/** Columns that identify people and are not disclosed, with the reason. */
const NOT_TOLD: Readonly<Record<string, string>> = {
  'user_groups.user_id': 'the profile has the groups',
  'notifications.user_id': 'each is one of the messages',
  'challenges.user_id': 'a secret of five minutes',
  'password_resets.user_id': 'the hash of a link',
  'recovery_codes.user_id': 'hashes',
  'taken_ids.user_id': 'ids of comments, photos and notes, which are told themselves',
};
const form = (content: Buffer | string, name = 'me.png') => {
  const body = new FormData();
  body.append('file', new Blob([content as BlobPart]), name);
  return body;
};
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

const server = await testServer({ modules: [usersModule, sessionModule] });
const client = await server.createClient();

describe('profile and preferences', () => {
  it('changes each own field and refuses any other', async () => {
    const user = await server.createUser({ client: client.id });
    const change = {
      first_name: 'Mo',
      last_name: 'Li',
      phone: '+33612345678',
      language: 'fr',
      unit_system: 'imperial',
      theme: 'dark',
      time_zone: 'America/New_York',
      notify_email: true,
      notify_sms: true,
    };
    expect((await user.api.patch('/me/', change)).body).toMatchObject(change);
    expect((await user.api.patch('/me/', { phone: '' })).body.phone).toBeNull();
    for (const field of ['is_staff', 'groups', 'client', 'is_active']) {
      const answer = await user.api.patch('/me/', { [field]: true }, { 'Accept-Language': 'en' });
      expect([answer.status, answer.body]).toEqual([400, { [field]: ['Unknown field'] }]);
    }
    expect((await user.api.patch('/me/', { theme: 'pink' })).body).toEqual({
      theme: ['Doit être l’une des valeurs suivantes\u202f: light, dark'],
    });
  });
  it('honours If-Match', async () => {
    const user = await server.createUser();
    const etag = (await user.api.get('/me/')).headers.get('etag') ?? '';
    await new Promise((done) => setTimeout(done, 5));
    expect((await user.api.patch('/me/', { theme: 'dark' }, { 'If-Match': etag })).status).toBe(200);
    expect((await user.api.patch('/me/', { theme: 'light' }, { 'If-Match': etag })).status).toBe(412);
  });
});

describe('another e-mail', () => {
  const person = async (overrides = {}) => {
    const user = await server.createUser({ password_hash: await hashPassword(PASSWORD), ...overrides });
    return { ...user, wanted: `new-${user.id}@example.com` };
  };
  const mails = (userId: number) =>
    server.db
      .selectFrom('messages')
      .select(['kind', 'recipient', 'payload'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
  const linkOf = async (userId: number) => {
    const links = (await mails(userId)).filter((one) => one.kind === 'email_link');
    const { sealed } = links.at(-1)!.payload as { sealed: string };
    const [, , uid = '', token = ''] = server.parts.vault.open(sealed, 'messages.payload.path').split('/');
    return { uid, token };
  };
  const follow = (link: object) => server.api().post('/confirm-email/', link);

  it('takes the password, holds once its link was followed, and tells the old address', async () => {
    const user = await person();
    const ask = (body: object) => user.api.patch('/me/', { email: user.wanted, ...body });
    expect((await ask({ password: 'wrong password 12' })).body).toEqual({
      password: ['This is not your current password'],
    });
    expect(await mails(user.id)).toEqual([]);
    const asked = await ask({ password: PASSWORD, first_name: 'Mo' });
    expect([asked.status, asked.body.email, asked.body.email_pending, asked.body.first_name]).toEqual([
      200,
      user.email,
      user.wanted,
      'Mo',
    ]);
    const [link, notice] = await mails(user.id);
    expect(link).toMatchObject({ kind: 'email_link', recipient: user.wanted });
    expect(notice).toMatchObject({
      kind: 'email_asked',
      recipient: user.email,
      payload: { email: user.wanted },
    });
    const words = await linkOf(user.id);
    expect(JSON.stringify(await mails(user.id))).not.toContain(words.token);
    expect((await follow({ ...words, token: 'x' })).status).toBe(400);
    expect((await follow({ ...words, uid: '1' })).status).toBe(400);
    const done = await follow(words);
    expect(done.body).toEqual({ email: user.wanted, detail: 'Your e-mail was changed.' });
    expect((await user.api.get('/me/')).body).toMatchObject({ email: user.wanted, email_pending: null });
    expect((await mails(user.id)).at(-1)).toMatchObject({ kind: 'email_changed', recipient: user.email });
    const again = await follow(words);
    expect([again.status, again.body.non_field_errors[0]]).toEqual([
      400,
      expect.stringMatching(/^This link was already used/),
    ]);
  });
  it('is not got around by the whole profile, nor by one’s own record', async () => {
    const admin = await person({ level: 'admin' });
    for (const user of [await person(), admin]) {
      const whole = (await user.api.get('/me/')).body;
      expect((await user.api.put(`/users/${user.id}/`, { ...whole, language: 'en' })).status).toBe(200);
      for (const refused of [
        await user.api.put(`/users/${user.id}/`, { ...whole, email: user.wanted }),
        await user.api.patch(`/users/${user.id}/`, { email: user.wanted }),
      ])
        expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['email']]);
    }
  });
  it('ends with a new password, with the word to keep the present one, and after a day', async () => {
    const user = await person();
    const ask = () => user.api.patch('/me/', { email: user.wanted, password: PASSWORD });
    await ask();
    const first = await linkOf(user.id);
    await user.api.patch('/me/', { email: user.email });
    expect((await follow(first)).status).toBe(400);
    await ask();
    const second = await linkOf(user.id);
    await user.api.post('/me/password/', { old_password: PASSWORD, new_password: 'another long password 7' });
    expect((await follow(second)).status).toBe(400);
    const late = await person();
    await late.api.patch('/me/', { email: late.wanted, password: PASSWORD });
    await server.db
      .updateTable('email_changes')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', late.id)
      .execute();
    expect((await late.api.get('/me/')).body.email_pending).toBeNull();
    expect((await follow(await linkOf(late.id))).status).toBe(400);
  });
  it('is refused when somebody has it, at the asking and at the link', async () => {
    const [user, other] = [await person(), await person()];
    const taken = await user.api.patch('/me/', { email: other.email.toUpperCase(), password: PASSWORD });
    expect(taken.body).toEqual({ email: ['A user with this e-mail already exists'] });
    await user.api.patch('/me/', { email: user.wanted, password: PASSWORD });
    await server.db.updateTable('users').set({ email: user.wanted }).where('id', '=', other.id).execute();
    expect((await follow(await linkOf(user.id))).body).toEqual({
      email: ['A user with this e-mail already exists'],
    });
  });
  it('of somebody else holds at once by who manages them, and both addresses are told', async () => {
    const user = await person();
    const changed = await server.admin.api.patch(`/users/${user.id}/`, { email: user.wanted });
    expect(changed.body.email).toBe(user.wanted);
    expect((await mails(user.id)).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['email_changed', user.email],
      ['email_changed', user.wanted],
    ]);
  });
});

describe('password', () => {
  it('is changed with the old one and ends every other session', async () => {
    const user = await server.createUser({ password_hash: await hashPassword(PASSWORD) });
    const other = server.api(
      (await server.api().post('/api-token-auth/', { username: user.email, password: PASSWORD })).body.token,
    );
    const change = (old_password: string, new_password: string) =>
      user.api.post('/me/password/', { old_password, new_password });
    expect((await change('wrong one here', 'another long password')).body).toEqual({
      old_password: ['This is not your current password'],
    });
    expect((await change(PASSWORD, PASSWORD)).body).toEqual({
      new_password: ['Choose a password that differs from the current one'],
    });
    expect((await change(PASSWORD, '1qaz2wsx3edc')).body).toEqual({
      new_password: ['This password is too easy to guess: use several unrelated words'],
    });
    expect((await change(PASSWORD, 'another long password')).status).toBe(204);
    expect((await user.api.get('/me/')).status).toBe(200);
    expect((await other.get('/me/')).status).toBe(401);
    for (let i = 0; i < 10; i += 1) await change('guess', 'another long password');
    expect((await change('another long password', 'yet another password')).status).toBe(429);
  });
});

describe('avatar', () => {
  it('of somebody else is set and removed by who manages them, and by nobody else', async () => {
    const client = await server.createClient();
    const [manager, colleague] = [
      await server.createUser({ client: client.id, level: 'privileged' }),
      await server.createUser({ client: client.id }),
    ];
    const staff = await server.createUser({ client: client.id, level: 'admin' });
    const sent = await picture(40, 40).png().toBuffer();
    const set = (by: TestUser, id: number) => by.api.post(`/users/${id}/avatar/`, form(sent));
    const answer = await set(manager, colleague.id);
    expect(answer.status).toBe(200);
    expect(answer.body.avatar).toMatch(new RegExp(`^/api/users/${colleague.id}/avatar/`));
    expect((await set(colleague, manager.id)).status).toBe(403);
    expect((await set(manager, staff.id)).status).toBe(403);
    const stranger = await server.createUser({
      client: (await server.createClient()).id,
      level: 'privileged',
    });
    expect((await set(stranger, colleague.id)).status).toBe(404);
    expect((await manager.api.delete(`/users/${colleague.id}/avatar/`)).status).toBe(204);
    expect((await colleague.api.get('/me/')).body.avatar).toBeNull();
  });

  it.each(['png', 'jpeg', 'webp'] as const)(
    'takes %s and gives 256 px WebP without what came along',
    async (format) => {
      const user = await server.createUser({ client: client.id });
      const sent = await picture(400, 300)
        .withExif({ IFD0: { Copyright: 'canary' } })
        [format]()
        .toBuffer();
      const answer = await user.api.post('/me/avatar/', form(sent));
      expect(answer.status).toBe(200);
      expect(answer.body.avatar).toMatch(new RegExp(`^/api/users/${user.id}/avatar/\\?v=\\w+$`));
      const got = await fetch(`${server.url}${answer.body.avatar}`, {
        headers: { Authorization: `Token ${user.token}` },
      });
      expect(got.headers.get('content-type')).toBe('image/webp');
      const bytes = Buffer.from(await got.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
      expect(bytes.includes('canary')).toBe(false);
      expect((await user.api.delete('/me/avatar/')).status).toBe(204);
      expect((await user.api.get('/me/')).body.avatar).toBeNull();
      expect((await user.api.get(`/users/${user.id}/avatar/`)).status).toBe(404);
    },
  );
  it('one’s own leaves a form about oneself that was opened before it to be saved', async () => {
    const user = await server.createUser();
    const etag = (await user.api.get(`/users/${user.id}/`)).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const sent = await picture(40, 40).png().toBuffer();
    expect((await user.api.post('/me/avatar/', form(sent))).status).toBe(200);
    const seen = await user.api.get(`/users/${user.id}/`, { 'If-None-Match': etag });
    expect(seen.body.avatar).toContain(`/api/users/${user.id}/avatar/`);
    expect((await user.api.delete('/me/avatar/')).status).toBe(204);
    const saved = await user.api.patch(`/users/${user.id}/`, { first_name: 'Mo' }, { 'If-Match': etag });
    expect([saved.status, saved.body.first_name]).toEqual([200, 'Mo']);
  });
  it('refuses what is no picture, at its field', async () => {
    const user = await server.createUser();
    const png = await picture(50, 50).png().toBuffer();
    const wrong = [
      'plain text, not a picture',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
      png.subarray(0, 40),
      Buffer.concat([png.subarray(0, 8), Buffer.alloc(200, 1)]),
    ];
    for (const content of wrong) {
      const answer = await user.api.post('/me/avatar/', form(content));
      expect([answer.status, answer.body]).toEqual([
        400,
        { file: ['This is not a PNG, JPEG or WebP picture'] },
      ]);
    }
    expect((await user.api.post('/me/avatar/', form(''))).body).toEqual({ file: ['The file is empty'] });
    expect((await user.api.post('/me/avatar/', new FormData())).status).toBe(400);
    expect((await user.api.post('/me/avatar/', { file: 'x' })).status).toBe(415);
  });
  it('refuses too many bytes (413) and too many pixels (400)', async () => {
    const user = await server.createUser();
    expect((await user.api.post('/me/avatar/', form(Buffer.alloc(2 * 1024 * 1024 + 1)))).status).toBe(413);
    const flood = await picture(5000, 5000).png({ compressionLevel: 9 }).toBuffer();
    expect((await user.api.post('/me/avatar/', form(flood))).body).toEqual({
      file: ['The picture has too many pixels: at most 4096 × 4096'],
    });
  });
  it('refuses a body that did not arrive whole', async () => {
    const user = await server.createUser();
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc';
    const answer = await user.api.post('/me/avatar/', body, {
      'Content-Type': 'multipart/form-data; boundary=b',
    });
    expect(answer.status).toBe(400);
  });
});

describe('test message and my data', () => {
  it('puts a test into the outbox; an SMS needs a phone number', async () => {
    const user = await server.createUser({ client: client.id });
    const sent = await user.api.post('/me/test-notification/', { channel: 'email' });
    expect(sent.status).toBe(202);
    const row = await server.db
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', sent.body.notification)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ kind: 'test', channel: 'email', recipient: user.email, user_id: user.id });
    const refused = await user.api.post('/me/test-notification/', { channel: 'sms' });
    expect([refused.status, refused.body.code]).toEqual([409, 'test_no_phone']);
    expect((await user.api.post('/me/test-notification/', { channel: 'pigeon' })).status).toBe(400);
    await user.api.patch('/me/', { phone: '+33612345678' });
    expect((await user.api.post('/me/test-notification/', { channel: 'sms' })).status).toBe(202);
    for (let i = 0; i < 10; i += 1) await user.api.post('/me/test-notification/', { channel: 'email' });
    expect((await user.api.post('/me/test-notification/', { channel: 'email' })).status).toBe(429);
  });
  it('keeps a webhook as a secret: masked when read, sealed in the database, sent back it changes nothing', async () => {
    const user = await server.createUser({ client: client.id });
    const address = 'https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnopqrstx7Qd';
    const told = {
      notify_chat: true,
      chat_address: 'https://hooks.slack.com/••••x7Qd',
      chat_format: 'slack',
    };
    const set = await user.api.patch('/me/', { chat_address: address, notify_chat: true });
    expect(set.body).toMatchObject(told);
    const { body: whole } = await user.api.get(`/users/${user.id}/`);
    expect((await user.api.put(`/users/${user.id}/`, whole)).body).toMatchObject(told);
    const stored = await server.db
      .selectFrom('user_channels')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('channel', '=', 'chat')
      .executeTakeFirstOrThrow();
    expect(stored.address).toMatch(/^v1\./);
    const audit = await server.db
      .selectFrom('audit')
      .select('changes')
      .where('user_id', '=', user.id)
      .execute();
    expect(JSON.stringify([audit, stored, whole])).not.toContain('abcdefghij');
    expect(JSON.stringify(audit)).toContain('••••x7Qd');
    expect((await user.api.post('/me/test-notification/', { channel: 'chat' })).status).toBe(202);
    const gone = await user.api.patch('/me/', { chat_address: '' });
    expect(gone.body).toMatchObject({ notify_chat: false, chat_address: null, chat_format: null });
    const refused = await user.api.post('/me/test-notification/', { channel: 'chat' });
    expect([refused.status, refused.body.code]).toEqual([409, 'test_no_webhook']);
  });
  it('refuses webhooks that are none, lie inside, or whose format nobody knows', async () => {
    const user = await server.createUser({ client: client.id });
    const refusal = async (change: object) =>
      (await user.api.patch('/me/', change, { 'Accept-Language': 'en' })).body;
    const address = { chat_address: ['Must be the https address of a webhook'] };
    for (const wrong of ['hooks', 'http://hooks.example/x', 'ftp://a/b', 'https://me:pw@hooks.example/'])
      expect(await refusal({ chat_address: wrong })).toEqual(address);
    const inside = { chat_address: ['This address lies inside the server’s own network'] };
    for (const host of ['127.0.0.1', '10.0.0.8', '[::1]', 'localhost', '0x7f000001', '169.254.169.254'])
      expect(await refusal({ chat_address: `https://${host}/hooks/x` })).toEqual(inside);
    expect(await refusal({ chat_address: 'https://chat.example/x' })).toEqual({
      chat_format: ['This address does not reveal its format: choose it'],
    });
    expect(await refusal({ chat_address: 'https://hooks.slack.com/••••' })).toEqual({
      chat_address: ['Type the whole address: the stored one is not shown'],
    });
    const chosen = { chat_address: 'https://chat.example/x', chat_format: 'mattermost' };
    expect(await refusal(chosen)).toMatchObject({ ...chosen, chat_address: 'https://chat.example/••••' });
    expect((await refusal({ chat_format: 'teams' })).chat_format).toBe('teams');
    expect(await refusal({ chat_address: 'https://other.example/x' })).toEqual({
      chat_format: [expect.stringContaining('choose it')],
    });
  });
  it('gives everything kept about a user, and no secret', async () => {
    const user = await server.createUser({ client: client.id });
    await user.api.patch('/me/', { first_name: 'Told' });
    const { body, text } = await user.api.get('/me/data/');
    expect(body.profile.first_name).toBe('Told');
    expect(body.acts).toHaveLength(1);
    expect(body.sessions).toHaveLength(1);
    expect(body.sessions[0]).toMatchObject({ method: expect.any(String) });
    expect(Object.keys(body).toSorted()).toEqual([...Object.keys(PERSONAL_DATA), 'profile'].toSorted());
    expect(text).not.toMatch(/argon2|password_hash|"hash"/);
  });
  it('tells of each table that names people, or says why not', async () => {
    const { rows } = await sql<{ column: string }>`
      select c.conrelid::regclass || '.' || a.attname as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(server.db);
    const told = Object.values(PERSONAL_DATA).map(({ table, by }) => `${table}.${by}`);
    // The audit log names people without a reference, so that its entries outlive them.
    expect([...told, ...Object.keys(NOT_TOLD)].toSorted()).toEqual(
      [...rows.map(({ column }) => column), 'audit_told.user_id'].toSorted(),
    );
  });
});
