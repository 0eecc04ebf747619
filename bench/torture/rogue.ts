/** One box that does everything a box must not do, while others continue: only it may be affected. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sleep, until } from '../lib/figures.ts';
import { type Stage, startStage } from '../lib/stage.ts';
import { type FilledBox, fillBoxes } from '../lib/store-fill.ts';
import { p95, startFlock } from './flock.ts';
import { countsOf, holdStored, promises, type Scene } from './scene.ts';
import { checkStored } from './store-check.ts';

export const rogue: Scene = {
  name: 'a rogue box among others',
  async play(long) {
    const { broken, hold } = promises();
    const stage = await startStage();
    try {
      const boxes = await fillBoxes(stage.db, 21);
      const server = await stage.launch();
      const [bad, victim, ...good] = boxes;
      const flock = startFlock([victim!, ...good], [server.mqttPort], 50);
      const seconds = 8 * Math.min(long, 10);
      await sleep(3000);
      flock.takeWaits();
      await sleep(seconds * 1000);
      const alone = flock.takeWaits();
      const rogueBox = startRogueBox(server.mqttPort, bad!, victim!, seconds + 1);
      await until('the rogue box begins', rogueBox.hasBegun, 20_000);
      flock.takeWaits();
      await sleep(seconds * 1000);
      const among = flock.takeWaits();
      const counts = await rogueBox.counts();
      await sleep(1000);
      await flock.stop();
      // What it stored in its own name does not count; the check concerns the others.
      await server.stop();
      await deleteMeasuresOf(stage, bad!);
      const check = await checkStored(stage.db, flock);
      holdStored(hold, check);
      // Below this a wait is the timer of one commit, and twice that is not noticeable.
      const before = Math.max(p95(alone), 10);
      hold(
        `PUBACK p95 of the others went from ${p95(alone).toFixed(0)} to ${p95(among).toFixed(0)} ms`,
        p95(among) <= 2 * before,
      );
      hold(
        'the server took memory without bound',
        server.memory().peak < 500 || Number.isNaN(server.memory().peak),
      );
      return {
        name: rogue.name,
        counts: {
          ...counts,
          'p95 alone ms': p95(alone).toFixed(0),
          'p95 among ms': p95(among).toFixed(0),
          ...countsOf(check),
        },
        broken,
      };
    } finally {
      await stage.stop();
    }
  },
};

/** A process that misbehaves for some seconds and reports at its end how often. */
function startRogueBox(port: number, bad: FilledBox, victim: FilledBox, seconds: number) {
  const script = fileURLToPath(new URL('./rogue-box.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(port), bad.serial, victim.serial, String(seconds)]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  return {
    hasBegun: () => output.includes('\n'),
    async counts(): Promise<Record<string, number>> {
      await ended;
      return JSON.parse(output.trim().split('\n').at(-1) ?? '{}');
    },
  };
}

async function deleteMeasuresOf({ db }: Stage, bad: FilledBox): Promise<void> {
  await db
    .deleteFrom('measures')
    .where('aero_id', 'in', [...bad.aeros])
    .execute();
  await db.deleteFrom('box_day_counts').where('box_id', '=', bad.id).execute();
  await db.deleteFrom('box_ledgers').where('box_id', '=', bad.id).execute();
  for (const table of ['measure_days', 'measure_quarters', 'measure_dirty_days'] as const)
    await db
      .deleteFrom(table)
      .where('aero_id', 'in', [...bad.aeros])
      .execute();
}
