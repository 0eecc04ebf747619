import { describe, expect, it } from 'vitest';
import { condition, HOUR, judgeAll, MINUTE, receive } from '../testing.ts';
import { iso, soon, startScene } from '../testing-scene.ts';

const { server, client, manager, mailed, watch, opened } = await startScene();

describe('late', () => {
  it('found over 24 hours after: opens as usual, marked, mailed, no SMS', async () => {
    const { box, aero } = await watch([condition({ actions: [{ type: 'email' }, { type: 'sms' }] })]);
    const now = soon();
    await receive(server.db, aero, [
      { time: now - 24 * HOUR - 1000, temperature: 40 },
      { time: now - 24 * HOUR, temperature: 20 },
      { time: now - 23 * HOUR, temperature: 40 },
    ]);
    await judgeAll(server.db, now);
    const [alert] = await opened(box);
    expect(alert).toMatchObject({ late: true, occurrences: 2 });
    // It is diagnosed within minutes.
    const queued = await server.db.selectFrom('diagnostics_asked').select('aero_id').execute();
    expect(queued).toEqual([{ aero_id: aero }]);
    const rows = await server.db
      .selectFrom('notifications')
      .select(['channel', 'occurrence'])
      .where('alert_id', '=', alert.id)
      .where('user_id', '=', mailed.id)
      .orderBy('channel')
      .orderBy('occurrence')
      .execute();
    // The act at T over 24 h ago is only mailed; the alert continues over an hour later, in time for an SMS.
    expect(rows).toEqual([
      { channel: 'email', occurrence: 1 },
      { channel: 'email', occurrence: 2 },
      { channel: 'sms', occurrence: 2 },
    ]);
  });
});

describe('SAMI', () => {
  const sami = (level: string) => ({ actions: [{ type: 'sami', level }] }) as object;

  it('is set with the supervisor and the alert as the reason; unsatisfactory mutes and is shown', async () => {
    const { box, aero, supervisor } = await watch([
      condition(sami('unsatisfactory')),
      condition({ value: 50 }),
    ]);
    const end = soon();
    await receive(server.db, aero, [
      { time: end - HOUR, temperature: 31 },
      { time: end - 50 * MINUTE, temperature: 60 },
    ]);
    await judgeAll(server.db);
    const alerts = await opened(box);
    expect(alerts).toHaveLength(1);
    const row = await server.db
      .selectFrom('aeros')
      .select(['sami', 'sami_since'])
      .where('id', '=', aero)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ sami: 'unsatisfactory', sami_since: new Date(end - HOUR) });
    const history = await server.db
      .selectFrom('sami_history')
      .selectAll()
      .where('aero_id', '=', aero)
      .execute();
    expect(history).toMatchObject([
      {
        from_level: 'satisfactory',
        to_level: 'unsatisfactory',
        supervisor_id: supervisor.id,
        alert_id: alerts[0].id,
        at: new Date(end - HOUR),
      },
    ]);
    const muted = (await manager.api.get(`/alerts/muted/?box=${box.id}`)).body;
    expect(muted).toMatchObject([
      { aero, box: box.id, since: iso(end - HOUR), supervisor: supervisor.id, supervisor_name: 'Rule' },
    ]);

    // After a person raises the SAMI, a condition that was already true opens nothing, and one that becomes
    // true does.
    await server.db.updateTable('aeros').set({ sami: 'satisfactory' }).where('id', '=', aero).execute();
    await receive(server.db, aero, [{ time: end - 40 * MINUTE, temperature: 61 }]);
    await judgeAll(server.db);
    expect(await opened(box)).toHaveLength(1);
    await receive(server.db, aero, [
      { time: end - 30 * MINUTE, temperature: 40 },
      { time: end - 20 * MINUTE, temperature: 62 },
    ]);
    await judgeAll(server.db);
    expect(
      (await opened(box)).map((alert: { condition: { value: number } }) => alert.condition.value),
    ).toEqual([50, 30]);
  });

  it('two rules at the same T: the worse level wins, across supervisors', async () => {
    const { box, aero } = await watch([condition(sami('improvement_needed'))]);
    await watch([condition(sami('meets_expectations'))], { box });
    await receive(server.db, aero, [{ time: soon(), temperature: 31 }]);
    await judgeAll(server.db);
    const row = await server.db
      .selectFrom('aeros')
      .select('sami')
      .where('id', '=', aero)
      .executeTakeFirstOrThrow();
    expect(row.sami).toBe('improvement_needed');
  });
});

describe('what is gone meanwhile', () => {
  it('an AERO deleted after it became due does not hold the others up', async () => {
    const gone = await watch([condition()]);
    const { box, aero } = await watch([condition()]);
    const now = soon();
    await receive(server.db, gone.aero, [{ time: now, temperature: 40 }]);
    await receive(server.db, aero, [{ time: now, temperature: 40 }]);
    await server.db.deleteFrom('boxes').where('id', '=', gone.box.id).execute();
    await judgeAll(server.db);
    expect(await opened(box)).toHaveLength(1);
    expect(await server.db.selectFrom('aero_due').selectAll().execute()).toEqual([]);
  });
});

describe('who is notified', () => {
  it('active users of the client who opted in, by the actions of the condition', async () => {
    const elsewhere = await server.createUser({
      client: (await server.createClient()).id,
      notify_email: true,
    });
    const inactive = await server.createUser({ client: client.id, notify_email: true, is_active: false });
    const quiet = await server.createUser({ client: client.id });
    const { box, aero } = await watch([condition()]);
    await receive(server.db, aero, [{ time: soon(), temperature: 40 }]);
    await judgeAll(server.db);
    const [alert] = await opened(box);
    const rows = await server.db
      .selectFrom('notifications')
      .select(['user_id', 'channel'])
      .where('alert_id', '=', alert.id)
      .execute();
    expect(rows).toEqual([{ user_id: mailed.id, channel: 'email' }]);
    expect([elsewhere.id, inactive.id, quiet.id]).not.toContain(rows[0]!.user_id);
  });
});
