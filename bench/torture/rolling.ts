/**
 * An upgrade without a stopped hour: two web, two ingest and two worker processes, each ended and started anew while
 * boxes send and a user reads and writes. OLD_RELEASE names the folder of the release before, which then makes the
 * database and runs the processes that are replaced; without it they are of this release, as in a restart.
 */
import type { Db } from '@aerowatch/server/platform/database/db';
import { freePort } from '@aerowatch/server/platform/machine/free-port';
import { sql } from 'kysely';
import { sleep } from '../lib/figures.ts';
import { ownPostgres, type Process, startStage } from '../lib/stage.ts';
import { fillBoxes } from '../lib/store-fill.ts';
import { startUser } from './balancer.ts';
import { startFlock } from './flock.ts';
import { countsOf, holdStored, promises, type Scene } from './scene.ts';
import { checkStored } from './store-check.ts';

const ROLES = ['web', 'ingest', 'worker'] as const;
const slotOf = async (role: (typeof ROLES)[number]) => ({
  role,
  PORT: String(await freePort()),
  MQTT_PORT: String(await freePort()),
});
/** Long enough for batches, looks and the background work of both versions beside each other. */
const SIDE_BY_SIDE_MS = 4000;

export const rolling: Scene = {
  name: 'each process exchanged in turn',
  async play(long) {
    const { broken, hold } = promises();
    const before = process.env.OLD_RELEASE;
    const stage = await startStage(undefined, ownPostgres(), before);
    try {
      const boxes = await fillBoxes(stage.db, 20);
      const slots = await Promise.all([...ROLES, ...ROLES].map(slotOf));
      const start = ({ role, PORT, MQTT_PORT }: (typeof slots)[number], release?: string) =>
        stage.launch({ ROLES: role, PORT, MQTT_PORT }, release);
      const running: Process[] = [];
      for (const slot of slots) running.push(await start(slot, before));
      const webs = slots.flatMap((slot, index) => (slot.role === 'web' ? [index] : []));
      const { token } = await stage.user(running[0]!.url);
      const flock = startFlock(
        boxes,
        slots.filter((slot) => slot.role === 'ingest').map((slot) => Number(slot.MQTT_PORT)),
      );
      const user = startUser(
        () => webs.map((index) => running[index]!.url),
        token,
        boxes.map(({ id }) => id),
      );
      await sleep(1000);
      for (const [at, slot] of slots.entries()) {
        await running[at]!.stop();
        running[at] = await start(slot);
        await sleep(SIDE_BY_SIDE_MS * long);
      }
      await flock.stop();
      const seen = await user.stop();
      const said = errorsOf(running);
      for (const one of running) await one.stop();
      const check = await checkStored(stage.db, flock);
      holdStored(hold, check);
      hold(
        `a user saw ${seen.wrong.length} errors: ${seen.wrong[0]}`,
        seen.wrong.length === 0 && seen.good > 0,
      );
      hold(`the new processes logged ${said.length} errors: ${said[0]}`, said.length === 0);
      const lost = await lostComments(stage.db, seen.written);
      hold(`${lost} comments that were answered are not stored`, lost === 0);
      return {
        name: before === undefined ? rolling.name : `${rolling.name}, from the release before`,
        counts: {
          exchanged: slots.length,
          ...countsOf(check),
          'sent again': flock.failures(),
          'requests answered': seen.good,
          'writes kept': seen.written.size,
        },
        broken,
      };
    } finally {
      await stage.stop();
    }
  },
};

const errorsOf = (running: readonly Process[]): string[] =>
  running
    .flatMap((one) => one.said().split('\n'))
    .filter((line) => /"level":"(error|fatal)"/.test(line))
    .map((line) => line.slice(0, 4000));

/** How many boxes have another comment than the last that was answered. */
async function lostComments(db: Db, written: ReadonlyMap<number, string>): Promise<number> {
  const { rows } = await sql<{ id: number; comment: string }>`select id, comment from boxes`.execute(db);
  const stored = new Map(rows.map(({ id, comment }) => [id, comment]));
  return [...written].filter(([id, comment]) => stored.get(id) !== comment).length;
}
