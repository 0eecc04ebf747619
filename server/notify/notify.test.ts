import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertingModule } from '../alerting/index.ts';
import { condition, HOUR, MINUTE, type Point, receive } from '../alerting/testing.ts';
import { alertsModule } from '../modules/alerts/index.ts';
import { notificationsModule } from '../modules/notifications/index.ts';
import { supervisorsModule } from '../modules/supervisors/index.ts';
import { transaction } from '../platform/database/db.ts';
import { wake } from '../platform/jobs/jobs.ts';
import type { TestBox, TestUser } from '../testing/store-builders.ts';
import { startTestServer, type TestServer } from '../testing.ts';
import { notifyModule } from './index.ts';
import { queueMail } from './queue.ts';
import { smsCount } from './sms-text.ts';
import { startGateway, startSmtp, type TestSmtp } from './testing.ts';

let smtp: TestSmtp;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let server: TestServer;

beforeAll(async () => {
  smtp = await startSmtp();
  gateway = await startGateway();
  server = await startTestServer({
    modules: [supervisorsModule, alertsModule, notificationsModule, alertingModule, notifyModule],
    env: {
      SMTP_URL: smtp.url,
      SMS_URL: gateway.url,
      NOTIFY_GATHER_SECONDS: '1',
      PUBLIC_URL: 'https://aero.example',
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
  await gateway?.stop();
});

async function until<T>(what: () => Promise<T | undefined> | T | undefined, ms = 10_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await what();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

interface Scene {
  client: { id: number };
  manager: TestUser;
  boxes: TestBox[];
  supervisor: { id: number };
  /** Stores a datapoint of each box and wakes the workers, as ingest does. */
  measure(points: Point[], box?: number): Promise<void>;
}
async function scene(given: { conditions?: object[]; boxes?: number } = {}): Promise<Scene> {
  const client = await server.createClient();
  const manager = await server.createUser({ level: 'privileged', client: client.id });
  const boxes: TestBox[] = [];
  for (let i = 0; i < (given.boxes ?? 1); i++)
    boxes.push(
      await server.createBox({
        client: client.id,
        aeros: [{ track_number: 'V1' }],
        line: i % 2 ? '272000' : '830000',
        pole: `12/${i}`,
        kilometer_point: 105.129,
      }),
    );
  const answer = await manager.api.post('/supervisors/', {
    name: 'Hot wire',
    aeros: boxes.map((box) => box.aeroIds[0]),
    conditions: given.conditions ?? [condition()],
  });
  expect(answer.status, answer.text).toBe(201);
  return {
    client,
    manager,
    boxes,
    supervisor: answer.body,
    async measure(points, box = 0) {
      await receive(server.db, boxes[box]!.aeroIds[0]!, points);
      await transaction(server.db, (trx) => wake(trx, 'aero_due'));
    },
  };
}
const mailTo = (user: TestUser) =>
  until(() => smtp.mails.find((mail) => mail.envelopeTo.includes(user.email)));
const outbox = async (manager: TestUser, query = '') =>
  (await manager.api.get(`/notifications/?${query}`)).body.results;

describe('an alert by e-mail', () => {
  it('reaches each in their language, units and time zone, with curve and link', async () => {
    const { client, manager, boxes, measure } = await scene({
      conditions: [condition({ period: { value: 20, unit: 'minutes' } })],
    });
    const english = await server.createUser({
      client: client.id,
      notify_email: true,
      first_name: 'Ann',
      last_name: 'Lee',
      unit_system: 'imperial',
      time_zone: 'America/New_York',
    });
    const french = await server.createUser({
      client: client.id,
      notify_email: true,
      first_name: 'Zoé',
      last_name: 'Noël',
      language: 'fr',
      time_zone: 'Europe/Paris',
    });
    const end = Date.UTC(2026, 0, 15, 12, 0);
    const now = Date.now();
    const shift = Math.floor((now - end) / 86_400_000) * 86_400_000;
    const at = (minute: number, temperature: number) => ({
      time: end + shift - HOUR + minute * MINUTE,
      temperature,
    });
    await measure([at(0, 10), at(10, 20), at(20, 31), at(30, 32), at(40, 33.24)]);
    const [en, fr] = [await mailTo(english), await mailTo(french)];
    const alert = (await manager.api.get('/alerts/opened/')).body[0];

    expect(en.subject).toBe(`Alert: Temperature 89.6\u00a0°F on AERO 1, ${boxes[0]!.serial}, pole 12/0`);
    expect(en.text).toContain(
      'The temperature is 89.6\u00a0°F: above the limit of 86\u00a0°F for 20 minutes.',
    );
    expect(en.text).toMatch(/Since \d\d\/\d\d\/\d{4} 0[67]:30, true 2 times so far/);
    expect(en.text).toContain(`line 830000, track V1, pole 12/0, KP 105+129`);
    expect(en.text).toContain(`https://aero.example/alerts/${alert.id}`);
    expect(fr.subject).toBe(
      `Alerte\u202f: Température 32,0\u00a0°C sur AERO 1, ${boxes[0]!.serial}, poteau 12/0`,
    );
    expect(fr.text).toContain(
      'La température est de 32,0\u00a0°C\u202f: au-dessus de la limite de 30\u00a0°C pendant 20 minutes.',
    );
    expect(fr.text).toContain('Bonjour Zoé Noël,');
    expect(fr.html).toContain(`href="https://aero.example/alerts/${alert.id}"`);
    expect(fr.html).not.toMatch(/\{\{|undefined|null|NaN/);

    const [curve] = fr.attachments;
    expect(curve).toMatchObject({
      mimeType: 'image/png',
      disposition: 'inline',
      contentId: `<curve-${alert.id}@aerowatch>`,
    });
    expect(fr.html).toContain(`cid:curve-${alert.id}@aerowatch`);
    expect(
      Buffer.from(curve!.content as ArrayBuffer)
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(fr.headers.find((header) => header.key === 'auto-submitted')?.value).toBe('auto-generated');

    const rows = await outbox(manager, `alert=${alert.id}`);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      state: 'sent',
      attempts: 1,
      kind: 'alert',
      channel: 'email',
      alerts: [alert.id],
      last_error: null,
    });
  });

  it('alerts within the time of gathering are one message; more than five a digest by line and box', async () => {
    const { client, boxes, measure, manager } = await scene({
      boxes: 7,
      conditions: [condition(), condition({ value: 35 })],
    });
    const user = await server.createUser({ client: client.id, notify_email: true });
    for (const [i] of boxes.entries())
      await measure([{ time: Date.now() - 1000, temperature: i === 0 ? 40 : 31 }], i);
    const mail = await mailTo(user);
    const alerts = (await manager.api.get('/alerts/opened/')).body;
    expect(alerts).toHaveLength(8);
    expect(mail.subject).toMatch(/^8 alerts: BOX-\w+, BOX-\w+, BOX-\w+ and 4 more$/);
    expect(mail.text).toMatch(/Line 272000[\s\S]*Line 830000/);
    expect(mail.text).toContain(`Box ${boxes[0]!.serial}: 2 alerts`);
    for (const alert of alerts) expect(mail.text).toContain(`https://aero.example/alerts/${alert.id}`);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(smtp.mails.filter((one) => one.envelopeTo.includes(user.email))).toHaveLength(1);
    expect(await outbox(manager)).toMatchObject([{ kind: 'digest', state: 'sent' }]);
  });

  it('one found late says so', async () => {
    const { client, measure } = await scene();
    const user = await server.createUser({ client: client.id, notify_email: true });
    await measure([{ time: Date.now() - 30 * HOUR, temperature: 40 }]);
    const mail = await mailTo(user);
    expect(mail.subject).toMatch(/^\[detected late\] Alert: /);
    expect(mail.html).toContain('Detected late');
  });

  it('text from people is text, not markup', async () => {
    const { client, measure, boxes } = await scene();
    await server.db
      .updateTable('boxes')
      .set({ name: '<img src=x onerror=alert(1)>' })
      .where('id', '=', boxes[0]!.id)
      .execute();
    const user = await server.createUser({ client: client.id, notify_email: true });
    await measure([{ time: Date.now() - 1000, temperature: 40 }]);
    expect((await mailTo(user)).html).not.toContain('<img src=x');
  });
});

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
    expect(body.text).toContain('La température est de 40,0 C : au-dessus de la limite de 30 C.');
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
    const mail = await until(() => smtp.mails.find((one) => one.envelopeTo.includes(user.email)), 15_000);
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
        path: '/exports/7',
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
    expect(mails[2]!.text).toContain('Il contient 123\u202f456 mesures.');
    const rows = await server.db
      .selectFrom('messages')
      .select(['id', 'payload'])
      .where('id', 'in', [test!, reset!, file!])
      .execute();
    expect(JSON.stringify(rows)).not.toMatch(/very-secret|sealed/);
  });
});
