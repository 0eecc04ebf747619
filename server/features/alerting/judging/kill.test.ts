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

/** Two in each step of the storm; KILLS=1000 for longer. */
const KILLS = Number(process.env.KILLS ?? 40);
/** Kills of the first worker after which the SMTP server restarts: twice, one right after the other. */
const RESTARTS = [3, 4, 7, 8];
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

/** Resolves once the worker is running. */
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

type Streams = ReadonlyMap<number, readonly Point[]>;

/** Progress of the storm. */
interface Storm {
  steps: number;
  kills: number;
  restarts: number;
}

function streamsOf(aeros: readonly number[], begin: number): Streams {
  return new Map(
    aeros.map((aero) => [
      aero,
      Array.from(
        { length: STEPS },
        (_, step): Point => ({ time: begin + step * 10 * MINUTE, temperature: temperature(aero, step) }),
      ),
    ]),
  );
}

/** Stores the measures step by step for as long as workers are killed, so that every kill interrupts work. */
async function feed(streams: Streams, storm: Storm): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    await receiveMany(server.db, new Map([...streams].map(([aero, points]) => [aero, [points[step]!]])));
    storm.steps++;
    while (storm.kills < ((step + 1) / STEPS) * KILLS) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Starts and kills the nth worker again and again; the first also restarts the SMTP server, four times. */
async function killWorker(n: number, storm: Storm): Promise<void> {
  const last = n === 0 ? Math.max(...RESTARTS) : 0;
  for (let own = 1; storm.kills < KILLS || own <= last; own += 1) {
    const child = await startWorker();
    await new Promise((resolve) => setTimeout(resolve, 20 + ((storm.kills * 37 + n * 53) % 150)));
    child.kill('SIGKILL');
    storm.kills++;
    if (n === 0 && RESTARTS.includes(own)) {
      const port = Number(new URL(smtp.url).port);
      const { mails } = smtp;
      await smtp.stop();
      smtp = await startSmtp(port, mails);
      storm.restarts++;
    }
  }
}

async function isAllDone(): Promise<boolean> {
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
}

/** One worker completes what the killed ones left. */
async function finish(): Promise<void> {
  const last = await startWorker();
  const end = Date.now() + 300_000;
  while (!(await isAllDone()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
  last.kill('SIGKILL');
  expect(await isAllDone()).toBe(true);
}

/** The alerts equal those of an uninterrupted rehearsal; returns their ids. */
async function expectAlerts(
  streams: Streams,
  begin: number,
  conditionIds: readonly number[],
): Promise<number[]> {
  const conditions = CONDITIONS.map((one) => normalizeCondition(one));
  const expected = [...streams].flatMap(([aero, points]) =>
    rehearse(conditions, { aero, points: points.map(whole) }, begin - 1, Date.now()).alerts.map((alert) => ({
      aero,
      condition: conditionIds[alert.condition]!,
      opened: alert.openedAt,
      last: alert.lastAt,
      occurrences: alert.occurrences,
      cleared: alert.clearedAt,
    })),
  );
  const alerts = await server.db.selectFrom('alerts').selectAll().execute();
  const opened = alerts.map((alert) => ({
    aero: alert.aero_id,
    condition: alert.condition_id,
    opened: alert.opened_at.getTime(),
    last: alert.last_at.getTime(),
    occurrences: alert.occurrences,
    cleared: alert.cleared_at?.getTime() ?? null,
  }));
  const order = (a: (typeof opened)[number], b: (typeof opened)[number]) =>
    a.aero - b.aero || a.condition - b.condition || a.opened - b.opened;
  expect(opened.sort(order)).toEqual(expected.sort(order));
  expect(opened.length).toBeGreaterThan(1000);
  return alerts.map((alert) => alert.id).sort((a, b) => a - b);
}

/** Each person got every alert by mail, and no message remains queued. */
async function expectMails(alerts: readonly number[]): Promise<void> {
  const states = await server.db.selectFrom('messages').select('state').execute();
  expect(new Set(states.map((row) => row.state))).toEqual(new Set(['sent']));
  for (const person of people) {
    const text = smtp.mails
      .filter((mail) => mail.envelopeTo.includes(person.email))
      .map((mail) => mail.text)
      .join('\n');
    const notified = new Set([...text.matchAll(/\/alerts\/(\d+)/g)].map((match) => Number(match[1])));
    expect([...notified].sort((a, b) => a - b)).toEqual(alerts);
  }
}

describe('kill −9 of workers again and again, and four restarts of the SMTP server, during a storm of 1,000 alerts', () => {
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
    const streams = streamsOf(aeros, begin);
    const storm: Storm = { steps: 0, kills: 0, restarts: 0 };
    const killing = Array.from({ length: WORKERS }, (_, n) => killWorker(n, storm));
    await Promise.all([feed(streams, storm), ...killing]);
    expect(storm.steps).toBe(STEPS);
    expect(storm.restarts).toBe(RESTARTS.length);
    await finish();

    const conditionIds = answer.body.conditions.map(({ id }: { id: number }) => id);
    const alerts = await expectAlerts(streams, begin, conditionIds);
    await expectMails(alerts);
    const byId = Map.groupBy(smtp.mails, (mail) => mail.messageId);
    const repeated = [...byId.values()].filter((mails) => mails.length > 1).length;
    console.info(
      `${storm.kills} kills: ${alerts.length} alerts, ${byId.size} messages, ${repeated} of them sent twice (same Message-ID)`,
    );
  });
});

function whole(point: Point) {
  return { ...Object.fromEntries(METRIC_KEYS.map((key) => [key, null])), ...point } as Parameters<
    typeof rehearse
  >[1]['points'][number];
}
