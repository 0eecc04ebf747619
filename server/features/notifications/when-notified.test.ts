import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../../testing/store-builders.ts';
import { transaction } from '../../platform/database/db.ts';
import { condition, HOUR, judgeAll, MINUTE, receive } from '../alerting/testing.ts';
import { soon, startScene } from '../alerting/testing-scene.ts';
import { usersModule } from '../users/index.ts';
import { groupNotifications, queueRepeats } from './store-grouping.ts';

const scene = await startScene([usersModule]);

const db = () => scene.server.db;
const gather = (at: number | string) => transaction(db(), (trx) => groupNotifications(trx, 0, new Date(at)));
/** Removes everything that waits from earlier tests. */
const forget = async () => {
  await sql`delete from notifications`.execute(db());
  await sql`delete from messages`.execute(db());
};
const person = (overrides: object = {}) =>
  scene.server.createUser({ client: scene.client.id, notify_email: true, ...overrides });
const prefers = async (user: TestUser, change: object) => {
  const answer = await user.api.patch('/me/', change);
  expect(answer.status, answer.text).toBe(200);
};
/** Kinds of messages queued for somebody, in order. */
const queuedFor = async ({ id }: { id: number }) =>
  (
    await db()
      .selectFrom('notifications')
      .select(['kind', 'message_id'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ kind, message_id }) => (message_id === null ? `${kind} waits` : kind));

/** An alert on a box of its own, judged as if it were now. */
async function fire(severity: 'low' | 'medium' | 'high' = 'medium') {
  const { box, aero } = await scene.watch([condition({ severity })]);
  const now = soon();
  await receive(db(), aero, [{ time: now - HOUR, temperature: 40 }]);
  await judgeAll(db(), now);
  const [alert] = await scene.opened(box);
  return { box, aero, alert, now };
}

describe('quiet hours', () => {
  it('need a beginning and an end, which differ; refused in both languages', async () => {
    const user = await person();
    const refused = (change: object, language = 'en') =>
      user.api.patch('/me/', change, { 'Accept-Language': language });
    const alone = await refused({ quiet_from: '22:00' });
    expect(alone.status).toBe(400);
    expect(alone.body.quiet_to).toEqual(['Quiet hours need a beginning and an end']);
    expect((await refused({ quiet_to: '06:00' }, 'fr')).body.quiet_from).toEqual([
      'Les heures calmes ont un début et une fin',
    ]);
    expect((await refused({ quiet_from: '22:00', quiet_to: '22:00' })).body.quiet_to).toEqual([
      'Must differ from the beginning',
    ]);
    expect((await refused({ quiet_from: '25:00', quiet_to: '06:00' }, 'fr')).status).toBe(400);
    await prefers(user, { quiet_from: '22:00', quiet_to: '06:00' });
    // When both are set, one can be changed alone, but not removed alone.
    await prefers(user, { quiet_from: '23:00' });
    expect((await refused({ quiet_to: null })).body.quiet_to).toEqual([
      'Quiet hours need a beginning and an end',
    ]);
    await prefers(user, { quiet_from: null, quiet_to: null });
  });

  it.each([
    // Over midnight, by local time: 22:00 to 06:00 in Paris is 21:00 to 05:00 UTC in winter.
    ['22:00', '06:00', '2026-01-10T20:59:00Z', false],
    ['22:00', '06:00', '2026-01-10T21:00:00Z', true],
    ['22:00', '06:00', '2026-01-11T04:59:00Z', true],
    ['22:00', '06:00', '2026-01-11T05:00:00Z', false],
    // Within a day.
    ['12:00', '14:00', '2026-01-10T10:59:00Z', false],
    ['12:00', '14:00', '2026-01-10T11:00:00Z', true],
    ['12:00', '14:00', '2026-01-10T13:00:00Z', false],
    // The night when the clock jumps from two to three: six o'clock is an hour earlier.
    ['22:00', '06:00', '2026-03-28T21:30:00Z', true],
    ['22:00', '06:00', '2026-03-29T03:59:00Z', true],
    ['22:00', '06:00', '2026-03-29T04:00:00Z', false],
    // An end within the missing hour: over as soon as the clock has passed it.
    ['22:00', '02:30', '2026-03-29T00:59:00Z', true],
    ['22:00', '02:30', '2026-03-29T01:00:00Z', false],
    // The night when it goes back from three to two: an hour longer.
    ['22:00', '06:00', '2026-10-25T04:59:00Z', true],
    ['22:00', '06:00', '2026-10-25T05:00:00Z', false],
  ])('from %s to %s, at %s: waits %s', async (from, to, at, waits) => {
    const user = await person({ time_zone: 'Europe/Paris' });
    await prefers(user, { quiet_from: from, quiet_to: to });
    const { alert } = await quietAlert();
    await forget();
    await sql`insert into notifications (user_id, channel, alert_id, occurrence) values (${user.id}, 'email', ${alert.id}, 1)`.execute(
      db(),
    );
    await gather(at);
    expect(await queuedFor(user)).toEqual([waits ? 'alert waits' : 'alert']);
  });

  let kept: Awaited<ReturnType<typeof fire>> | undefined;
  const quietAlert = async () => {
    kept ??= await fire('low');
    return kept;
  };

  it('hold back low and medium by e-mail and SMS; high, what was given by name, and chats go at once', async () => {
    await forget();
    const user = await person({ time_zone: 'UTC', notify_sms: true, phone: '+33612345679' });
    await prefers(user, { quiet_from: '22:00', quiet_to: '06:00' });
    const [low, medium, high] = [await quietAlert(), await fire('medium'), await fire('high')];
    await forget();
    const queue = (channel: string, alert: { id: number }, kind = 'alert') =>
      sql`insert into notifications (user_id, channel, alert_id, occurrence, kind) values (${user.id}, ${channel}, ${alert.id}, 1, ${kind})`.execute(
        db(),
      );
    await queue('email', low.alert);
    await queue('sms', medium.alert);
    await queue('email', high.alert);
    await queue('chat', medium.alert);
    await queue('email', medium.alert, 'assigned');
    await gather('2026-01-10T23:00:00Z');
    expect(await queuedFor(user)).toEqual(['alert waits', 'alert waits', 'alert', 'alert', 'assigned']);
    // At their end, one message contains everything that waited.
    await gather('2026-01-11T06:00:00Z');
    expect(await queuedFor(user)).toEqual(['alert', 'alert', 'alert', 'alert', 'assigned']);
  });
});

describe('the message that it is over', () => {
  it('is off by default; whoever wants it gets it where they were notified, in the same message', async () => {
    await forget();
    const [wants, not] = [await person(), await person()];
    expect((await not.api.get('/me/')).body).toMatchObject({
      notify_over: false,
      repeat_after: null,
      quiet_from: null,
    });
    await prefers(wants, { notify_over: true });
    const { aero, now } = await fire();
    await receive(db(), aero, [{ time: now - 30 * MINUTE, temperature: 20 }]);
    await judgeAll(db(), now);
    expect(await queuedFor(wants)).toEqual(['alert waits', 'over waits']);
    expect(await queuedFor(not)).toEqual(['alert waits']);
    await gather(now);
    const messages = await db()
      .selectFrom('notifications')
      .select('message_id')
      .distinct()
      .where('user_id', '=', wants.id)
      .execute();
    expect(messages).toHaveLength(1);
  });

  it('goes to nobody who was not notified that it began', async () => {
    await forget();
    const { aero, now } = await fire();
    const late = await person();
    await prefers(late, { notify_over: true });
    await receive(db(), aero, [{ time: now - 30 * MINUTE, temperature: 20 }]);
    await judgeAll(db(), now);
    expect(await queuedFor(late)).toEqual([]);
  });
});

describe('telling again', () => {
  const repeat = (at: number) => transaction(db(), (trx) => queueRepeats(trx, new Date(at)));

  it('is off by default; who wants it is told again of grave alerts nobody saw, each time after as long', async () => {
    await forget();
    const [wants, not] = [await person(), await person()];
    await prefers(wants, { repeat_after: 30 });
    const [high] = [await fire('high'), await fire('medium')];
    const started = Date.now();
    await gather(started);
    await repeat(started + 29 * MINUTE);
    expect(await queuedFor(wants)).toEqual(['alert', 'alert']);
    await repeat(started + 31 * MINUTE);
    expect(await queuedFor(wants)).toEqual(['alert', 'alert', 'repeat waits']);
    // Not again while the previous one has not been sent.
    await repeat(started + 62 * MINUTE);
    expect(await queuedFor(wants)).toEqual(['alert', 'alert', 'repeat waits']);
    await gather(started);
    await repeat(started + 62 * MINUTE);
    expect(await queuedFor(wants)).toEqual(['alert', 'alert', 'repeat', 'repeat waits']);
    expect(await queuedFor(not)).toEqual(['alert', 'alert']);
    await gather(started);
    // Once anybody has seen it, it is never sent again.
    await scene.manager.api.patch(`/alerts/${high.alert.id}/`, { seen: true });
    expect(await repeat(started + 24 * HOUR)).toBe(0);
  });

  it('refuses what is no time', async () => {
    const user = await person();
    const answer = await user.api.patch('/me/', { repeat_after: 3 }, { 'Accept-Language': 'fr' });
    expect(answer.status).toBe(400);
    expect(answer.body.repeat_after).toEqual(['La valeur doit être comprise entre 5 et 1440']);
  });
});
