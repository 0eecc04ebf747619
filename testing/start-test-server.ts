import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../server/compose.ts';
import { readConfig } from '../server/config.ts';
import type { MakeModule, Parts } from '../server/parts.ts';
import type { Clock } from '../server/platform/clock.ts';
import type { Db } from '../server/platform/database/db.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { type Api, makeApi } from './api.ts';
import { freshDatabase } from './fresh-database.ts';
import { serverRoleOf } from './server-role.ts';
import {
  type BoxOverrides,
  buildBox,
  buildClient,
  buildUser,
  type TestBox,
  type TestUser,
  type UserOverrides,
} from './store-builders.ts';

export interface TestOptions {
  /** Environment variables in addition to those of a test. */
  readonly env?: Readonly<Record<string, string>>;
  /** Only these modules, instead of all: a broken other module then does not matter. */
  readonly modules?: readonly MakeModule[];
  readonly clock?: Clock;
  readonly heartbeatMs?: number;
  /** Answers are checked against their contract unless this is false. */
  readonly checkAnswers?: boolean;
  /** The server runs as a role that owns no tables; `databaseUrl` is the owner's. */
  readonly asServerRole?: boolean;
  /** Fills the migrated database before the server starts. */
  readonly prepare?: (databaseUrl: string) => Promise<void>;
}

export interface TestServer {
  readonly url: string;
  readonly mqttUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly parts: Parts;
  readonly db: Db;
  /** A client of the API with a token (or `Api-Key …`); without one it is not signed in. */
  api(credentials?: string): Api;
  /** An administrator without a client, signed in. */
  readonly admin: TestUser;
  createClient(name?: string): Promise<{ id: number; name: string }>;
  createUser(overrides?: UserOverrides): Promise<TestUser>;
  createBox(overrides?: BoxOverrides): Promise<TestBox>;
  stop(): Promise<void>;
}

/** The whole server in this process, on random ports, with a database of its own. */
export async function startTestServer(options: TestOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'aerowatch-test-'));
  const database = await freshDatabase();
  const role = options.asServerRole === true ? await serverRoleOf(database.url) : undefined;
  await options.prepare?.(database.url);
  const environment = {
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: role ?? database.url,
    ...(role === undefined ? {} : { DATABASE_OWNER_URL: database.url }),
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: 'first@example.com',
    ADMIN_PASSWORD: 'correct horse battery',
    ...options.env,
  };
  const config = readConfig(environment);
  const running = await start(config, {
    log: makeLog(config.logLevel),
    checkAnswers: options.checkAnswers ?? true,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.modules === undefined ? {} : { modules: options.modules }),
    ...(options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs }),
  });
  const { db } = running.parts;
  const api = (credentials?: string) => makeApi(running.url, credentials);
  return {
    url: running.url,
    mqttUrl: running.mqttUrl ?? '',
    dataDir,
    databaseUrl: database.url,
    parts: running.parts,
    db,
    api,
    admin: await buildUser(db, api, { level: 'admin' }),
    createClient: (name) => buildClient(db, name),
    createUser: (overrides) => buildUser(db, api, overrides),
    createBox: (overrides) => buildBox(db, overrides),
    async stop() {
      await running.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
