import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConditionInput } from '@aerowatch/domain/alerting/condition';
import { normalizeCondition } from '@aerowatch/domain/alerting/condition';
import { rehearse } from '@aerowatch/domain/alerting/rehearse';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intoOneFile } from '../../../../testing/one-file.ts';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server.ts';
import type { TestUser } from '../../../../testing/store-builders.ts';
import { startSmtp, type TestSmtp } from '../../notifications/testing.ts';
import { supervisorsModule } from '../rules/index.ts';
import { condition, MINUTE, type Point, receiveMany } from '../testing.ts';

const KILLS = 100;
const WORKERS = 3;
const AEROS = 520;
const STEPS = 20;
const CONDITIONS: ConditionInput[] = [
  condition(),
  condition({ value: 33, period: { value: 20, unit: 'minutes' }, percent: 50 }),
];

const folder = mkdtempSync(join(tmpdir(), 'aerowatch-worker-'));
const script = join(folder, 'worker.mjs');
let server: TestServer;
let smtp: TestSmtp;
const people: TestUser[] = [];
const children = new Set<ChildProcess>();

beforeAll(async () => {
  await intoOneFile(fileURLToPath(new URL('./testing-worker.ts', import.meta.url)), script);
  smtp = await startSmtp();
  server = await startTestServer({ modules: [supervisorsModule] });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await smtp?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves once the worker works. */
function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--no-warnings', script], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: server.databaseUrl,
      SMTP_URL: smtp.url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  child.on('exit', () => children.delete(child));
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve(child));
    child.once('error', reject);
  });
}

/** Deterministic weather: each AERO hovers around the limits in its own way. */
function temperature(aero: number, step: number): number {
  return 25 + ((aero * 7 + step * step * 5 + step * 3) % 13);
}

describe('100 kill −9 of workers, and four restarts of the SMTP server, during a storm of 1,000 alerts', () => {
  it('leave each episode with one alert and at least one message per person who wants it', async () => {
    const client = await server.createClient();
    const manager = await server.createUser({ level: 'privileged', client: client.id });
    for (let i = 0; i < 2; i++)
      people.push(await server.createUser({ client: client.id, notify_email: true }));
    const aeros: number[] = [];
    for (let i = 0; i < AEROS / 2; i++)
      aeros.push(...(await server.createBox({ client: client.id })).aeroIds);
    const answer = await manager.api.post('/supervisors/', { name: 'Storm', aeros, conditions: CONDITIONS });
    expect(answer.status, answer.text).toBe(201);

    const begin = Date.now() - STEPS * 10 * MINUTE;
    const streams = new Map(
      aeros.map((aero) => [
        aero,
        Array.from(
          { length: STEPS },
          (_, step): Point => ({ time: begin + step * 10 * MINUTE, temperature: temperature(aero, step) }),
        ),
      ]),
    );
    let fed = 0;
    let kills = 0;
    const feeding = (async () => {
      for (let step = 0; step < STEPS; step++) {
        await receiveMany(server.db, new Map(aeros.map((aero) => [aero, [streams.get(aero)![step]!]])));
        fed++;
        // As long as the killing lasts, so that every kill falls into work.
        while (kills < ((step + 1) / STEPS) * KILLS) await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const killing = Array.from({ length: WORKERS }, async (_, n) => {
      while (kills < KILLS) {
        const child = await startWorker();
        await new Promise((resolve) => setTimeout(resolve, 20 + ((kills * 37 + n * 53) % 150)));
        child.kill('SIGKILL');
        kills++;
        if (n === 0 && (kills === 30 || kills === 60 || kills === 31 || kills === 61)) {
          const port = Number(new URL(smtp.url).port);
          const { mails } = smtp;
          await smtp.stop();
          smtp = await startSmtp(port, mails);
        }
      }
    });
    await Promise.all([feeding, ...killing]);
    expect(fed).toBe(STEPS);

    // One worker finishes what they left.
    const last = await startWorker();
    const wanted = async () => {
      const due = await server.db.selectFrom('aero_due').select('id').executeTakeFirst();
      const waiting = await server.db
        .selectFrom('notifications')
        .select('id')
        .where('message_id', 'is', null)
        .executeTakeFirst();
      const queued = await server.db
        .selectFrom('messages')
        .select('id')
        .where('state', '=', 'queued')
        .executeTakeFirst();
      return due === undefined && waiting === undefined && queued === undefined;
    };
    const end = Date.now() + 60_000;
    while (!(await wanted()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
    last.kill('SIGKILL');
    expect(await wanted()).toBe(true);

    const conditions = CONDITIONS.map((one) => normalizeCondition(one));
    const expected = aeros.flatMap((aero) =>
      rehearse(conditions, { aero, points: streams.get(aero)!.map(whole) }, begin - 1, Date.now()).alerts.map(
        (alert) => ({
          aero,
          condition: answer.body.conditions[alert.condition].id,
          opened: alert.openedAt,
          last: alert.lastAt,
          occurrences: alert.occurrences,
          cleared: alert.clearedAt,
        }),
      ),
    );
    const alerts = await server.db
      .selectFrom('alerts')
      .selectAll()
      .orderBy('aero_id')
      .orderBy('condition_id')
      .orderBy('opened_at')
      .execute();
    const found = alerts.map((alert) => ({
      aero: alert.aero_id,
      condition: alert.condition_id,
      opened: alert.opened_at.getTime(),
      last: alert.last_at.getTime(),
      occurrences: alert.occurrences,
      cleared: alert.cleared_at?.getTime() ?? null,
    }));
    const order = (a: (typeof found)[number], b: (typeof found)[number]) =>
      a.aero - b.aero || a.condition - b.condition || a.opened - b.opened;
    expect(found.sort(order)).toEqual(expected.sort(order));
    expect(found.length).toBeGreaterThan(1000);

    const states = await server.db.selectFrom('messages').select('state').execute();
    expect(new Set(states.map((row) => row.state))).toEqual(new Set(['sent']));
    for (const person of people) {
      const text = smtp.mails
        .filter((mail) => mail.envelopeTo.includes(person.email))
        .map((mail) => mail.text)
        .join('\n');
      const notified = new Set([...text.matchAll(/\/alerts\/(\d+)/g)].map((match) => Number(match[1])));
      expect([...notified].sort((a, b) => a - b)).toEqual(
        alerts.map((alert) => alert.id).sort((a, b) => a - b),
      );
    }
    const byId = Map.groupBy(smtp.mails, (mail) => mail.messageId);
    const repeated = [...byId.values()].filter((mails) => mails.length > 1).length;
    console.info(
      `${kills} kills: ${found.length} alerts, ${byId.size} messages, ${repeated} of them sent twice (same Message-ID)`,
    );
  }, 300_000);
});

function whole(point: Point) {
  return { ...Object.fromEntries(METRIC_KEYS.map((key) => [key, null])), ...point } as Parameters<
    typeof rehearse
  >[1]['points'][number];
}
