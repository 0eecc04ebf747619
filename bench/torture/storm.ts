/**
 * A storm of alerts while workers and the mail server die: each episode is counted once, and each user gets
 * at least one message.
 */
import { condition } from '@aerowatch/server/features/alerting/testing';
import { startSmtp } from '@aerowatch/server/features/notifications/testing';
import { sql } from 'kysely';
import type { TestUser } from '../../testing/store-builders.ts';
import { sleep, until } from '../lib/figures.ts';
import { type Process, type Stage, startStage } from '../lib/stage.ts';
import { fillBoxes, SECRET } from '../lib/store-fill.ts';
import { WireBox } from '../lib/wire-box.ts';
import { promises, type Scene } from './scene.ts';

const BOXES = 25;
/** Hot, cool: each pair of datapoints is a separate episode, ten minutes apart. */
const STEP = 600;

export const storm: Scene = {
  name: 'storm of alerts, workers and SMTP killed',
  async play(long) {
    const { broken, hold } = promises();
    const stage = await startStage();
    let smtp = await startSmtp();
    const { mails } = smtp;
    const port = Number(new URL(smtp.url).port);
    const restart = async () => {
      await smtp.stop();
      await sleep(1000);
      smtp = await startSmtp(port, mails);
    };
    try {
      const client = await createClient(stage);
      const boxes = await fillBoxes(stage.db, BOXES, { client });
      const server = await stage.launch({ ROLES: 'web,ingest' });
      const manager = await stage.user(server.url, { level: 'privileged', client });
      const people = [];
      for (let i = 0; i < 2; i += 1)
        people.push(await stage.user(server.url, { client, notify_email: true }));
      const aeros = boxes.flatMap((box) => box.aeros);
      await watch(manager, aeros);
      const episodes = Math.round(10 * Math.max(1, long));
      const env = workerEnv(smtp.url);
      const workers: Process[] = [await stage.launch(env), await stage.launch(env)];
      let sending = true;
      const killing = killInTurn({
        launch: () => stage.launch(env),
        workers,
        isSending: () => sending,
        restart,
      });
      await Promise.all(boxes.map((box) => sendEpisodes(box.serial, server.mqttPort, episodes)));
      sending = false;
      const kills = await killing;
      await until('all is judged, gathered and sent', () => finished(stage), 180_000);
      const alerts = await unseenAlerts(stage);
      const expected = aeros.length * episodes;
      const occurrences = holdAlerts(hold, alerts, { aeros: aeros.length, expected });
      const untold = people.reduce((sum, { email }) => sum + missedBy(email, mails, alerts), 0);
      hold(`${untold} alerts were told to nobody who wanted them`, untold === 0);
      const ids = new Set(mails.map((mail) => mail.messageId));
      const counts = {
        kills,
        episodes: expected,
        occurrences,
        alerts: alerts.length,
        messages: ids.size,
        'sent twice': mails.length - ids.size,
        untold,
      };
      return { name: storm.name, counts, broken };
    } finally {
      await stage.stop();
      await smtp.stop();
    }
  },
};

const workerEnv = (smtp: string) => ({
  ROLES: 'worker',
  SMTP_URL: smtp,
  NOTIFY_GATHER_SECONDS: '1',
  PUBLIC_URL: 'https://aero.example',
  MAIL_FROM: 'console@aero.example',
});

interface Alert {
  readonly id: number;
  readonly aero_id: number;
  readonly occurrences: number;
}

async function createClient({ db }: Stage): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into clients (name) values ('Storm') returning id`.execute(db);
  return rows[0]!.id;
}

/** A supervisor over all AEROs. */
async function watch({ api }: TestUser, aeros: readonly number[]): Promise<void> {
  const answer = await api.post('/supervisors/', {
    name: 'Storm',
    aeros,
    conditions: [condition()],
  });
  if (answer.status !== 201) throw new Error(answer.text.slice(0, 300));
}

interface Killing {
  readonly workers: Process[];
  readonly launch: () => Promise<Process>;
  readonly isSending: () => boolean;
  /** Stops and restarts the mail server. */
  readonly restart: () => Promise<void>;
}

/** Kills one worker at a time, and every fourth turn the mail server too; at least eight times. */
async function killInTurn({ workers, launch, isSending, restart }: Killing): Promise<number> {
  let kills = 0;
  for (let turn = 0; isSending() || turn < 8; turn += 1) {
    await sleep(300 + Math.random() * 600);
    const at = turn % 2;
    await workers[at]!.kill();
    kills += 1;
    if (turn % 4 === 1) await restart();
    workers[at] = await launch();
  }
  return kills;
}

async function unseenAlerts({ db }: Stage): Promise<readonly Alert[]> {
  const { rows } = await sql<Alert>`
        select id, aero_id, occurrences from alerts where seen_at is null`.execute(db);
  return rows;
}

/** Each episode is counted once, in one alert of its AERO. Returns the occurrences. */
function holdAlerts(
  hold: ReturnType<typeof promises>['hold'],
  alerts: readonly Alert[],
  { aeros, expected }: { aeros: number; expected: number },
): number {
  // While nobody has seen an alert, the next episode of its condition and AERO is another occurrence of it.
  const occurrences = alerts.reduce((sum, alert) => sum + alert.occurrences, 0);
  const alerted = new Set(alerts.map((alert) => alert.aero_id)).size;
  hold(`${occurrences} occurrences of ${expected} episodes`, occurrences === expected);
  hold(`${alerts.length} alerts of ${aeros} AEROs`, alerts.length === aeros && alerted === aeros);
  return occurrences;
}

/** Number of alerts that no mail to this address contains. */
function missedBy(
  email: string,
  mails: Awaited<ReturnType<typeof startSmtp>>['mails'],
  alerts: readonly Alert[],
): number {
  const text = mails
    .filter((mail) => mail.envelopeTo.includes(email))
    .map((mail) => mail.text)
    .join('\n');
  const named = new Set([...text.matchAll(/\/alerts\/(\d+)/g)].map((match) => Number(match[1])));
  return alerts.filter((alert) => !named.has(alert.id)).length;
}

/**
 * Datapoints alternately over and under 30 °C, of both AEROs, one message each, resent until acknowledged.
 */
async function sendEpisodes(serial: string, port: number, episodes: number): Promise<void> {
  const wire = new WireBox({ serial, secret: SECRET, ports: [port] });
  const now = Math.floor(Date.now() / 1000);
  const first = now - episodes * 2 * STEP - 60;
  for (let step = 0; step < episodes * 2; step += 1) {
    const part = (aero: number) => ({
      aero,
      t0: first + step * STEP,
      dt: [0],
      temperature: [step % 2 === 0 ? 35 : 20],
    });
    await wire.deliver(
      `boxes/${serial}/measures`,
      Buffer.from(JSON.stringify({ v: 1, aeros: [part(1), part(2)] })),
    );
    await sleep(200 + Math.random() * 300);
  }
  wire.end();
}

async function finished(stage: Stage): Promise<boolean> {
  const { rows } = await sql<{ left: number }>`
    select ((select count(*) from aero_due) + (select count(*) from notifications where message_id is null)
      + (select count(*) from messages where state = 'queued'))::int as left`.execute(stage.db);
  await sleep(200);
  return rows[0]?.left === 0;
}
