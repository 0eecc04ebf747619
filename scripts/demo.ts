/**
 * `npm run demo`: the console with two clients, their users, 60 boxes, 90 days of history, and the live
 * fleet.
 */

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DAY } from '../domain/durations.ts';
import { readSecret } from '../server/config.ts';
import { readPublicKey } from '../simulator/box/firmware.ts';
import { apiOf, logIn } from '../simulator/fleet/api.ts';
import { readCredentials, writeCredentials } from '../simulator/fleet/credentials-file.ts';
import { generateFleet } from '../simulator/fleet/fleet.ts';
import { provision } from '../simulator/fleet/provision.ts';
import { demonstrationFaults } from '../simulator/fleet/scenario.ts';
import { type RunningFleet, startFleet } from '../simulator/fleet/start-fleet.ts';
import type { Scene } from '../simulator/weather/weather.ts';
import { makePeople, PEOPLE } from './demo/demo-people.ts';
import { makeFirmware, makeSupervisors, makeTags } from './demo/demo-rules.ts';
import { fleetOf, storedScene } from './demo/demo-scene.ts';
import { type DemoServer, startServer } from './demo/demo-server.ts';
import { tellWeather } from './demo/demo-weather.ts';
import { makeWork } from './demo/demo-work.ts';

const SEED = 1;
const ADMIN = 'admin@aerowatch.example';
const CLIENTS = { railway: 'Réseau Grandes Lignes', tram: 'Tram Métropole' };
/** Short intervals, so that a viewer sees changes. */
const DESIRED = { acquisition_time: 60, log_time: 60, upload_time: 5, upload_time_alert: 1 };

const boxes = Number(process.env.DEMO_BOXES ?? 60);
const days = Number(process.env.DEMO_DAYS ?? 90);
const folder = resolve(process.env.DATA_DIR ?? 'data/demo');
const own = join(folder, 'demonstration');
/** Folder for the weather of the demonstration, unless a service or a folder is configured. */
const weatherFolder = process.env.WEATHER_FOLDER ?? join(own, 'weather');

async function main(): Promise<void> {
  const fresh = !existsSync(own);
  mkdirSync(own, { recursive: true });
  const { scene, other } = storedScene(join(own, 'scene.json'), fresh, process.env.DEMO_SCENE, Date.now());
  if (other)
    process.stdout.write(
      `DEMO_SCENE counts when a demonstration is first made: name an empty DATA_DIR for another scene than that of ${folder}\n`,
    );
  const password = readSecret('ADMIN_PASSWORD', process.env) || keptPassword();
  const started = startServer({
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: password,
    ADMIN_PASSWORD_FILE: '',
    WEATHER_FOLDER: weatherFolder,
  });
  let fleet: RunningFleet | undefined;
  let stopWeather: (() => void) | undefined;
  let stopping = false;
  const end = once(async (code: number) => {
    stopping = true;
    stopWeather?.();
    await fleet?.stop();
    await started.stop();
    process.exit(code);
  });
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  process.on('SIGHUP', () => void end(0));
  try {
    const server = await started.ready;
    void started.ended.then(() => end(1));
    fleet = await furnish(server, password, scene);
    if (process.env.WEATHER_URL === undefined && process.env.WEATHER_FOLDER === undefined)
      stopWeather = tellWeather({
        fleet: generateFleet({ boxes, seed: SEED }),
        seed: SEED,
        folder: weatherFolder,
        days,
        scene,
      });
    await tellHistory(fleet, () => makeOrders(server, password));
  } catch (error) {
    // After a deliberate stop it is no error that the server no longer answers.
    if (!stopping) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await end(1);
  }
}

/** Creates the missing clients, users, boxes and rules, and starts the boxes. */
async function furnish(server: DemoServer, password: string, scene: Scene | null): Promise<RunningFleet> {
  const base = `${server.url}/api`;
  const token = await logIn(base, ADMIN, password);
  const api = apiOf(base, token);
  const fleet = fleetOf(generateFleet({ boxes, seed: SEED }), scene);
  const path = join(own, 'credentials.json');
  const credentials = await readCredentials(path);
  const { clients } = await provision({
    api,
    fleet,
    clients: CLIENTS,
    credentials,
    desired: DESIRED,
  }).finally(() => writeCredentials(path, credentials));
  await makePeople(api, clients, password);
  // Before the history: a supervisor only judges measures that arrive after its creation.
  for (const client of Object.values(clients)) {
    await makeSupervisors(api, client);
    await makeTags(api, client);
  }
  await makeFirmware(base, token, api);
  tellAccounts(server.url, password);
  const { public_key } = await api.get<{ public_key: string }>('/firmwares/public-key/');
  return startFleet({
    fleet,
    url: server.mqttUrl,
    seed: SEED,
    scene,
    credentials,
    from: Math.floor((Date.now() - days * DAY) / 1000) * 1000,
    faults: (from) => demonstrationFaults(fleet, SEED, from + days * DAY),
    live: true,
    statePath: join(own, 'state.json'),
    truthPath: join(own, 'truth.json'),
    flash: join(own, 'flash'),
    bootloader: { keys: [readPublicKey(public_key)], signatures: 1 },
  });
}

/** After the first alerts exist: work orders for them, and earlier findings of teams. */
async function makeOrders(server: DemoServer, password: string): Promise<void> {
  const base = `${server.url}/api`;
  const api = apiOf(base, await logIn(base, ADMIN, password));
  const { results } = await api.get<{ results: { id: number }[] }>('/clients/?page_size=100');
  for (const { id } of results) await makeWork(api, id);
}

function tellAccounts(url: string, password: string): void {
  const people = [{ email: ADMIN, what: 'administrator' }, ...PEOPLE];
  const width = Math.max(...people.map(({ email }) => email.length));
  const lines = people.map(({ email, what }) => `  ${email.padEnd(width)}  ${what}`);
  process.stdout.write(
    `\nThe demonstration is at ${url}\n\n${lines.join('\n')}\n\n  password of all: ${password}\n\n`,
  );
}

async function tellHistory(fleet: RunningFleet, then: () => Promise<void>): Promise<void> {
  const began = performance.now();
  const telling = setInterval(
    () => process.stdout.write(`  history: ${fleet.stats.caughtUp} of ${boxes} boxes\n`),
    5000,
  );
  await fleet.caughtUp;
  clearInterval(telling);
  await then();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(
    `History sent: ${fleet.stats.acknowledged} measures in ${seconds} s. The boxes are live; Ctrl+C ends.\n`,
  );
  process.stdout.write(`What is really wrong with them stands in ${join(own, 'truth.json')}\n`);
}

/** Generated at the first start and reused from then on. */
function keptPassword(): string {
  const path = join(own, 'password');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    const password = randomBytes(12).toString('base64url');
    writeFileSync(path, `${password}\n`, { mode: 0o600 });
    return password;
  }
}

function once(run: (code: number) => Promise<void>): (code: number) => Promise<void> {
  let running: Promise<void> | undefined;
  return (code) => {
    running ??= run(code);
    return running;
  };
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
