/**
 * A client with a manager who sets rules and a user who wants all messages; the tests decide when to judge.
 */
import { expect } from 'vitest';
import type { TestBox } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import type { MakeModule } from '../../parts.ts';
import { alertsModule } from './alerts/index.ts';
import { supervisorsModule } from './rules/index.ts';

export const iso = (ms: number) => new Date(ms).toISOString();
/** Now, in whole seconds. */
export const soon = () => Math.floor(Date.now() / 1000) * 1000;

export async function startScene(more: readonly MakeModule[] = []) {
  // Without the worker, because each test decides when it judges.
  const server = await testServer({ modules: [supervisorsModule, alertsModule, ...more] });
  const client = await server.createClient();
  const manager = await server.createUser({ level: 'privileged', client: client.id });
  const phone = '+33612345678';
  const mailed = await server.createUser({ client: client.id, notify_email: true, notify_sms: true, phone });
  return {
    server,
    client,
    manager,
    mailed,
    /** A supervisor of one AERO, by default of a new box. */
    async watch(conditions: object[], options: { box?: TestBox; name?: string } = {}) {
      const box = options.box ?? (await server.createBox({ client: client.id }));
      const answer = await manager.api.post('/supervisors/', {
        name: options.name ?? 'Rule',
        aeros: [box.aeroIds[0]],
        conditions,
      });
      expect(answer.status, answer.text).toBe(201);
      return { box, aero: box.aeroIds[0]!, supervisor: answer.body };
    },
    async opened(box: TestBox) {
      return (await manager.api.get(`/alerts/opened/?box=${box.id}`)).body;
    },
  };
}
