/**
 * The database is unavailable for a while: boxes get no PUBACK, users get 503 with Retry-After, and
 * everything recovers automatically.
 */
import { sleep, until } from '../lib/figures.ts';
import { ownPostgres, type Process, type Stage, startStage } from '../lib/stage.ts';
import { fillBoxes } from '../lib/store-fill.ts';
import { type Flock, startFlock } from './flock.ts';
import { countsOf, holdStored, promises, type Scene } from './scene.ts';
import { checkStored } from './store-check.ts';

export const outage: Scene = {
  name: 'database stopped for a while',
  async play(long) {
    const { broken, hold } = promises();
    const stage = await startStage(undefined, ownPostgres());
    try {
      const boxes = await fillBoxes(stage.db, 20);
      const server = await stage.launch();
      const { token } = await stage.user(server.url);
      const flock = startFlock(boxes, [server.mqttPort]);
      await sleep(2000);
      await stage.stopDatabase();
      // A pending acknowledgement may still arrive when it stops: its commit came before.
      await sleep(500);
      const before = countAcked(flock);
      const seconds = Math.min(300, Math.round(10 * long));
      const { statuses, withoutRetry } = await askMeanwhile(server, token, seconds);
      const during = countAcked(flock) - before;
      const back = await awaitReturn(stage, server, token, flock);
      await sleep(2000);
      await flock.stop();
      await server.stop();
      const check = await checkStored(stage.db, flock);
      holdStored(hold, check);
      hold(`${during} messages were acknowledged without a database`, during === 0);
      hold(
        `the API answered ${[...statuses.keys()].join(', ')} instead of 503`,
        [...statuses.keys()].join() === '503',
      );
      hold(`${withoutRetry} answers had no Retry-After`, withoutRetry === 0);
      hold('the process ended', !server.said().includes('was not handled'));
      const counts = {
        'away s': seconds,
        '503': statuses.get(503) ?? 0,
        'API back s': back.api.toFixed(1),
        'boxes back s': back.boxes.toFixed(1),
      };
      return { name: outage.name, counts: { ...counts, ...countsOf(check) }, broken };
    } finally {
      await stage.stop();
    }
  },
};

const countAcked = ({ acked }: Flock) => acked.reduce((sum, set) => sum + set.size, 0);

const fetchBoxes = ({ url }: Process, token: string) =>
  fetch(`${url}/api/boxes/`, { headers: { Authorization: `Token ${token}` } });

/** Calls the API repeatedly: counts each status, and 503 answers without a time to retry. */
async function askMeanwhile(server: Process, token: string, seconds: number) {
  const statuses = new Map<number, number>();
  let withoutRetry = 0;
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(200)) {
    const answer = await fetchBoxes(server, token);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 503 && answer.headers.get('retry-after') === null) withoutRetry += 1;
    await answer.arrayBuffer();
  }
  return { statuses, withoutRetry };
}

/** Starts the database: returns the seconds until the API answers, and until boxes are acknowledged again. */
async function awaitReturn(
  stage: Stage,
  server: Process,
  token: string,
  flock: Flock,
): Promise<{ api: number; boxes: number }> {
  const start = performance.now();
  await stage.startDatabase();
  await until('the API answers again', async () => {
    const answer = await fetchBoxes(server, token);
    await answer.arrayBuffer();
    return answer.status === 200;
  });
  const api = (performance.now() - start) / 1000;
  const then = countAcked(flock);
  await until('boxes are acknowledged again', () => countAcked(flock) > then + 20);
  const boxes = (performance.now() - start) / 1000;
  return { api, boxes };
}
