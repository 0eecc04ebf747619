import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';

const server = await testServer({ env: { ROLES: 'web' } });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });

it('tells people of work they were given, once and in one e-mail; who takes it themself is not told', async () => {
  const worker = await server.createUser({ client: client.id, language: 'fr' });
  const place = await server.createBox({ client: client.id });
  const order = (kind: string, assignee: number) => ({
    box: place.id,
    aero: place.aeroIds[0],
    source: { type: 'manual', kind },
    assignee,
    due_on: '2026-12-24',
  });
  const made = await manager.api.post('/work-orders/bulk/', {
    orders: [order('leak', worker.id), order('seized', worker.id), order('icing', manager.id)],
  });
  const [first] = made.body.created;
  await manager.api.patch(`/work-orders/${first}/`, { severity: 'high' });
  await manager.api.patch(`/work-orders/${made.body.created[2]}/`, { assignee: worker.id });
  await worker.api.patch(`/work-orders/${first}/`, { assignee: manager.id });
  await manager.api.patch(`/work-orders/${first}/`, { assignee: null });
  const messages = await server.db
    .selectFrom('messages')
    .selectAll()
    .where('kind', '=', 'orders_given')
    .where('user_id', 'in', [worker.id, manager.id])
    .orderBy('id')
    .execute();
  expect(messages.map(({ user_id }) => user_id)).toEqual([worker.id, worker.id, manager.id]);
  // Each names its author; those about one order form one thread.
  const { renderMessage } = await import('../notifications/messages/render.ts');
  const site = { title: 'AeroWatch', publicUrl: 'http://console.example' };
  const mails = await Promise.all(
    messages.map((message) => renderMessage(server.db, server.parts.vault, site, message as never)),
  );
  expect(mails.map(({ subject }) => subject)).toEqual([
    '2 interventions pour vous',
    expect.stringMatching(/^Intervention pour vous\u202f: .*AERO 1$/),
    expect.stringMatching(/^Work order for you: Gas leak – .*AERO 1$/),
  ]);
  const [both] = mails as unknown as [{ text: string }];
  expect(both.text).toContain('(pour le 24 déc. 2026)');
  expect(both.text).toContain('http://console.example/work-orders?mine=true');
  expect((mails[1] as { text: string }).text).toContain(`/work-orders/${made.body.created[2]}`);
  expect(mails.map((mail) => (mail as { thread?: string }).thread)).toEqual([
    undefined,
    `work-order-${made.body.created[2]}`,
    `work-order-${first}`,
  ]);
});
