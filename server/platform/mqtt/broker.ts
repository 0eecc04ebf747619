/** A message of a box, as it came. */
export interface Uplink {
  /** The box that its credentials proved; undefined where only the serial number names it. */
  readonly box?: number | undefined;
  readonly serial: string;
  /** The whole topic, `boxes/{serial}/measures`. */
  readonly topic: string;
  readonly payload: Buffer;
}
/** Resolves when it is committed (then the box gets its PUBACK); rejects when it cannot be now (then it sends again). */
export type UplinkTaker = (uplink: Uplink) => Promise<void>;
/** What waits for a box on a topic now, oldest first; nothing waiting is an empty list. */
export type DownlinkLoader = (box: number) => Promise<readonly (string | Buffer)[]>;
/** What a box sends below `boxes/{serial}/`. */
export const UPLINK_TOPICS = ['measures', 'reported', 'answer', 'firmware/state', 'desired/get'] as const;
/** What it is sent there. */
export const DOWNLINK_TOPICS = ['desired', 'command', 'firmware', 'withdrawn'] as const;
export type DownlinkTopic = (typeof DOWNLINK_TOPICS)[number];

/** The boxes as the rest of the server sees them, whatever broker carries them. */
export interface BoxBroker {
  onMessage(take: UplinkTaker): void;
  /**
   * What waits on a topic is read when a box subscribes to it, and again when something new waits, in the process
   * that holds its connection. No state is kept by the broker.
   */
  registerDownlink(topic: DownlinkTopic, load: DownlinkLoader): void;
  /** Whether the box is connected to this very process. */
  isConnected(box: number): boolean;
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

/** `topic:box:serial` */
export const DOWNLINK_CHANNEL = 'aerowatch_downlink';
/**
 * `process:box,box` for boxes that connected there; `*:box:serial` for one whose serial number (then the former one),
 * client or password changed, or that was deleted (migration 0390).
 */
export const CONNECTION_CHANNEL = 'aerowatch_box_connection';

/** A notice between processes, `head:rest`: its head, and the rest whole. */
function splitNotice(payload: string): [head: string, rest: string] {
  const at = payload.indexOf(':');
  return [payload.slice(0, at), payload.slice(at + 1)];
}

/** What a notice of CONNECTION_CHANNEL says: who connected and where, or which box changed. */
export function readConnectionNotice(
  payload: string,
): { from: string; boxes: readonly number[] } | { changed: number; serial: string } {
  const [from, rest] = splitNotice(payload);
  if (from !== '*') return { from, boxes: rest.split(',').map(Number) };
  const [box, serial] = splitNotice(rest);
  return { changed: Number(box), serial };
}

/** What a notice of DOWNLINK_CHANNEL says. */
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
    isConnected: () => false,
    connections: () => 0,
    start: async () => undefined,
    stop: async () => undefined,
    port: () => null,
    tlsPort: () => null,
    certificateExpiry: () => undefined,
  };
}
