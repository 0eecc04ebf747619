import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import type {
  ClientListener,
  FirmwareWishListener,
  Hooks,
  JobHandler,
  ReportedListener,
  ReportWriter,
  UplinkHandler,
} from './hooks.ts';
import type { Clock } from './platform/clock.ts';
import type { Signer } from './platform/crypto/signer.ts';
import type { Vault } from './platform/crypto/vault.ts';
import type { PoolWatch } from './platform/database/connection/measure-pool.ts';
import type { Db } from './platform/database/db.ts';
import type { Events } from './platform/events/events.ts';
import type { FileStore } from './platform/files/store.ts';
import type { Route } from './platform/http/route.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { ConnectionRoom } from './platform/load/connection-room.ts';
import type { Load, Turns } from './platform/load/turns.ts';
import type { Log } from './platform/log/log.ts';
import type { DiskWatch } from './platform/machine/disk.ts';
import type { BoxBroker } from './platform/mqtt/broker.ts';
import type { PeerClocks } from './platform/peers.ts';
import type { Readiness } from './platform/readiness.ts';

/** The dependencies of modules, created once by compose. */
export interface Parts {
  readonly config: Config;
  readonly db: Db;
  /** For threads, which have their own connections. */
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Live changes: recordChange, loaders of the event stream. */
  readonly events: Events;
  /** Worker loops with wake-up and graceful stop. */
  readonly jobs: Jobs;
  /** Encryption of secrets at rest. */
  readonly vault: Vault;
  /** Ed25519 key pair of this installation. */
  readonly signer: Signer;
  readonly files: FileStore;
  /** The connected boxes; also in processes without the broker (delivery goes by NOTIFY). */
  readonly broker: BoxBroker;
  /** The limit of connections of this process. */
  readonly room: ConnectionRoom;
  /** Whether requests wait for connections to the database. */
  readonly pool: PoolWatch;
  /** Queues for writing files: a user's exports run one after the other. */
  readonly exports: Turns;
  /** Queues for the pieces of long answers. */
  readonly large: Turns;
  /** Requests that wait for this process: exports give way to them. */
  readonly load: Load;
  /** Reasons why a role cannot work, for `/health/ready`. */
  readonly readiness: Readiness;
  /** Space on the disks: without it, no messages are accepted. */
  readonly disk: DiskWatch;
  /** How far the clocks of boxes are from ours. */
  readonly boxClocks: PeerClocks;
  /** Figures of `/metrics`; counters of a module are registered here. */
  readonly registry: Registry;
  /** Every endpoint served, filled by compose: OpenAPI and the walk read it. */
  readonly endpoints: readonly AnyEndpoint[];
  readonly hooks: Hooks;
}

/**
 * A part of the product, as compose starts it. Routes are served in the role `web`, workers run in the role
 * `worker`.
 */
export interface Module {
  readonly name: string;
  readonly routes?: readonly Route[];
  /** Handles messages of boxes other than measures, by topic below `boxes/{serial}/`. */
  readonly uplinks?: Readonly<Record<string, UplinkHandler>>;
  /** Runs long tasks of users, by kind of job. */
  readonly jobHandlers?: Readonly<Record<string, JobHandler>>;
  /** Called for reports of boxes about themselves. */
  readonly onReported?: ReportedListener;
  /** Installs the version that a desired configuration names. */
  readonly onFirmwareWished?: FirmwareWishListener;
  /** Creates the initial data of a new client. */
  readonly onClientMade?: ClientListener;
  /** Writes the report that a mail attaches. */
  readonly reportFile?: ReportWriter;
  /** Routes outside `/api`, such as downloads by token. */
  readonly plugin?: (app: FastifyInstance) => void | Promise<void>;
  /** Starts what runs in addition to requests (loops, subscriptions); the result stops it. By role. */
  readonly worker?: () => Stop | Promise<Stop>;
  readonly ingest?: () => Stop | Promise<Stop>;
  readonly web?: () => Stop | Promise<Stop>;
}
export type Stop = () => Promise<void> | void;
export type MakeModule = (parts: Parts) => Module;
