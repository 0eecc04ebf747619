import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import { sendReports } from './schedule.ts';
import { NOW, storeMonth } from './testing-month.ts';
import { pagesOf } from './testing-pdf.ts';

const server = await testServer({
  env: { ROLES: 'web' },
  clock: { now: () => NOW, date: () => new Date(NOW) },
  checkAnswers: false,
});
const { client, manager } = await storeMonth(server);

describe('the monthly report', () => {
  it('is sent once, on the first working day, to who chose it and may still see it', async () => {
    const put = (user: TestUser, clients: number[]) => user.api.put('/reports/subscriptions/', { clients });
    expect((await put(manager, [client.id])).body).toEqual({ clients: [client.id] });
    expect((await put(server.admin, [client.id])).status).toBe(200);
    const other = await server.createClient();
    expect((await put(manager, [other.id])).status).toBe(400);
    const moved = await server.createUser({ client: client.id });
    await put(moved, [client.id]);
    await server.db.updateTable('users').set({ client_id: other.id }).where('id', '=', moved.id).execute();
    // Subscribed in November: the report of November, on 1 December at six.
    expect(await sendReports(server.db, NOW)).toBe(0);
    expect(await sendReports(server.db, Date.UTC(2026, 11, 1, 4))).toBe(0);
    expect(await sendReports(server.db, Date.UTC(2026, 11, 1, 6))).toBe(2);
    expect(await sendReports(server.db, Date.UTC(2026, 11, 2, 6))).toBe(0);
    const mails = await server.db
      .selectFrom('messages')
      .selectAll()
      .where('kind', '=', 'report')
      .orderBy('id')
      .execute();
    expect(mails.map(({ payload }) => payload)).toEqual([
      { client: client.id, month: '2026-11' },
      { client: client.id, month: '2026-11' },
    ]);
    const { renderMessage } = await import('../notifications/messages/render.ts');
    const report = server.parts.hooks.reportFile;
    const site = { title: 'AeroWatch', publicUrl: 'http://console.example', report };
    const mine = mails.find(({ user_id }) => user_id === manager.id);
    const ready = await renderMessage(server.db, server.parts.vault, site, {
      ...mine,
      payload: { client: client.id, month: '2026-10' },
    } as never);
    if (ready.form !== 'mail') throw new Error(ready.form);
    expect(ready.subject).toContain('rapport mensuel, octobre 2026');
    expect(ready.attachments).toMatchObject([{ contentType: 'application/pdf', isFile: true }]);
    expect((await pagesOf(new Uint8Array(ready.attachments[0]!.content)))[0]).toContain('Octobre 2026');
    expect((await put(manager, [])).body).toEqual({ clients: [] });
  });
});
