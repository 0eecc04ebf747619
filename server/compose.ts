import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { openDataFolder } from './config/data-folder.ts';
import type { Config } from './config.ts';
import { openVault } from './features/secrets/open-vault.ts';
import {
  type FirstAdministrator,
  makeFirstAdministrator,
  neverSignedIn,
} from './features/users/operator/store-first-administrator.ts';
import { hooksOf } from './join-hooks.ts';
import { listenHttp, listenMqtt, mqttUrlOf, PortInUse, secondServer } from './listen.ts';
import { MODULES } from './modules.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import type { MakeModule, Module, Parts, Stop } from './parts.ts';
import { makeRecorder } from './platform/audit/recorder.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { loadSigner } from './platform/crypto/signer.ts';
import { measurePool, watchPool } from './platform/database/connection/measure-pool.ts';
import { makeEvents } from './platform/events/events.ts';
import { makeHub } from './platform/events/hub.ts';
import { eventRoutes } from './platform/events/routes.ts';
import { sweepPlatform } from './platform/events/sweep.ts';
import { makeFileStore } from './platform/files/store.ts';
import { makeApp } from './platform/http/app.ts';
import type { App } from './platform/http/app-options.ts';
import { basePathOf } from './platform/http/console/base-path.ts';
import { originOf } from './platform/http/headers.ts';
import { newRegistry } from './platform/http/health.ts';
import { makeScanner } from './platform/http/requests/scan.ts';
import type { Route } from './platform/http/route.ts';
import { makeJobs } from './platform/jobs/jobs.ts';
import { makeConnectionRoom } from './platform/load/connection-room.ts';
import { makeLoad, makeTurns } from './platform/load/turns.ts';
import type { Log } from './platform/log/log.ts';
import { watchDisk } from './platform/machine/disk.ts';
import { makeBroker } from './platform/mqtt/make-broker.ts';
import { makePeerClocks } from './platform/peers.ts';
import { readinessOf } from './role-readiness.ts';

export interface ComposeOptions {
  readonly log: Log;
  readonly clock?: Clock;
  /** In tests: only some modules of the product. */
  readonly modules?: readonly MakeModule[];
  /** In tests: checks every answer against its contract. */
  readonly checkAnswers?: boolean;
  readonly heartbeatMs?: number;
  /** Asks for the e-mail of the first administrator when none is configured; null takes the default. */
  readonly askEmail?: () => Promise<string | null>;
}

/** A running process of the product. */
export interface Running {
  readonly parts: Parts;
  readonly url: string;
  readonly mqttUrl: string | null;
  readonly administrator: FirstAdministrator | undefined;
  /** E-mail of the first administrator, while nobody has ever signed in. */
  readonly unused: string | undefined;
  /** Takes no new work, commits acknowledged work, closes everything. */
  stop(): Promise<void>;
}

const CONSOLE = fileURLToPath(new URL('../web/dist', import.meta.url));

/**
 * Joins the parts by configuration and starts them; if one fails, those already started are stopped again.
 */
export async function start(settings: Config, options: ComposeOptions): Promise<Running> {
  const config = { ...settings };
  const { log } = options;
  const stops: Stop[] = [];
  let serving = false;
  let otherServer: () => number | undefined = () => undefined;
  const stop = once(async () => {
    serving = false;
    for (const one of [...stops].reverse())
      await Promise.resolve(one()).catch((error) => log.error({ err: error }, 'a part did not stop cleanly'));
  });
  try {
    openDataFolder(config.dataDir);
    const database = await openDatabase(config, log, { server: true });
    otherServer = database.otherServer;
    stops.push(
      () => database.stopServer(),
      () => database.close(),
    );
    const parts = await makeParts(config, database, options, stops);
    const modules = (options.modules ?? MODULES).map((make) => make(parts));
    Object.assign(parts.hooks, hooksOf(modules));
    const events = eventRoutes({ ...parts, sessions: config.sessions, heartbeatMs: options.heartbeatMs });
    const routes = modules.flatMap((module) => module.routes ?? []).concat(events.routes);
    (parts.endpoints as AnyEndpoint[]).push(...routes.map((route) => route.endpoint));
    await startRoles(parts, modules, stops);
    const recorder = makeRecorder(parts.db, log);
    stops.push(() => recorder.stop());
    const app = await makeApp({
      ...parts,
      sessions: config.sessions,
      recorder,
      scanner: makeScanner(config.scanUrl, log),
      ...servedBy(config, modules, routes),
      ...httpOptions(config),
      checkAnswers: options.checkAnswers ?? false,
      isServing: () => serving,
    });
    stops.push(() => closeApp(app, events.close));
    const url = await listenHttp(app, parts);
    if (config.publicUrl.endsWith(':0')) config.publicUrl = url;
    // Last, because nothing may fail between creating the password and showing it.
    const administrator = await makeFirstAdministrator(parts.db, {
      email: async () => config.adminEmail ?? (await options.askEmail?.()) ?? null,
      password: config.adminPassword,
    });
    const unused = administrator === undefined ? await neverSignedIn(parts.db) : undefined;
    // A client that waits for /health/ready signs in next, so the administrator must exist by then.
    serving = true;
    return { parts, url, mqttUrl: mqttUrlOf(parts), administrator, unused, stop };
  } catch (error) {
    const other = otherServer();
    await stop();
    throw error instanceof PortInUse && other !== undefined ? secondServer(error, config, other) : error;
  }
}

/** Starts the services of each role of this process. */
async function startRoles(parts: Parts, modules: readonly Module[], stops: Stop[]): Promise<void> {
  const { roles } = parts.config;
  for (const role of ['worker', 'ingest', 'web'] as const)
    if (roles.includes(role)) await startRole(role, modules, stops);
  if (roles.includes('worker')) stops.push(sweepPlatform(parts));
  if (roles.includes('ingest')) {
    await listenMqtt(parts);
    stops.push(() => parts.broker.stop());
  }
}

/** What a process serves: without the role `web` only its probes and metrics. */
function servedBy(config: Config, modules: readonly Module[], routes: readonly Route[]) {
  if (!config.roles.includes('web')) return { routes: [], plugins: [], consoleFolder: '' };
  const plugins = modules.flatMap(({ plugin }) => (plugin === undefined ? [] : [plugin]));
  return { routes, plugins, consoleFolder: CONSOLE };
}

/** A function, because the address may be known only once the server listens. */
const httpOptions = (config: Config) => ({
  callRate: config.callRate,
  metricsToken: config.metricsToken,
  publicUrl: () => (isAnywhere(config.publicUrl) ? null : config.publicUrl),
  basePath: basePathOf(config.publicUrl),
  trustedProxies: config.trustedProxies,
  securityContact: config.securityContact,
  https: config.publicUrl.startsWith('https:'),
  mapOrigins: [...originOf(config.mapStyleUrl), ...originOf(config.mapOverlayUrl)],
});

/** Whether it listens on every address without PUBLIC_URL, which gives no address for links. */
const isAnywhere = (publicUrl: string) => /^http:\/\/(0\.0\.0\.0|\[::\])(:|$)/.test(publicUrl);

async function makeParts(
  config: Config,
  { db, pool, url, folder: databaseFolder }: OpenDatabase,
  options: ComposeOptions,
  stops: Stop[],
): Promise<Parts> {
  const { log } = options;
  const keys = join(config.dataDir, 'keys');
  mkdirSync(keys, { recursive: true, mode: 0o700 });
  const hub = makeHub(url, log);
  stops.push(() => hub.close());
  await hub.start();
  const registry = newRegistry();
  measurePool(registry, pool);
  const poolWatch = watchPool(pool);
  stops.push(() => poolWatch.stop());
  const clock = options.clock ?? systemClock;
  const folders = { data: config.dataDir, ...(databaseFolder === null ? {} : { database: databaseFolder }) };
  const disk = watchDisk({ folders, floor: config.diskFloor, registry, log });
  stops.push(() => disk.stop());
  await disk.look();
  const jobs = makeJobs(hub, log, registry, disk);
  stops.push(() => jobs.stop());
  const room = makeConnectionRoom(config.roles, log);
  const broker = makeBroker({
    room,
    config: { ...config, sharedNetworks: config.trustedProxies },
    db,
    hub,
    log,
    registry,
  });
  return {
    config,
    db,
    databaseUrl: url,
    log,
    clock,
    events: makeEvents(db, hub, log),
    jobs,
    vault: await openVault(db, config),
    signer: loadSigner(keys),
    files: makeFileStore(join(config.dataDir, 'files')),
    broker,
    room,
    pool: poolWatch,
    exports: makeTurns({ atOnce: 4, mostWaiting: 20 }),
    large: makeTurns({ atOnce: 4, mostWaiting: 20, longestMs: 30_000, refusal: 'too_many_large' }),
    load: makeLoad(),
    disk,
    readiness: readinessOf(config, { disk, jobs, broker }),
    boxClocks: makePeerClocks(clock),
    registry,
    endpoints: [],
    hooks: hooksOf([]),
  };
}

async function startRole(
  role: 'web' | 'ingest' | 'worker',
  modules: readonly Module[],
  stops: Stop[],
): Promise<void> {
  for (const module of modules) {
    const stop = await module[role]?.();
    if (stop !== undefined) stops.push(stop);
  }
}

/** Requests under way are answered; those that take longer than the remaining time are cut off. */
async function closeApp(app: App, closeStreams: () => void): Promise<void> {
  closeStreams();
  const cut = setTimeout(() => app.server.closeAllConnections(), 2500);
  await app.close();
  clearTimeout(cut);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
