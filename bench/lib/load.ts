/** Many boxes that send batches as fast as they are acknowledged. */
import { payloadOf } from './batches.ts';
import { quantile } from './figures.ts';
import { type FilledBox, SECRET } from './store-fill.ts';
import { WireBox } from './wire-box.ts';

export interface Load {
  readonly seconds: number;
  readonly messages: number;
  readonly refusals: number;
  /** Time until the PUBACK, in ms. */
  readonly waits: { median: number; p95: number; worst: number };
}

export interface LoadOptions {
  readonly ports: readonly number[];
  readonly boxes: readonly FilledBox[];
  /** Batches of each box: from the first number until before the last. */
  readonly from: number;
  readonly to: number;
  /** Time of the first measure of batch 0, in seconds since 1970. */
  readonly first: number;
  readonly inFlight?: number;
  /** Connections from an earlier load. */
  readonly wires?: readonly WireBox[];
}

export function wiresOf(boxes: readonly FilledBox[], ports: readonly number[]): WireBox[] {
  return boxes.map((box) => new WireBox({ serial: box.serial, secret: SECRET, ports }));
}

/** Sends and waits for every acknowledgement. Timed from the first packet to the last PUBACK. */
export async function runLoad(options: LoadOptions): Promise<Load> {
  const { boxes, from, to, first, ports, inFlight = 4 } = options;
  const wires = options.wires ?? wiresOf(boxes, ports);
  const before = wires.reduce((sum, wire) => sum + wire.counts.failures, 0);
  const waits: number[] = [];
  const start = performance.now();
  await Promise.all(
    wires.map(async (wire, index) => {
      let next = from;
      const topic = `boxes/${wire.serial}/measures`;
      const lane = async () => {
        while (next < to) {
          const batch = next;
          next += 1;
          const payload = payloadOf(index, batch, first);
          const sent = performance.now();
          await wire.deliver(topic, payload, 500);
          waits.push(performance.now() - sent);
        }
      };
      await Promise.all(Array.from({ length: inFlight }, lane));
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  if (options.wires === undefined) for (const wire of wires) wire.end();
  return {
    seconds,
    messages: waits.length,
    refusals: wires.reduce((sum, wire) => sum + wire.counts.failures, 0) - before,
    waits: { median: quantile(waits, 0.5), p95: quantile(waits, 0.95), worst: quantile(waits, 1) },
  };
}
