import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import type { JobHandler } from './features/jobs/job.ts';
import type { UplinkHandler } from './features/measures/ingest/uplink.ts';
import type { FirmwareWishListener, ReportedListener } from './features/twin/reported-listener.ts';
import type { Clock } from './platform/clock.ts';
import type { ConnectionRoom } from './platform/connection-room.ts';
import type { Signer } from './platform/crypto/signer.ts';
import type { Vault } from './platform/crypto/vault.ts';
import type { Db, Trx } from './platform/database/db.ts';
import type { DiskWatch } from './platform/disk.ts';
import type { Events } from './platform/events/events.ts';
import type { FileStore } from './platform/files/store.ts';
import type { Route } from './platform/http/route.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log/log.ts';
import type { BoxBroker } from './platform/mqtt/broker.ts';
import type { PeerClocks } from './platform/peers.ts';
import type { Readiness } from './platform/readiness.ts';
import type { Load, Turns } from './platform/turns.ts';

/** What modules are made from. Made once by compose. */
export interface Parts {
  readonly config: Config;
  readonly db: Db;
  /** Where threads connect on their own. */
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
  /** How many connections this process takes. */
  readonly room: ConnectionRoom;
  /** Turns at writing files: exports of a person come one after the other. */
  readonly exports: Turns;
  /** Turns at the pieces of long answers. */
  readonly large: Turns;
  /** Who waits for an answer of this process: exports give way. */
  readonly load: Load;
  /** What keeps a role from its work, for `/health/ready`. */
  readonly readiness: Readiness;
  /** Room on the disks: what comes in waits outside when there is none. */
  readonly disk: DiskWatch;
  /** How far the clocks of boxes are from ours. */
  readonly boxClocks: PeerClocks;
  /** Figures of `/metrics`; counters of a module are registered here. */
  readonly registry: Registry;
  /** Every endpoint served, filled by compose: OpenAPI and the walk read it. */
  readonly endpoints: readonly AnyEndpoint[];
  readonly hooks: Hooks;
}

/** Where one room calls another without importing it: filled by compose from all modules, before anything runs. */
export interface Hooks {
  /** By topic below `boxes/{serial}/`. */
  readonly uplinks: ReadonlyMap<string, UplinkHandler>;
  /** By kind of job. */
  readonly jobHandlers: ReadonlyMap<string, JobHandler>;
  readonly reported: readonly ReportedListener[];
  /** In the transaction that changes desired configurations. */
  readonly firmwareWished: readonly FirmwareWishListener[];
  /** In the transaction that makes a client. */
  readonly clientMade: readonly ClientListener[];
}

/** A part of the product, as compose starts it. Routes are served by `web`, workers run in `worker`. */
export interface Module {
  readonly name: string;
  readonly routes?: readonly Route[];
  /** Takes messages of boxes beside measures, by topic below `boxes/{serial}/`. */
  readonly uplinks?: Readonly<Record<string, UplinkHandler>>;
  /** Does long work of users, by kind of job. */
  readonly jobHandlers?: Readonly<Record<string, JobHandler>>;
  /** Follows what boxes report of themselves. */
  readonly onReported?: ReportedListener;
  /** Installs the version that a desired configuration names. */
  readonly onFirmwareWished?: FirmwareWishListener;
  /** Gives a new client what it starts with. */
  readonly onClientMade?: ClientListener;
  /** Answers outside `/api`, such as downloads by token. */
  readonly plugin?: (app: FastifyInstance) => void | Promise<void>;
  /** Starts what runs beside requests (loops, subscriptions); the result stops it. By role. */
  readonly worker?: () => Stop | Promise<Stop>;
  readonly ingest?: () => Stop | Promise<Stop>;
  readonly web?: () => Stop | Promise<Stop>;
}
export type ClientListener = (trx: Trx, client: number) => Promise<void>;
export type Stop = () => Promise<void> | void;
export type MakeModule = (parts: Parts) => Module;
