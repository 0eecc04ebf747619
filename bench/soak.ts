/**
 * `npm run soak`: ten times the normal load of a fleet for an hour (`--minutes N`); memory, handles and waits
 * must stay flat.
 */
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sleep } from './lib/figures.ts';
import { startStage } from './lib/stage.ts';
import { fillBoxes } from './lib/store-fill.ts';
import { p95, startFlock } from './torture/flock.ts';
import { holdStored, promises } from './torture/scene.ts';
import { checkStored } from './torture/store-check.ts';

/** 300 boxes with a message of 2 hours every 12 s send as much as 180,000 boxes with ten-minute data. */
const BOXES = 300;
const PAUSE_MS = 12_000;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  process.stderr.write(`--minutes is ${values.minutes}, not a number over 0.\n`);
  process.exit(2);
}

const { broken, hold } = promises();
const stage = await startStage();
try {
  const boxes = await fillBoxes(stage.db, BOXES);
  const server = await stage.launch();
  const { api } = await stage.user(server.url);
  const flock = startFlock(boxes, [server.mqttPort], PAUSE_MS, 1);
  const samples: { memory: number; handles: number; wait: number }[] = [];
  const every = Math.max(5000, (minutes * 60_000) / 60);
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) {
    await sleep(Math.min(every, Math.max(0, end - Date.now())));
    const { status } = await api.get('/dashboard/');
    if (status !== 200) hold(`the dashboard answered ${status}`, false);
    const sample = {
      memory: server.memory().now,
      handles: readdirSync(`/proc/${server.pid}/fd`).length,
      wait: p95(flock.takeWaits()),
    };
    samples.push(sample);
    process.stdout.write(
      `${new Date().toISOString()} ${sample.memory.toFixed(0)} MB, ${sample.handles} handles, PUBACK p95 ${sample.wait.toFixed(0)} ms\n`,
    );
  }
  await flock.stop();
  await server.stop();
  const check = await checkStored(stage.db, flock);
  holdStored(hold, check);
  // Compares the second quarter with the last: the memory needed by the start has been allocated by then.
  const quarter = Math.floor(samples.length / 4);
  const mean = (of: 'memory' | 'handles', from: number, to: number) =>
    samples.slice(from, to).reduce((sum, one) => sum + one[of], 0) / Math.max(1, to - from);
  if (quarter > 0)
    for (const [what, more] of [
      ['memory', 1.2],
      ['handles', 1.1],
    ] as const) {
      const [early, late] = [mean(what, quarter, 2 * quarter), mean(what, 3 * quarter, 4 * quarter)];
      hold(`${what} went from ${early.toFixed(0)} to ${late.toFixed(0)}`, late <= early * more);
    }
  process.stdout.write(
    `${minutes} min: ${check.acknowledged} measures acknowledged, ${check.found} found, ${check.lost} lost, ${check.doubled} doubled, ${check.rollupsWrong} rollups wrong\n`,
  );
} finally {
  await stage.stop();
}
for (const one of broken) process.stdout.write(`broken: ${one}\n`);
process.exit(broken.length === 0 ? 0 : 1);
