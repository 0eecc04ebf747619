/** A message of a box, as received. */
export interface Uplink {
  /** The box proven by its credentials; undefined if only the serial number identifies it. */
  readonly box?: number | undefined;
  readonly serial: string;
  /** The whole topic, `boxes/{serial}/measures`. */
  readonly topic: string;
  readonly payload: Buffer;
}
/**
 * Resolves when the message is committed (then the box gets its PUBACK); rejects when that is impossible now
 * (then it sends again).
 */
export type UplinkTaker = (uplink: Uplink) => Promise<void>;
/** The messages waiting for a box on a topic, oldest first; may be empty. */
export type DownlinkLoader = (box: number) => Promise<readonly (string | Buffer)[]>;
/** Topics a box publishes below `boxes/{serial}/`. */
export const UPLINK_TOPICS = ['measures', 'reported', 'answer', 'firmware/state', 'desired/get'] as const;
/** Topics it receives there. */
export const DOWNLINK_TOPICS = ['desired', 'command', 'firmware', 'withdrawn'] as const;
export type DownlinkTopic = (typeof DOWNLINK_TOPICS)[number];

/** What an unknown serial number shows. */
export interface Claim {
  readonly serial: string;
  /** SHA-256 of its password. */
  readonly hash: Buffer;
  /** From where it comes; empty where many boxes share an address. */
  readonly network: string;
}
/** Whether the claim made a box, which may come in now. */
export type ClaimTaker = (claim: Claim) => Promise<boolean>;

/** The boxes as seen by the rest of the server, whichever broker is used. */
export interface BoxBroker {
  onMessage(take: UplinkTaker): void;
  /**
   * Waiting messages of a topic are read when a box subscribes to it, and whenever there are new ones, in the
   * process that holds its connection. The broker keeps no state.
   */
  registerDownlink(topic: DownlinkTopic, load: DownlinkLoader): void;
  /** Who decides on serial numbers that no box has; the console's own broker asks. */
  onClaim(take: ClaimTaker): void;
  /** Whether the box is connected to this process. */
  isConnected(box: number): boolean;
  connections(): number;
  /** Accepts connections; resolves when it listens. */
  start(): Promise<void>;
  /** Accepts nothing new, lets pending commits be acknowledged, closes. */
  stop(): Promise<void>;
  /** Port it listens on, once started; null for none. */
  readonly port: () => number | null;
  readonly tlsPort: () => number | null;
  /** Of the TLS port, once started. */
  readonly certificateExpiry: () => Date | undefined;
}

/** `topic:box:serial` */
export const DOWNLINK_CHANNEL = 'aerowatch_downlink';
/**
 * `process:box,box` for boxes that connected there; `*:box:serial` for one that was deleted or whose serial
 * number (then the former one), client or password changed (migration 0390).
 */
export const CONNECTION_CHANNEL = 'aerowatch_box_connection';

/** Splits a notice between processes, `head:rest`, at its first colon. */
function splitNotice(payload: string): [head: string, rest: string] {
  const at = payload.indexOf(':');
  return [payload.slice(0, at), payload.slice(at + 1)];
}

/** The content of a notice of CONNECTION_CHANNEL: who connected and where, or which box changed. */
export function readConnectionNotice(
  payload: string,
): { from: string; boxes: readonly number[] } | { changed: number; serial: string } {
  const [from, rest] = splitNotice(payload);
  if (from !== '*') return { from, boxes: rest.split(',').map(Number) };
  const [box, serial] = splitNotice(rest);
  return { changed: Number(box), serial };
}

/** The content of a notice of DOWNLINK_CHANNEL. */
export function readDownlinkNotice(payload: string): { topic: DownlinkTopic; box: number; serial: string } {
  const [topic, rest] = splitNotice(payload);
  const [box, serial] = splitNotice(rest);
  return { topic: topic as DownlinkTopic, box: Number(box), serial };
}

/** For processes that serve no boxes: registrations are accepted, nothing connects. */
export function noBroker(): BoxBroker {
  return {
    onMessage: () => undefined,
    registerDownlink: () => undefined,
    onClaim: () => undefined,
    isConnected: () => false,
    connections: () => 0,
    start: async () => undefined,
    stop: async () => undefined,
    port: () => null,
    tlsPort: () => null,
    certificateExpiry: () => undefined,
  };
}
