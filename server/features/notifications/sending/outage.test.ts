import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ChannelKey } from '@aerowatch/domain/notifications/channels';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { transaction } from '../../../platform/database/db.ts';
import { queueMail } from '../../outbox/queue.ts';
import { reportFile } from '../../reports/report-file.ts';
import { groupNotifications } from '../store-grouping.ts';
import { startSmtp } from '../testing.ts';
import { smtpProvider } from './provider-smtp.ts';
import { makeSender, waitSeconds } from './sender.ts';
import { claimMessage, type Lane } from './store-outbox.ts';

const server = await testServer({ modules: [] });

const sender = (
  provider: Parameters<typeof makeSender>[0]['provider'],
  channel: ChannelKey = 'email',
  lane: Lane = 'swift',
) =>
  makeSender({
    db: server.db,
    vault: server.parts.vault,
    site: {
      title: 'AeroWatch',
      publicUrl: 'https://aero.example',
      report: reportFile({ db: server.db, title: 'AeroWatch' }),
    },
    channel,
    lane,
    provider,
    firstWaitSeconds: 0.1,
    leaseSeconds: 1,
  });
const queueTest = (userId: number) =>
  transaction(server.db, (trx) => queueMail(trx, { kind: 'test', userId, channel: 'email' }));
const states = async () =>
  await server.db
    .selectFrom('messages')
    .select(['id', 'state', 'attempts', 'last_error'])
    .orderBy('id')
    .execute();
const clean = async () => {
  await server.db.deleteFrom('notifications').execute();
  await server.db.deleteFrom('messages').execute();
};

/** An alert with notifications to a user, as judging creates them. */
async function alertFor(user: number, client: number, count = 1): Promise<void> {
  const box = await server.createBox({ client });
  for (let i = 0; i < count; i++) {
    const alert = await server.db
      .insertInto('alerts')
      .values({
        supervisor_name: 'S',
        condition_id: i + 1,
        condition: JSON.stringify({
          id: i + 1,
          metric: 'temperature',
          comparator: 'gt',
          value: 30,
          percent: 100,
          average: false,
          period: { value: 0, unit: 'minutes' },
          actions: [{ type: 'email' }],
        }),
        aero_id: box.aeroIds[0]!,
        box_id: box.id,
        client_id: client,
        opened_at: new Date(),
        value: 31,
        last_value: 31,
        last_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('notifications')
      .values({ user_id: user, channel: 'email', alert_id: alert.id })
      .execute();
  }
}
const gather = (seconds = 0) => transaction(server.db, (trx) => groupNotifications(trx, seconds, new Date()));

describe('waits between attempts', () => {
  it('double up to five minutes, half of each by chance', () => {
    expect([1, 2, 3, 4, 5, 6, 10, 500].map((n) => waitSeconds(n, 10, 1))).toEqual([
      10, 20, 40, 80, 160, 300, 300, 300,
    ]);
    expect(waitSeconds(3, 10, 0)).toBe(20);
  });
});

describe('a server that is down', () => {
  it('all is sent after it is back, in order; one asks after it meanwhile', async () => {
    await clean();
    const first = await startSmtp();
    const port = Number(new URL(first.url).port);
    await first.stop();
    const users = await Promise.all(Array.from({ length: 8 }, () => server.createUser()));
    const ids: number[] = [];
    for (const user of users) ids.push(await queueTest(user.id));
    const { sendNext } = sender(smtpProvider(`smtp://127.0.0.1:${port}`, 'a@aero.example', 'aero.example'));
    const end = Date.now() + 700;
    while (Date.now() < end)
      if ((await sendNext()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const meanwhile = await states();
    expect(meanwhile.every((row) => row.state === 'queued')).toBe(true);
    expect(meanwhile[0]!.attempts).toBeGreaterThanOrEqual(2);
    expect(meanwhile[0]!.last_error).toMatch(/ECONNREFUSED/);
    expect(meanwhile.slice(1).every((row) => row.attempts === 0)).toBe(true);

    const smtp = await startSmtp(port);
    const late = Date.now() + 60_000;
    while (smtp.mails.length < 8 && Date.now() < late)
      if ((await sendNext()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await smtp.stop();
    expect(smtp.mails.map((mail) => Number(/^<(\d+)\./.exec(mail.messageId ?? '')?.[1]))).toEqual(ids);
    expect((await states()).every((row) => row.state === 'sent')).toBe(true);
  });

  it('goes to another machine by STARTTLS alone, unless the operator says otherwise', async () => {
    await clean();
    const smtp = await startSmtp();
    // This machine by an address other than its loopback.
    const away = smtp.url.replace('127.0.0.1', '0.0.0.0');
    await queueTest((await server.createUser()).id);
    await sender(smtpProvider(away, 'a@aero.example', 'aero.example')).sendNext();
    expect(await states()).toMatchObject([
      { state: 'queued', last_error: expect.stringMatching(/STARTTLS|TLS/i) },
    ]);
    expect(smtp.mails).toEqual([]);
    await sql`update messages set next_attempt_at = now() - interval '1 second'`.execute(server.db);
    const optional = smtpProvider(`${away}?starttls=optional`, 'a@aero.example', 'aero.example');
    await sender(optional).sendNext();
    expect(await states()).toMatchObject([{ state: 'sent' }]);
    await smtp.stop();
  });

  it('takes a certificate of an authority that NODE_EXTRA_CA_CERTS names, and no other', async () => {
    const file = (name: string) =>
      fileURLToPath(new URL(`../../../../testing/tls/${name}.pem`, import.meta.url));
    const smtp = await startSmtp(0, [], {
      cert: readFileSync(file('mail-cert')),
      key: readFileSync(file('mail-key')),
    });
    // Runs in a separate process each time, because the variables are read once, when a process begins. Uses
    // this machine by an address other than its loopback.
    const deliver = (env: Record<string, string>) =>
      promisify(execFile)(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `const { smtpProvider } = await import(${JSON.stringify(new URL('./provider-smtp.ts', import.meta.url).href)});
          const message = { form: 'mail', subject: 's', text: 't', html: '<p>t</p>', attachments: [] };
          await smtpProvider('${smtp.url.replace('127.0.0.1', '0.0.0.0')}', 'a@aero.example', 'aero.example')
            .deliver({ reference: '1.1', to: 'b@aero.example', message })
            .then(() => console.log('sent'), (error) => console.log(error.message));`,
        ],
        { env: { PATH: process.env.PATH, ...env } },
      ).then(({ stdout }) => stdout.trim());
    expect(await deliver({})).toMatch(/certificate/);
    expect(smtp.mails).toEqual([]);
    expect(await deliver({ NODE_EXTRA_CA_CERTS: file('mail-ca') })).toBe('sent');
    expect(smtp.mails).toHaveLength(1);
    await smtp.stop();
  });

  it('alerts of the meantime join the message that waits: no storm after it', async () => {
    await clean();
    const client = await server.createClient();
    const user = await server.createUser({ client: client.id, notify_email: true });
    const { sendNext } = sender(smtpProvider('smtp://127.0.0.1:9', 'a@aero.example', 'aero.example'));
    for (let hour = 0; hour < 4; hour++) {
      await alertFor(user.id, client.id, 2);
      expect(await gather()).toBe(2);
      await sql`update messages set next_attempt_at = now() - interval '1 second'`.execute(server.db);
      await sendNext();
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(await states()).toHaveLength(1);
    const smtp = await startSmtp();
    await sql`update messages set next_attempt_at = now() - interval '1 second'`.execute(server.db);
    await sender(smtpProvider(smtp.url, 'a@aero.example', 'aero.example')).sendNext();
    await smtp.stop();
    expect(smtp.mails.map((mail) => mail.subject)).toEqual([expect.stringMatching(/^8 alerts: /)]);
  });
});

describe('a message on its way', () => {
  it('takes nothing more in; whatever comes is another message', async () => {
    await clean();
    const client = await server.createClient();
    const user = await server.createUser({ client: client.id, notify_email: true });
    await alertFor(user.id, client.id);
    await gather();
    expect(await claimMessage(server.db, 'email', 60)).toBeDefined();
    await alertFor(user.id, client.id);
    await gather();
    expect(await states()).toHaveLength(2);
  });

  it('is taken again when its sender died', async () => {
    await clean();
    const id = await queueTest((await server.createUser()).id);
    expect((await claimMessage(server.db, 'email', 60))?.id).toBe(id);
    expect(await claimMessage(server.db, 'email', 60)).toBeUndefined();
    // A minute later.
    await sql`update messages set next_attempt_at = next_attempt_at - interval '61 seconds'`.execute(
      server.db,
    );
    expect(await claimMessage(server.db, 'email', 60)).toMatchObject({ id, attempts: 2 });
  });
});

describe('a report, which takes long to draw', () => {
  it('is taken by a sender of its own: what comes after it does not wait', async () => {
    await clean();
    const { id: client } = await server.createClient();
    const { id: userId } = await server.createUser({ client });
    const report = await transaction(server.db, (trx) =>
      queueMail(trx, { kind: 'report', userId, client, month: '2026-06' }),
    );
    const urgent = await queueTest(userId);
    expect((await claimMessage(server.db, 'email', 60))?.id).toBe(urgent);
    expect(await claimMessage(server.db, 'email', 60)).toBeUndefined();
    expect((await claimMessage(server.db, 'email', 60, 'drawn'))?.id).toBe(report);
    expect(await claimMessage(server.db, 'email', 60, 'drawn')).toBeUndefined();
  });
  it('leaves by the sender that is made for it alone', async () => {
    await clean();
    const { id: client } = await server.createClient();
    const { id: userId } = await server.createUser({ client });
    await transaction(server.db, (trx) =>
      queueMail(trx, { kind: 'report', userId, client, month: '2026-06' }),
    );
    const state = () => server.db.selectFrom('messages').select(['kind', 'state']).execute();
    const [swift, drawn] = [sender(undefined), sender(undefined, 'email', 'drawn')];
    expect([await swift.sendNext(), await state()]).toEqual([0, [{ kind: 'report', state: 'queued' }]]);
    expect([await drawn.sendNext(), await state()]).toEqual([1, [{ kind: 'report', state: 'not_sent' }]]);
  });
});

describe('what is not sent', () => {
  it('without a provider stays in the outbox as not sent, without an attempt', async () => {
    await clean();
    await queueTest((await server.createUser()).id);
    await sender(undefined).sendNext();
    expect(await states()).toMatchObject([
      { state: 'not_sent', attempts: 0, last_error: 'notify_email_off' },
    ]);
  });

  it('goes to nobody who was disabled or wants no more, nor about alerts of a client that is no longer theirs', async () => {
    await clean();
    const client = await server.createClient();
    const gone = await server.createUser({ client: client.id });
    const moved = await server.createUser({ client: client.id });
    await alertFor(gone.id, client.id);
    await alertFor(moved.id, client.id);
    const refusing = await server.createUser({ client: client.id, notify_email: true });
    await alertFor(refusing.id, client.id);
    await gather();
    await server.db
      .updateTable('user_channels')
      .set({ enabled: false })
      .where('user_id', '=', refusing.id)
      .execute();
    await server.db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute();
    await server.db
      .updateTable('users')
      .set({ client_id: (await server.createClient()).id })
      .where('id', '=', moved.id)
      .execute();
    const smtp = await startSmtp();
    const { sendNext } = sender(smtpProvider(smtp.url, 'a@aero.example', 'aero.example'));
    while ((await sendNext()) > 0);
    await smtp.stop();
    expect(smtp.mails).toEqual([]);
    expect((await states()).map((row) => row.last_error)).toEqual([
      'notify_user_gone',
      'notify_nothing_left',
      'notify_opted_out',
    ]);
  });

  it('after 24 hours of trying is given up, and says so', async () => {
    await clean();
    await queueTest((await server.createUser()).id);
    await sql`update messages set first_attempt_at = now() - interval '25 hours', attempts = 100`.execute(
      server.db,
    );
    await sender(smtpProvider('smtp://127.0.0.1:9', 'a@aero.example', 'aero.example')).sendNext();
    expect(await states()).toMatchObject([
      { state: 'failed', last_error: expect.stringMatching(/^notify_gave_up\|24\|/) },
    ]);
  });
});
