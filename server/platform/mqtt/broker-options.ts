import type { Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import type { Hub } from '../events/hub.ts';
import type { ConnectionRoom } from '../load/connection-room.ts';
import type { Log } from '../log/log.ts';
import type { CertificateFiles } from '../machine/certificate.ts';

export interface BrokerOptions {
  readonly config: {
    readonly roles: readonly string[];
    readonly port: number;
    readonly mqttHost: string;
    readonly mqttPort: number;
    readonly mqttsPort: number | null;
    readonly tls: CertificateFiles | null;
    /** PEM of the authorities whose certificates admit boxes. */
    readonly clientCa: string | null;
    readonly mqttUrl: string | null;
    /** The same broker with the account of one box. */
    readonly mqttProbeUrl: string | null;
    /** Addresses shared by many boxes, such as a load balancer's: not counted by address. */
    readonly sharedNetworks: readonly string[];
  };
  readonly db: Db;
  readonly hub: Hub;
  readonly log: Log;
  readonly registry: Registry;
  readonly room: ConnectionRoom;
}
