/** What somebody hostile does from outside or with one account, while another person reads the dashboard and boxes send. */
import { spawn } from 'node:child_process';
import { readBounds } from '@aerowatch/server/measures/set-aside/store-bounds';
import { quantile, sleep, timed, until } from '../lib/figures.ts';
import { type Process, startStage } from '../lib/stage.ts';
import { fillBoxes, fillMeasures, rollUpAll, SECRET } from '../lib/store-fill.ts';
import { WireBox } from '../lib/wire-box.ts';
import { promises, type Scene } from './scene.ts';
import { keptAside } from './store-check.ts';

/** Others' p95 may grow by so much; below the floor a wait is the scheduler's, and nobody notices. */
const MOST = 1.5;
const FLOOR_MS = 30;
/** The box under attack tries so often. */
const TRIES = 15;

const MIB = 1024 * 1024;

type Counts = Record<string, number>;

/** Runs an attack in a process of its own; resolves with what it counted. */
function strike(server: Process, attack: string, seconds: number, more: Readonly<Record<string, string>>) {
  const given = { attack, url: server.url, mqtt: String(server.mqttPort), seconds: String(seconds), ...more };
  const child = spawn(process.execPath, [
    new URL('./attacker.ts', import.meta.url).pathname,
    ...Object.entries(given).map(([name, value]) => `--${name}=${value}`),
  ]);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.pipe(process.stderr);
  const ended = new Promise<Counts>((resolve) =>
    child.once('close', () => resolve(JSON.parse(said.trim().split('\n').at(-1) ?? '{}'))),
  );
  return { began: until('the attack begins', () => said.includes('\n'), 20_000), ended };
}

/** Reads the dashboard ten times a second for so long, as ten people do; ms of each. */
async function watch(read: () => Promise<{ status: number }>, seconds: number): Promise<number[]> {
  const waits: number[] = [];
  const under: Promise<void>[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(100))
    under.push(timed(read).then((ms) => void waits.push(ms)));
  await Promise.all(under);
  return waits;
}

/** How often the box got in, and the longest it took, in ms. */
async function enter(server: Process, serial: string, times: number, pauseMs: number) {
  const waits: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const wire = new WireBox({ serial, secret: SECRET, ports: [server.mqttPort] });
    const start = performance.now();
    const entered = await Promise.race([
      wire.connect().then(
        () => true,
        () => false,
      ),
      sleep(3000).then(() => false),
    ]);
    if (entered) waits.push(performance.now() - start);
    wire.end();
    await sleep(pauseMs);
  }
  return { entered: waits.length, longest: quantile(waits, 1) };
}

export const attack: Scene = {
  name: 'attacks from outside and by one account',
  async play(long) {
    const { broken, hold } = promises();
    const stage = await startStage();
    try {
      const { id: client } = await stage.db
        .insertInto('clients')
        .values({ name: 'Bench' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const boxes = await fillBoxes(stage.db, 40, { client });
      await fillMeasures(
        stage.db,
        boxes.flatMap((box) => box.aeros),
        60,
      );
      await rollUpAll(stage.db);
      const server = await stage.launch();
      const member = await stage.user(server.url, { level: 'member', client });
      const other = await stage.user(server.url, { level: 'member', client });
      const read = () => other.api.get('/dashboard/');
      const seconds = 8 * Math.min(long, 5);
      await watch(read, 2);
      const counts: Record<string, number | string> = {};
      const under = async (
        attack: string,
        more: Readonly<Record<string, string>>,
        beside?: () => Promise<void>,
      ) => {
        await sleep(1500);
        const alone = await watch(read, seconds / 2);
        const { began, ended } = strike(server, attack, seconds, more);
        await began;
        await sleep(300);
        const [among] = await Promise.all([watch(read, seconds - 1), beside?.()]);
        const seen = await ended;
        const [before, after] = [quantile(alone, 0.95), quantile(among, 0.95)];
        const ratio = after / Math.max(before, FLOOR_MS);
        counts[`${attack}: others’ p95 alone ms`] = before.toFixed(0);
        counts[`${attack}: among ms`] = after.toFixed(0);
        counts[`${attack}: longest ms`] = quantile(among, 1).toFixed(0);
        counts[`${attack}: ratio`] = ratio.toFixed(2);
        for (const [what, count] of Object.entries(seen)) counts[`${attack}: ${what}`] = count;
        hold(
          `${attack}: others’ p95 went from ${before.toFixed(0)} to ${after.toFixed(0)} ms`,
          ratio <= MOST,
        );
        return seen;
      };

      const posted = await under('bodies', {});
      hold(
        'an answer to a visitor is not bounded',
        (posted['bytes answered'] ?? 0) / (posted.posts ?? 1) < 16_384,
      );
      let got = { entered: 0, longest: 0 };
      await under('passwords', { serial: boxes[0]!.serial }, async () => {
        got = await enter(server, boxes[0]!.serial, TRIES, 300);
      });
      counts['passwords: box got in'] = `${got.entered} of ${TRIES}`;
      counts['passwords: longest wait of the box ms'] = got.longest.toFixed(0);
      hold(`the box got in ${got.entered} of ${TRIES} times`, got.entered === TRIES);
      const flooding = boxes[1]!;
      const flooded = await under('aside', { serial: flooding.serial, secret: SECRET });
      const kept = await keptAside(stage.db, flooding.id);
      counts['aside: set aside MiB'] = (kept / MIB).toFixed(1);
      hold(
        `one box grew the list by ${(kept / MIB).toFixed(1)} MiB`,
        kept <= (await readBounds(stage.db)).quota_mb * MIB,
      );
      hold('the flooding box was not acknowledged', (flooded.messages ?? 0) > 0);
      const exported = await under('exporting', { token: member.token });
      hold('the exporter got no file', (exported['whole files'] ?? 0) > 0);
      const streamed = await under('streams', { token: member.token });
      hold('one member held many streams', (streamed['streams open'] ?? 0) <= 40);
      counts['memory at its highest MB'] = server.memory().peak.toFixed(0);
      return { name: attack.name, counts, broken };
    } finally {
      await stage.stop();
    }
  },
};
