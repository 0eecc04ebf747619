import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Recorder } from '../audit/recorder.ts';
import type { Clock } from '../clock.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Db } from '../database/db.ts';
import type { Load } from '../load/turns.ts';
import type { Log } from '../log/log.ts';
import type { Readiness } from '../readiness.ts';
import type { SessionRules } from './callers/store-credentials.ts';
import type { Scanner } from './requests/scan.ts';
import type { Route } from './route.ts';

export interface AppOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: SessionRules;
  readonly vault: Vault;
  readonly log: Log;
  readonly registry: Registry;
  readonly routes: readonly Route[];
  /** Routes outside `/api`, such as firmware downloads by token. */
  readonly plugins: readonly ((app: FastifyInstance) => void | Promise<void>)[];
  /** Folder of the built web console. */
  readonly consoleFolder: string;
  /** Writes down who came in, was refused, took data away. */
  readonly recorder: Recorder;
  /** Calls a second of a person or key; null: as many as come. */
  readonly callRate: number | null;
  readonly load: Load;
  /** Files are not taken while there is no room. */
  readonly disk: { isFull(): boolean };
  /** Has uploads looked at. */
  readonly scanner: Scanner;
  readonly metricsToken: string | null;
  /** Addresses and CIDRs, beside this machine's own, whose word about the caller's address is taken. */
  readonly trustedProxies: readonly string[];
  readonly publicUrl: () => string | null;
  /** The path of PUBLIC_URL, empty for none: requests come with it or without. */
  readonly basePath: string;
  /** Whom to tell of a weakness; null: nobody is named. */
  readonly securityContact: string | null;
  readonly https: boolean;
  readonly mapOrigins: readonly string[];
  /** Checks every answer against its contract: in tests. */
  readonly checkAnswers: boolean;
  readonly isServing: () => boolean;
  readonly readiness: Readiness;
}

export type App = FastifyInstance<Server>;
