/** kill −9 of the server, of its database and of a worker of its own, at random moments, while boxes send. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeFor } from '@aerowatch/server/platform/database/embedded/place';
import { freePort } from '@aerowatch/server/platform/free-port';
import { sleep, until } from '../lib/figures.ts';
import { ownPostgres, type Process, startStage } from '../lib/stage.ts';
import { fillBoxes } from '../lib/store-fill.ts';
import { startFlock } from './flock.ts';
import { countsOf, holdStored, promises, type Scene } from './scene.ts';
import { checkStored } from './store-check.ts';

export const kills: Scene = {
  name: 'kill −9 of server, database, worker',
  play: (long) => playKills(Math.round(24 * long)),
};

/**
 * The database is the embedded one, which the server must start again by itself. A box waits `pauseMs` between
 * two messages of forty under way.
 */
export async function playKills(times: number, pauseMs?: number) {
  const { broken, hold } = promises();
  const stage = await startStage(undefined, ownPostgres());
  try {
    const boxes = await fillBoxes(stage.db, 20);
    await stage.stopDatabase();
    const dataDir = join(stage.folder, 'cluster');
    const embedded = { DATABASE_URL: '', DATA_DIR: dataDir };
    const ports = { PORT: String(await freePort()), MQTT_PORT: String(await freePort()) };
    const start = () => stage.launch({ ...embedded, ...ports, ROLES: 'web,ingest' });
    const startWorker = () => stage.launch({ ...embedded, ROLES: 'worker' });
    const running: { server: Process; worker: Process } = {
      server: await start(),
      worker: await startWorker(),
    };
    const flock = startFlock(boxes, [Number(ports.MQTT_PORT)], pauseMs);
    const killed = { server: 0, database: 0, worker: 0 };
    for (let turn = 0; turn < times; turn += 1) {
      await sleep(300 + Math.random() * 900);
      const which = (['server', 'database', 'worker'] as const)[Math.floor(Math.random() * 3)]!;
      if (which === 'database') {
        if (!killDatabase(dataDir)) continue;
        await answers(running.server);
      } else {
        await running[which].kill();
        running[which] = which === 'server' ? await start() : await startWorker();
      }
      killed[which] += 1;
    }
    await sleep(500);
    await flock.stop();
    for (const one of [running.worker, running.server]) await one.stop();
    await stage.startDatabase();
    const check = await checkStored(stage.db, flock);
    holdStored(hold, check);
    return {
      name: kills.name,
      counts: { ...killed, ...countsOf(check), 'sent again': flock.failures() },
      broken,
    };
  } finally {
    await stage.stop();
  }
}

/** False when it is not running: it was killed before and is being started again. */
function killDatabase(dataDir: string): boolean {
  try {
    process.kill(
      Number(readFileSync(join(placeFor(dataDir).data, 'postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );
    return true;
  } catch {
    return false;
  }
}

async function answers(server: Process): Promise<void> {
  await sleep(100);
  await until(
    'the server is ready after its database was killed',
    async () => (await fetch(`${server.url}/health/ready`)).status === 200,
    60_000,
  );
}
