/** A minimal box: MQTT 3.1.1 over a socket, so that a bench measures the server rather than its own load. */
import { connect, type Socket } from 'node:net';

const CONNACK = 2;
const PUBACK = 4;

export interface WireBoxOptions {
  readonly serial: string;
  readonly secret: string;
  /** Ports of ingest; after each failure the next one is tried, as behind a load balancer. */
  readonly ports: readonly number[];
}

interface Waiting {
  readonly acked: () => void;
  readonly failed: (error: Error) => void;
}

export class WireBox {
  readonly serial: string;
  readonly #options: WireBoxOptions;
  #socket: Socket | undefined;
  #ready: Promise<void> | undefined;
  #waiting = new Map<number, Waiting>();
  #held: Buffer = Buffer.alloc(0);
  #next = 1;
  #turn = 0;
  #stopped = false;
  /** Connections that failed or were refused, and messages sent again. */
  readonly counts = { failures: 0, resent: 0 };

  constructor(options: WireBoxOptions) {
    this.#options = options;
    this.serial = options.serial;
    this.#turn = options.serial.length + options.serial.charCodeAt(options.serial.length - 1);
  }

  /** Resolves at CONNACK 0; rejects when refused or cut. */
  connect(): Promise<void> {
    this.#ready ??= new Promise((resolve, reject) => {
      const { ports, serial, secret } = this.#options;
      const socket = connect({ host: '127.0.0.1', port: ports[this.#turn++ % ports.length]!, noDelay: true });
      this.#socket = socket;
      this.#held = Buffer.alloc(0);
      socket.on('connect', () => socket.write(connectPacket(serial, secret)));
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        this.#take(chunk, (code) => (code === 0 ? resolve() : reject(new Error(`refused with ${code}`))));
      });
      socket.on('close', () => {
        const error = new Error('connection closed');
        if (this.#socket === socket) {
          this.#ready = undefined;
          const waiting = this.#waiting;
          this.#waiting = new Map();
          for (const one of waiting.values()) one.failed(error);
        }
        reject(error);
      });
    });
    return this.#ready;
  }

  /** Resolves at PUBACK; rejects if the connection ends before. */
  publish(topic: string, payload: Buffer): Promise<void> {
    const socket = this.#socket;
    if (socket === undefined || socket.destroyed) return Promise.reject(new Error('not connected'));
    const id = this.#next;
    this.#next = (this.#next % 65_535) + 1;
    return new Promise((acked, failed) => {
      this.#waiting.set(id, { acked, failed });
      socket.write(publishPacket(topic, payload, id));
    });
  }

  /**
   * Connects and sends until acknowledged, like a box that keeps its measures. Returns false if stopped
   * before.
   */
  async deliver(topic: string, payload: Buffer, firstWait = 50): Promise<boolean> {
    for (let wait = firstWait; !this.#stopped; wait = Math.min(wait * 2, 2000)) {
      try {
        await this.connect();
        await this.publish(topic, payload);
        return true;
      } catch {
        this.counts.failures += 1;
        this.counts.resent += 1;
        this.#socket?.destroy();
        await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
      }
    }
    return false;
  }

  /** Writes raw bytes, for a box that violates the protocol. */
  raw(bytes: Buffer): void {
    this.#socket?.write(bytes);
  }

  get connected(): boolean {
    return this.#ready !== undefined && this.#socket?.destroyed === false;
  }

  end(): void {
    this.#stopped = true;
    this.#socket?.destroy();
  }

  #take(chunk: Buffer, connack: (code: number) => void): void {
    let bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    for (;;) {
      const size = packetSize(bytes);
      if (size === undefined || bytes.length < size) break;
      const type = bytes[0]! >> 4;
      if (type === CONNACK) connack(bytes[3]!);
      if (type === PUBACK) {
        const id = bytes.readUInt16BE(2);
        this.#waiting.get(id)?.acked();
        this.#waiting.delete(id);
      }
      bytes = bytes.subarray(size);
    }
    this.#held = bytes;
  }
}

function packetSize(bytes: Buffer): number | undefined {
  let length = 0;
  for (let at = 1; at < 5; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    length += (byte & 127) * 128 ** (at - 1);
    if (byte < 128) return length + at + 1;
  }
  return undefined;
}

function packet(head: number, parts: readonly Buffer[]): Buffer {
  let length = parts.reduce((sum, part) => sum + part.length, 0);
  const size: number[] = [];
  do {
    size.push((length % 128) + (length >= 128 ? 128 : 0));
    length = Math.floor(length / 128);
  } while (length > 0);
  return Buffer.concat([Buffer.from([head, ...size]), ...parts]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
}

export function connectPacket(serial: string, secret: string): Buffer {
  const header = Buffer.from([0, 4, 77, 81, 84, 84, 4, 0xc2, 0, 0]);
  return packet(0x10, [header, text(serial), text(serial), text(secret)]);
}

export function publishPacket(topic: string, payload: Buffer, id: number): Buffer {
  return packet(0x32, [text(topic), Buffer.from([id >> 8, id & 255]), payload]);
}
