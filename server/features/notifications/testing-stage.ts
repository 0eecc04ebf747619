/** The console with its outbox, a real SMTP server and a gateway; alerts are gathered for one second. */
import { expect } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestBox, TestUser } from '../../../testing/store-builders.ts';
import { transaction } from '../../platform/database/db.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import { alertingModule, alertsModule, supervisorsModule } from '../alerting/index.ts';
import { condition, type Point, receive } from '../alerting/testing.ts';
import { usersModule } from '../users/index.ts';
import { notificationsModule, notifyModule } from './index.ts';
import { startGateway, startSmtp } from './testing.ts';

/** Only a real hang should fail by timeout. */
const PATIENCE_MS = 60_000;

export async function until<T>(what: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await what();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

interface SceneOptions {
  readonly conditions?: object[];
  readonly boxes?: number;
}

/** A client with boxes on two lines, all watched by one supervisor. */
async function makeScene(server: TestServer, options: SceneOptions) {
  const client = await server.createClient();
  const manager = await server.createUser({ level: 'privileged', client: client.id });
  const boxes: TestBox[] = [];
  for (let i = 0; i < (options.boxes ?? 1); i++)
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
    conditions: options.conditions ?? [condition()],
  });
  expect(answer.status, answer.text).toBe(201);
  return {
    client,
    manager,
    boxes,
    /** Stores datapoints of a box and wakes the workers, as ingest does. */
    async measure(points: Point[], box = 0) {
      await receive(server.db, boxes[box]!.aeroIds[0]!, points);
      await transaction(server.db, (trx) => wake(trx, 'aero_due'));
    },
  };
}

export async function startStage() {
  const smtp = await startSmtp();
  const gateway = await startGateway();
  const server = await startTestServer({
    modules: [
      usersModule,
      supervisorsModule,
      alertsModule,
      notificationsModule,
      alertingModule,
      notifyModule,
    ],
    env: {
      SMTP_URL: smtp.url,
      SMS_URL: gateway.url,
      WEBHOOK_PRIVATE: 'true',
      PUSH_CONTACT: 'mailto:ops@example.org',
      NOTIFY_GATHER_SECONDS: '1',
      PUBLIC_URL: 'https://aero.example',
    },
  });

  return {
    smtp,
    gateway,
    server,
    scene: (options: SceneOptions = {}) => makeScene(server, options),
    mailTo: (user: TestUser) => until(() => smtp.mails.find((mail) => mail.envelopeTo.includes(user.email))),
    outbox: async (manager: TestUser, query = '') =>
      (await manager.api.get(`/notifications/?${query}`)).body.results,
    async stop() {
      await server.stop();
      await smtp.stop();
      await gateway.stop();
    },
  };
}
