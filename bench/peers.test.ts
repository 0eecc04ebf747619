import { freePort } from '@aerowatch/server/platform/machine/free-port';
import { expect, it } from 'vitest';
import { sleep } from './lib/figures.ts';
import { startMosquitto, startSystemPostgres, whyNoPeers } from './lib/peers.ts';
import { startStage } from './lib/stage.ts';
import { fillBoxes } from './lib/store-fill.ts';
import { startFlock } from './torture/flock.ts';
import { checkStored } from './torture/store-check.ts';

const without = whyNoPeers();

it.skipIf(without !== undefined)(
  `on a PostgreSQL and a Mosquitto that are not ours, two of each role, ingest and a worker killed: nothing lost${without === undefined ? '' : ` (skipped: ${without})`}`,
  async () => {
    const mosquitto = await startMosquitto();
    const stage = await startStage(undefined, startSystemPostgres);
    try {
      const boxes = await fillBoxes(stage.db, 10);
      // Each keeps its port over a restart, and with it its client id at the broker.
      const places = await Promise.all(
        ['web', 'web', 'ingest', 'ingest', 'worker', 'worker'].map(async (role) => ({
          ROLES: role,
          PORT: String(await freePort()),
          MQTT_URL: `mqtt://127.0.0.1:${mosquitto.port}`,
        })),
      );
      // One first: it migrates and creates the keys shared by all.
      const running = [await stage.launch(places[0])];
      running.push(...(await Promise.all(places.slice(1).map((place) => stage.launch(place)))));
      const flock = startFlock(boxes, [mosquitto.port], 40, 1);
      for (const victim of [2, 4, 3]) {
        await sleep(700);
        await running[victim]!.kill();
        await sleep(300);
        running[victim] = await stage.launch(places[victim]);
      }
      await sleep(700);
      await flock.stop();
      const { api } = await stage.user(running[1]!.url);
      let check = await checkStored(stage.db, flock);
      // The broker has acknowledged to the boxes; messages queued for ingest are still on their way.
      for (let turn = 0; turn < 100 && check.lost > 0; turn += 1) {
        await sleep(200);
        check = await checkStored(stage.db, flock);
      }
      process.stdout.write(`${JSON.stringify(check)}\n`);
      expect(check).toMatchObject({ lost: 0, doubled: 0, neverSent: 0, rollupsWrong: 0 });
      expect(check.acknowledged).toBeGreaterThan(1000);
      const latest = await api.get('/measures/boxes/');
      expect(latest.status, latest.text).toBe(200);
      expect(latest.body.results).toHaveLength(10);
    } finally {
      await stage.stop();
      await mosquitto.stop();
    }
  },
);
