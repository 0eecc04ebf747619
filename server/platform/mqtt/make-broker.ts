import { type BoxBroker, noBroker } from './broker.ts';
import type { BrokerOptions } from './broker-options.ts';
import { embeddedBroker } from './embedded/broker.ts';
import { externalBroker } from './external.ts';

/** The broker of this process, by its role and configuration. */
export function makeBroker(options: BrokerOptions): BoxBroker {
  if (!options.config.roles.includes('ingest')) return noBroker();
  const { mqttUrl } = options.config;
  return mqttUrl === null ? embeddedBroker(options) : externalBroker(mqttUrl, options);
}
