import type { Db } from '../database/db.ts';
import { notify } from '../events/store-events.ts';

/** A message of a box, as it came. */
export interface Uplink {
  readonly serial: string;
  /** The whole topic, `boxes/{serial}/measures`. */
  readonly topic: string;
  readonly payload: Buffer;
}
/** Resolves when it is committed (then the box gets its PUBACK); rejects when it cannot be now (then it sends again). */
export type UplinkTaker = (uplink: Uplink) => Promise<void>;
/** What waits for a box on a topic now, oldest first; nothing waiting is an empty list. */
export type DownlinkLoader = (serial: string) => Promise<readonly (string | Buffer)[]>;
export type DownlinkTopic = 'desired' | 'command' | 'firmware';

/** The boxes as the rest of the server sees them, whatever broker carries them. */
export interface BoxBroker {
  onMessage(take: UplinkTaker): void;
  /**
   * What waits on a topic is read when a box subscribes to it, and again when something new waits, in the process
   * that holds its connection. No state is kept by the broker.
   */
  registerDownlink(topic: DownlinkTopic, load: DownlinkLoader): void;
  /** Whether the box is connected to this very process. */
  isConnected(serial: string): boolean;
  connections(): number;
  /** Takes connections; resolves when it listens. */
  start(): Promise<void>;
  /** Takes nothing new, lets what is being committed be acknowledged, closes. */
  stop(): Promise<void>;
  /** Port it listens on, once started; null for none. */
  readonly port: () => number | null;
  readonly tlsPort: () => number | null;
  /** Of the TLS port, once started. */
  readonly certificateExpiry: () => Date | undefined;
}

export const DOWNLINK_CHANNEL = 'aerowatch_downlink';
export const SESSION_CHANNEL = 'aerowatch_box_session';

/** A notice between processes, `head:rest`: its head, and the rest whole. */
export function splitNotice(payload: string): [head: string, rest: string] {
  const at = payload.indexOf(':');
  return [payload.slice(0, at), payload.slice(at + 1)];
}

/** Ends a box's connection in every process, once the transaction commits: new credentials, box deleted. */
export async function disconnectBox(trx: Db, serial: string): Promise<void> {
  await notify(trx, SESSION_CHANNEL, `*:${serial}`);
}

/** For processes that serve no boxes: registrations are accepted, nothing connects. */
export function noBroker(): BoxBroker {
  return {
    onMessage: () => undefined,
    registerDownlink: () => undefined,
    isConnected: () => false,
    connections: () => 0,
    start: async () => undefined,
    stop: async () => undefined,
    port: () => null,
    tlsPort: () => null,
    certificateExpiry: () => undefined,
  };
}
