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
  /** Records sign-ins, refusals and exports. */
  readonly recorder: Recorder;
  /** Calls a second per user or key; null: unlimited. */
  readonly callRate: number | null;
  readonly load: Load;
  /** Files are refused while there is no space. */
  readonly disk: { isFull(): boolean };
  /** Scans uploads. */
  readonly scanner: Scanner;
  readonly metricsToken: string | null;
  /**
   * Addresses and CIDRs that are trusted, in addition to this machine's own, to state the caller's address.
   */
  readonly trustedProxies: readonly string[];
  readonly publicUrl: () => string | null;
  /** The path of PUBLIC_URL, may be empty: requests come with or without it. */
  readonly basePath: string;
  /** Contact for reporting vulnerabilities; null for none. */
  readonly securityContact: string | null;
  readonly https: boolean;
  readonly mapOrigins: readonly string[];
  /** Checks every answer against its contract: in tests. */
  readonly checkAnswers: boolean;
  readonly isServing: () => boolean;
  readonly readiness: Readiness;
}

export type App = FastifyInstance<Server>;
