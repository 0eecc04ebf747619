/** The database's disk becomes full on a small tmpfs, and gets space again. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep, until } from '../lib/figures.ts';
import { ownPostgres, startStage } from '../lib/stage.ts';
import { fillBoxes } from '../lib/store-fill.ts';
import { startFlock } from './flock.ts';
import { countsOf, holdStored, type Outcome, promises, type Scene } from './scene.ts';
import { checkStored } from './store-check.ts';

const NAME = 'disk full';
/** Bytes that stay free. */
const LEFT = 200_000;

export const disk: Scene = {
  name: NAME,
  async play(long) {
    const folder = mkdtempSync(join(tmpdir(), 'aerowatch-disk-'));
    chmodSync(folder, 0o755);
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=0755', 'tmpfs', folder]);
    if (mount.status !== 0) {
      rmSync(folder, { recursive: true, force: true });
      const said = mount.error?.message ?? mount.stderr.toString().trim();
      return { name: NAME, skipped: `a tmpfs may not be mounted here: ${said}`, counts: {}, broken: [] };
    }
    try {
      return await playFull(folder, long);
    } finally {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function playFull(folder: string, long: number): Promise<Outcome> {
  const { broken, hold } = promises();
  const small = { max_wal_size: '96MB', min_wal_size: '32MB', shared_buffers: '32MB' };
  const stage = await startStage(folder, ownPostgres(small));
  try {
    const boxes = await fillBoxes(stage.db, 20);
    const server = await stage.launch({ DATA_DIR: mkdtempSync(join(tmpdir(), 'aerowatch-disk-data-')) });
    const flock = startFlock(boxes, [server.mqttPort], 5, 4);
    await sleep(3000);
    // Another file takes all remaining and newly freed space.
    const filler = join(folder, 'filler');
    const acked = () => flock.acked.reduce((sum, set) => sum + set.size, 0);
    await until(
      'the disk is full and nothing is acknowledged any more',
      async () => {
        const { bavail, bsize } = statfsSync(folder);
        try {
          appendFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - LEFT)));
        } catch {
          // The database took it first: the disk is full.
        }
        return stalled(acked);
      },
      90_000,
    );
    const atFull = acked();
    await sleep(4000 * Math.min(long, 5));
    const meanwhile = acked() - atFull;
    const alive = server.alive();
    const back = performance.now();
    rmSync(filler);
    await until('boxes are acknowledged again', () => acked() > atFull + meanwhile + 20, 90_000);
    const seconds = (performance.now() - back) / 1000;
    await sleep(1500);
    await flock.stop();
    await server.stop();
    const check = await checkStored(stage.db, flock);
    holdStored(hold, check);
    hold('the server process ended', alive);
    hold(`ingest took ${seconds.toFixed(0)} s to resume`, seconds < 30);
    const clear = /space|ENOSPC|disk/i.test(server.said());
    hold('no line of the log says that the disk is full', clear);
    return {
      name: NAME,
      counts: {
        'resumed after s': seconds.toFixed(1),
        ...countsOf(check),
        'connections cut': flock.failures(),
      },
      broken,
    };
  } finally {
    await stage.stop();
  }
}

async function stalled(acked: () => number): Promise<boolean> {
  const before = acked();
  await sleep(1500);
  return acked() === before;
}
