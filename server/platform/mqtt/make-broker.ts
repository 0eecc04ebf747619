import type { Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import type { Hub } from '../events/hub.ts';
import type { Log } from '../log/log.ts';
import { type BoxBroker, noBroker } from './broker.ts';
import { embeddedBroker } from './embedded.ts';
import { externalBroker } from './external.ts';

export interface BrokerOptions {
  readonly config: {
    readonly roles: readonly string[];
    readonly port: number;
    readonly mqttHost: string;
    readonly mqttPort: number;
    readonly mqttsPort: number | null;
    readonly tls: { readonly cert: string; readonly key: string } | null;
    readonly mqttUrl: string | null;
    /** Addresses behind which many boxes stand, such as a balancer: not counted by address. */
    readonly sharedNetworks: readonly string[];
  };
  readonly db: Db;
  readonly hub: Hub;
  readonly log: Log;
  readonly registry: Registry;
}

/** The broker of this process by its role and configuration. */
export function makeBroker(options: BrokerOptions): BoxBroker {
  if (!options.config.roles.includes('ingest')) return noBroker();
  const { mqttUrl } = options.config;
  return mqttUrl === null ? embeddedBroker(options) : externalBroker(mqttUrl, options);
}
