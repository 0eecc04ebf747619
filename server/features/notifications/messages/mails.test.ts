import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { condition, HOUR, MINUTE } from '../../alerting/testing.ts';
import { queueMornings } from '../../forecast/mornings.ts';
import { gatherWeeks } from '../../forecast/weeks/store-weeks.ts';
import { startStage, until } from '../testing-stage.ts';

const stage = await startStage();
const { smtp, server, scene, mailTo, outbox } = stage;
afterAll(() => stage.stop());

const createAnn = (client: number) =>
  server.createUser({
    client,
    notify_email: true,
    first_name: 'Ann',
    last_name: 'Lee',
    unit_system: 'imperial',
    time_zone: 'America/New_York',
  });
const createZoe = (client: number) =>
  server.createUser({
    client,
    notify_email: true,
    first_name: 'Zoé',
    last_name: 'Noël',
    language: 'fr',
    time_zone: 'Europe/Paris',
  });

/** The picture of the curve, shown within the text. */
function expectCurve(mail: Awaited<ReturnType<typeof mailTo>>, alert: number): void {
  const [curve] = mail.attachments;
  expect(curve).toMatchObject({
    mimeType: 'image/png',
    disposition: 'inline',
    contentId: `<curve-${alert}@aerowatch>`,
  });
  expect(mail.html).toContain(`cid:curve-${alert}@aerowatch`);
  expect(
    Buffer.from(curve!.content as ArrayBuffer)
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
}

describe('an alert by e-mail', () => {
  it('reaches each in their language, units and time zone, with curve and link', async () => {
    const { client, manager, boxes, measure } = await scene({
      conditions: [condition({ period: { value: 20, unit: 'minutes' } })],
    });
    const [english, french] = [await createAnn(client.id), await createZoe(client.id)];
    // A whole half hour not long ago, so that the alert is never detected late, whatever the hour of the run.
    const end = Math.floor(Date.now() / (30 * MINUTE)) * 30 * MINUTE;
    const at = (minute: number, temperature: number) => ({
      time: end - HOUR + minute * MINUTE,
      temperature,
    });
    await measure([at(0, 10), at(10, 20), at(20, 31), at(30, 32), at(40, 33.24)]);
    const [en, fr] = [await mailTo(english), await mailTo(french)];
    const alert = (await manager.api.get('/alerts/opened/')).body[0];

    expect(en.subject).toBe(`Alert: Temperature 89.6\u00a0°F on AERO 1, ${boxes[0]!.serial}, pole 12/0`);
    expect(en.text).toContain(
      'The temperature is 89.6\u00a0°F: above the limit of 86\u00a0°F for 20 minutes.',
    );
    const since = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/New_York' });
    expect(en.text).toMatch(/Since \d\d\/\d\d\/\d{4} \d\d:\d\d, 2 occurrences so far/);
    expect(en.text).toContain(` ${since.format(at(30, 0).time)}, 2 occurrences so far`);
    expect(en.text).toContain(`line 830000, track V1, pole 12/0, PK\u00a0105+129`);
    expect(en.text).toContain(`https://aero.example/alerts/${alert.id}`);
    expect(fr.subject).toBe(
      `Alerte\u202f: Température 32,0\u00a0°C sur AERO 1, ${boxes[0]!.serial}, poteau 12/0`,
    );
    expect(fr.text).toContain(
      'La température est de 32,0\u00a0°C\u202f: au-dessus du seuil de 30\u00a0°C pendant 20 minutes.',
    );
    expect(fr.text).toContain('Bonjour Zoé Noël,');
    expect(fr.html).toContain(`href="https://aero.example/alerts/${alert.id}"`);
    expect(fr.html).not.toMatch(/\{\{|undefined|null|NaN/);

    expectCurve(fr, alert.id);
    expect(fr.headers.find((header) => header.key === 'auto-submitted')?.value).toBe('auto-generated');

    // A mail arrives slightly before its attempt is recorded.
    const rows = await until(async () => {
      const sent = await outbox(manager, `alert=${alert.id}&state=sent`);
      return sent.length === 2 ? sent : undefined;
    });
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
    // All at once, because one by one they would take longer than the gathering on a slow machine.
    await Promise.all(
      boxes.map((_, i) => measure([{ time: Date.now() - 1000, temperature: i === 0 ? 40 : 31 }], i)),
    );
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

describe('the week ahead by e-mail', () => {
  const DAYS = 24 * HOUR;
  const today = Math.floor(Date.now() / DAYS) * DAYS;
  /** Half past six of this day in UTC, whatever the hour of the run. */
  const morning = new Date(today + 6.5 * HOUR);
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })
    .format(morning)
    .toLowerCase();
  const date = (lead: number) => new Date(today + lead * DAYS).toISOString().slice(0, 10);

  it('comes once on the chosen morning, in their language and units, of their own client alone', async () => {
    const { client, boxes } = await scene({ boxes: 2 });
    const other = await server.createClient();
    const [risky, calm] = boxes.map((box) => box.aeroIds[0]!);
    await sql`insert into forecasts (aero_id, day, issued_at, lead, basis, temperature_min, temperature_max, margin_hot, margin_cold, chance)
      select aero, ${date(0)}::date + lead, ${morning}, lead, 'weather', 12, 36, hot, 0.01, hot
      from generate_series(1, 7) as lead, lateral (values (${risky}::int, case when lead in (3, 4) then 0.3 + lead / 10.0 else 0.05 end), (${calm}::int, 0.02)) as v (aero, hot)`.execute(
      server.db,
    );
    await gatherWeeks(server.db, [risky!, calm!]);
    const create = async (given: object, week_ahead: string | null) => {
      const user = await server.createUser({ client: client.id, time_zone: 'UTC', ...given });
      expect((await user.api.patch('/me/', { week_ahead })).body).toMatchObject({ week_ahead });
      return user;
    };
    const english = await create({ unit_system: 'imperial' }, 'daily');
    const french = await create({ language: 'fr', first_name: 'Zoé' }, weekday);
    const elsewhere = await create({ client: other.id }, 'daily');
    const asleep = await create({ time_zone: 'America/Los_Angeles' }, 'daily');
    const never = await create({}, null);
    expect((await never.api.patch('/me/', { week_ahead: 'noon' })).status).toBe(400);

    expect(await queueMornings(server.db, morning)).toBe(2);
    expect(await queueMornings(server.db, morning)).toBe(0);
    const [en, fr] = [await mailTo(english), await mailTo(french)];
    const day = (locale: string) =>
      new Intl.DateTimeFormat(locale, {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      }).format(today + 4 * DAYS);
    expect(en.subject).toBe(
      `The week ahead: 1 AERO may come near its stops, ${boxes[0]!.serial} · 1 on ${day('en-GB')}`,
    );
    expect(en.text).toContain('1 of 2 AEROs has a chance of 20% or more');
    expect(en.text).toContain('53.6\u00a0°F to 96.8\u00a0°F');
    expect(en.text).toContain('(2 days), 70%, hot stop');
    expect(en.text).toContain('give the ram back some stroke towards its hot stop');
    expect(en.text).toContain('how reliable they are is not known');
    expect(fr.subject).toContain(`le ${day('fr-FR')}`);
    expect(fr.html).toContain(`href="https://aero.example/galland-boxes/${boxes[0]!.id}?tab=aero1"`);
    expect(fr.html).not.toContain(boxes[1]!.serial);
    expect(`${fr.html}${en.html}`).not.toMatch(/\{\{|undefined|null|NaN/);
    const told = smtp.mails.flatMap((mail) => mail.envelopeTo);
    for (const nobody of [elsewhere, asleep, never]) expect(told).not.toContain(nobody.email);

    // Where no AERO has a forecast, the mail must not say that the week is calm.
    const silent = (await server.createBox({ client: other.id, aeros: [{ model_type: 1 }] })).aeroIds[0]!;
    await sql`insert into forecasts (aero_id, day, issued_at, lead, basis, unavailable)
      select ${silent}, ${date(0)}::date + lead, ${morning}, lead, 'climate', 'silent' from generate_series(1, 7) as lead`.execute(
      server.db,
    );
    await gatherWeeks(server.db, [silent]);
    expect(await queueMornings(server.db, morning)).toBe(1);
    const unknown = await mailTo(elsewhere);
    expect(unknown.subject).toBe('The week ahead: no forecast');
    expect(unknown.text).toContain('1 AERO has no forecast');
  });
});
