import { afterAll, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/database/db.ts';
import { condition } from '../alerting/testing.ts';
import { queueMail } from '../outbox/queue.ts';
import { smsCount } from './messages/sms-text.ts';

import { startChat } from './sending/testing-chat.ts';

import { startStage, until } from './testing-stage.ts';

const stage = await startStage();
const { smtp, gateway, server, scene, mailTo, outbox } = stage;
afterAll(() => stage.stop());

describe('SMS', () => {
  it('is at most two, in GSM-7, with the link', async () => {
    const { client, measure, manager } = await scene({
      conditions: [condition({ actions: [{ type: 'sms' }] })],
    });
    await server.createUser({ client: client.id, notify_sms: true, phone: '+33600000001', language: 'fr' });
    await measure([{ time: Date.now() - 1000, temperature: 40 }]);
    const request = await until(() => gateway.requests.find((one) => one.body.includes('+33600000001')));
    const body = JSON.parse(request.body);
    const [alert] = (await manager.api.get('/alerts/opened/')).body;
    expect(body).toEqual({ to: '+33600000001', text: expect.any(String), id: expect.any(String) });
    expect(body.text).toContain('La température est de 40,0 C : au-dessus du seuil de 30 C.');
    expect(body.text.endsWith(`https://aero.example/alerts/${alert.id}`)).toBe(true);
    expect(smsCount(body.text)).toBeLessThanOrEqual(2);
  });

  it('without a phone number is shown as failed, never silent', async () => {
    const { client, measure, manager } = await scene({
      conditions: [condition({ actions: [{ type: 'sms' }] })],
    });
    await server.createUser({ client: client.id, notify_sms: true });
    await measure([{ time: Date.now() - 1000, temperature: 40 }]);
    const [row] = await until(async () => ((await outbox(manager)).length > 0 ? outbox(manager) : undefined));
    expect(row).toMatchObject({
      state: 'failed',
      last_error: 'No phone number in the profile.',
      attempts: 0,
    });
  });
});

describe('a chat', () => {
  it('is told once of the alerts of a moment, after a failure too; the outbox shows no address', async () => {
    const chat = await startChat();
    const { client, measure, manager } = await scene({
      conditions: [
        condition({ actions: [{ type: 'chat' }] }),
        condition({ value: 35, actions: [{ type: 'chat' }] }),
      ],
    });
    const user = await server.createUser({ client: client.id, language: 'fr' });
    const address = chat.address('mattermost');
    const set = await user.api.patch('/me/', { chat_address: address, notify_chat: true });
    expect(set.body).toMatchObject({ chat_format: 'mattermost', notify_chat: true });
    chat.answers.push({ status: 503 });
    await measure([{ time: Date.now() - 1000, temperature: 40 }]);
    const { body } = await until(() => chat.received[0]);
    await chat.stop();
    expect(JSON.parse(body).text).toContain('2 alertes');
    expect(body.match(/La température est de 40,0/g)).toHaveLength(2);
    const row = await until(async () => (await outbox(manager, 'state=sent'))[0]);
    expect(row).toMatchObject({
      channel: 'chat',
      attempts: 2,
      alerts: [expect.any(Number), expect.any(Number)],
    });
    expect(row.recipient).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/••••wxyz$/);
    expect(chat.received).toHaveLength(1);
  });
});

describe('a provider that refuses', () => {
  it('for good: not retried, shown, and tried again on request', async () => {
    const { client, manager, measure } = await scene();
    const user = await server.createUser({ client: client.id, notify_email: true });
    smtp.refusals.set(user.email, 550);
    await measure([{ time: Date.now() - 1000, temperature: 40 }]);
    const row = await until(async () => (await outbox(manager, 'state=failed'))[0]);
    expect(row).toMatchObject({
      attempts: 1,
      last_error: expect.stringContaining('550'),
      next_attempt_at: null,
    });
    const member = await server.createUser({ client: client.id });
    expect((await member.api.post(`/notifications/${row.id}/retry/`)).status).toBe(403);
    const foreign = await server.createUser({
      level: 'privileged',
      client: (await server.createClient()).id,
    });
    expect((await foreign.api.post(`/notifications/${row.id}/retry/`)).status).toBe(404);
    smtp.refusals.delete(user.email);
    expect((await manager.api.post(`/notifications/${row.id}/retry/`)).status).toBe(202);
    await mailTo(user);
    expect((await until(async () => (await outbox(manager, 'state=sent'))[0])).attempts).toBe(2);
    expect((await manager.api.post(`/notifications/${row.id}/retry/`)).status).toBe(409);
  });

  it('for now: queued for a later attempt, then sent with the same Message-ID', async () => {
    const { client, manager, measure } = await scene();
    const user = await server.createUser({ client: client.id, notify_email: true });
    smtp.refusals.set(user.email, 451);
    await measure([{ time: Date.now() - 1000, temperature: 40 }]);
    const row = await until(async () =>
      (await outbox(manager)).find(
        (one: { attempts: number; last_error: string | null }) => one.attempts === 1 && one.last_error,
      ),
    );
    expect(row.state).toBe('queued');
    const wait = Date.parse(row.next_attempt_at) - Date.now();
    expect(wait).toBeGreaterThan(2000);
    expect(wait).toBeLessThanOrEqual(10_000);
    smtp.refusals.delete(user.email);
    const mail = await until(() => smtp.mails.find((one) => one.envelopeTo.includes(user.email)));
    expect(mail.messageId).toMatch(new RegExp(`^<${row.id}\\.\\w+@aero\\.example>$`));
  });
});

describe('messages of other parts', () => {
  it('test, reset and export are rendered and sent; the secret link is sealed and then wiped', async () => {
    const user = await server.createUser({ language: 'fr', first_name: 'Ève', last_name: 'Dù' });
    const { vault } = server.parts;
    const path = '/reset-password/MQ/very-secret-token';
    const [test, reset, file] = await transaction(server.db, async (trx) => [
      await queueMail(trx, { kind: 'test', userId: user.id, channel: 'email' }),
      await queueMail(trx, { kind: 'reset', userId: user.id, path, vault }),
      await queueMail(trx, {
        kind: 'export',
        userId: user.id,
        path: '/exports/very-secret-7',
        vault,
        name: 'mesures.csv',
        rows: 123_456,
      }),
    ]);
    const mails = await until(() => {
      const mine = smtp.mails.filter((mail) => mail.envelopeTo.includes(user.email));
      return mine.length === 3 ? mine : undefined;
    });
    expect(mails.map((mail) => mail.subject)).toEqual([
      'Message d’essai – AeroWatch',
      'Choisir un nouveau mot de passe pour AeroWatch',
      'Votre export est prêt\u202f: mesures.csv',
    ]);
    expect(mails[1]!.text).toContain(`https://aero.example${path}`);
    expect(mails[2]!.text).toContain('https://aero.example/exports/very-secret-7');
    expect(mails[2]!.text).toContain('Il contient 123\u202f456 mesures.');
    const rows = () =>
      server.db
        .selectFrom('messages')
        .select(['id', 'payload'])
        .where('id', 'in', [test!, reset!, file!])
        .execute();
    // A mail may arrive before its outcome is recorded.
    await expect.poll(async () => JSON.stringify(await rows())).not.toMatch(/very-secret|sealed/);
  });
});
