/**
 * Two web, two ingest and two worker processes on one database, killed in turn while boxes send and a user
 * reads.
 */

import { freePort } from '@aerowatch/server/platform/machine/free-port';
import { sleep } from '../lib/figures.ts';
import { type Process, startStage } from '../lib/stage.ts';
import { fillBoxes } from '../lib/store-fill.ts';
import { startFlock } from './flock.ts';
import { countsOf, holdStored, promises, type Scene } from './scene.ts';
import { checkStored } from './store-check.ts';

const ROLES = ['web', 'ingest', 'worker'] as const;

export const split: Scene = {
  name: 'two of each role, killed in turn',
  async play(long) {
    const { broken, hold } = promises();
    const stage = await startStage();
    try {
      const boxes = await fillBoxes(stage.db, 20);
      const slots = await Promise.all(
        [...ROLES, ...ROLES].map(async (role) => ({
          role,
          PORT: String(await freePort()),
          MQTT_PORT: String(await freePort()),
        })),
      );
      const start = ({ role, PORT, MQTT_PORT }: (typeof slots)[number]) =>
        stage.launch({ ROLES: role, PORT, MQTT_PORT });
      const running: Process[] = [];
      for (const slot of slots) running.push(await start(slot));
      const { token } = await stage.user(running[0]!.url);
      const webs = slots.flatMap((slot, index) => (slot.role === 'web' ? [index] : []));
      const ingests = slots.filter((slot) => slot.role === 'ingest').map((slot) => Number(slot.MQTT_PORT));
      const flock = startFlock(boxes, ingests);
      const person = startPerson(() => webs.map((index) => running[index]!.url), token);
      const turns = Math.max(slots.length, Math.round(slots.length * 2 * long));
      for (let turn = 0; turn < turns; turn += 1) {
        await sleep(300 + Math.random() * 700);
        const at = turn % slots.length;
        await running[at]!.kill();
        running[at] = await start(slots[at]!);
      }
      await sleep(500);
      await flock.stop();
      const looks = await person.stop();
      for (const one of running) await one.stop();
      const check = await checkStored(stage.db, flock);
      holdStored(hold, check);
      hold(
        `${looks.none} of ${looks.answers + looks.none} looks found no web process that answered`,
        looks.none === 0 && looks.answers > 0,
      );
      return {
        name: split.name,
        counts: {
          kills: turns,
          ...countsOf(check),
          'sent again': flock.failures(),
          'API answered': looks.answers,
        },
        broken,
      };
    } finally {
      await stage.stop();
    }
  },
};

/** A user who reads the boxes until stopped, from the next process when one does not answer. */
function startPerson(urls: () => string[], token: string) {
  const looks = { answers: 0, none: 0 };
  let looking = true;
  const answers = async (url: string) => {
    const answer = await fetch(`${url}/api/boxes/?page_size=5`, {
      headers: { Authorization: `Token ${token}` },
    }).catch(() => undefined);
    return answer?.status === 200;
  };
  const work = (async () => {
    while (looking) {
      let answered = false;
      for (const at of urls().keys()) {
        answered = await answers(urls()[at]!);
        if (answered) break;
      }
      looks[answered ? 'answers' : 'none'] += 1;
      await sleep(100);
    }
  })();
  return {
    async stop() {
      looking = false;
      await work;
      return looks;
    },
  };
}
