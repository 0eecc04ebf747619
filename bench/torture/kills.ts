/**
 * kill −9 of the server, of its database and of a separate worker, at random moments, while boxes send.
 * Compares the stored measures with the acknowledged ones, and the API's answers with the stored measures.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeFor } from '@aerowatch/server/platform/database/embedded/place';
import { freePort } from '@aerowatch/server/platform/machine/free-port';
import type { Api } from '../../testing/api.ts';
import { sleep, until } from '../lib/figures.ts';
import { ownPostgres, type Process, startStage } from '../lib/stage.ts';
import { type FilledBox, fillBoxes } from '../lib/store-fill.ts';
import { startFlock } from './flock.ts';
import { countsOf, holdStored, promises, type Scene } from './scene.ts';
import { checkStored } from './store-check.ts';

/** In turn, so that a short run includes each of them. */
const TURNS = ['server', 'database', 'server', 'worker', 'database'] as const;
/** Boxes whose measures are read completely from the API; for the others only sums. */
const READ_WHOLE = 2;

export const kills: Scene = {
  name: 'kill −9 of server, database, worker',
  play: (long) => playKills(Math.round(24 * long)),
};

/**
 * The database is the embedded one, which the server must restart itself. A box pauses for `pauseMs` between
 * messages, with forty in flight.
 */
export async function playKills(times: number, pauseMs?: number) {
  const { broken, hold } = promises();
  const stage = await startStage(undefined, ownPostgres());
  try {
    const boxes = await fillBoxes(stage.db, 20);
    const ports = { PORT: String(await freePort()), MQTT_PORT: String(await freePort()) };
    const { api } = await stage.user(`http://127.0.0.1:${ports.PORT}`);
    await stage.stopDatabase();
    const dataDir = join(stage.folder, 'cluster');
    const embedded = { DATABASE_URL: '', DATA_DIR: dataDir };
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
      const which = TURNS[turn % TURNS.length]!;
      if (which === 'database') {
        if (!killDatabase(dataDir)) continue;
        await isReady(running.server);
      } else {
        await running[which].kill();
        running[which] = which === 'server' ? await start() : await startWorker();
      }
      killed[which] += 1;
    }
    await sleep(500);
    await flock.stop();
    const answers = await answersOf(api, boxes);
    hold(
      `${answers.wrong.length} sums of the API are wrong: ${answers.wrong[0]}`,
      answers.wrong.length === 0,
    );
    for (const one of [running.worker, running.server]) await one.stop();
    await stage.startDatabase();
    const check = await checkStored(stage.db, flock);
    holdStored(hold, check);
    hold(
      `the API counts ${answers.stored} measures, ${check.found} are stored`,
      answers.stored === check.found,
    );
    return {
      name: kills.name,
      counts: { ...killed, ...countsOf(check), 'sent again': flock.failures() },
      broken,
    };
  } finally {
    await stage.stop();
  }
}

/** False if it is not running: it was killed before and is being restarted. */
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

async function isReady(server: Process): Promise<void> {
  await sleep(100);
  await until(
    'the server is ready after its database was killed',
    async () => (await fetch(`${server.url}/health/ready`)).status === 200,
    60_000,
  );
}

/** Whether counts, ledgers and lists of the API agree, by box and by AERO. */
async function answersOf(api: Api, boxes: readonly FilledBox[]) {
  const wrong: string[] = [];
  let stored = 0;
  const equal = (what: string, one: number, other: number) => {
    if (one !== other) wrong.push(`${what}: ${one} and ${other}`);
  };
  const countOf = async (filter: string): Promise<number> =>
    (await api.get(`/measures/boxes/count/?${filter}`)).body.count;
  for (const [index, { id, serial, aeros }] of boxes.entries()) {
    const [ofBox, ...ofAeros] = [
      await countOf(`box=${id}`),
      await countOf(`aero=${aeros[0]}`),
      await countOf(`aero=${aeros[1]}`),
    ];
    equal(`${serial}, box and AEROs`, ofBox, ofAeros[0]! + ofAeros[1]!);
    const { body: ledger } = await api.get(`/boxes/${id}/ledger/`);
    equal(`${serial}, count and ledger`, ofBox, ledger.stored);
    equal(
      `${serial}, ledger`,
      ledger.received,
      ledger.stored + ledger.merged + ledger.duplicates + ledger.set_aside,
    );
    if (index < READ_WHOLE)
      for (const [at, aero] of aeros.entries()) {
        const times = await timesOf(api, aero);
        equal(`${serial}, measures listed twice`, times.length, new Set(times).size);
        equal(`${serial}, count and list`, ofAeros[at]!, times.length);
      }
    stored += ofBox;
  }
  return { stored, wrong };
}

async function timesOf(api: Api, aero: number): Promise<string[]> {
  const times: string[] = [];
  let next: string | null = `/measures/?aero=${aero}&page_size=10000&metrics=stroke`;
  while (next !== null) {
    const { body }: { body: { next: string | null; results: { date: string }[] } } = await api.get(next);
    times.push(...body.results.map((row) => row.date));
    next = body.next === null ? null : body.next.slice(body.next.indexOf('/api') + '/api'.length);
  }
  return times;
}
