/** Boxes that send continuously and remember which batches were acknowledged. */
import { payloadOf } from '../lib/batches.ts';
import { quantile, sleep } from '../lib/figures.ts';
import { type FilledBox, SECRET } from '../lib/store-fill.ts';
import { WireBox } from '../lib/wire-box.ts';

/**
 * Time of the first measure of batch 0, in seconds since 1970: 2020, so that hours of sending stay in the
 * past.
 */
export const FIRST = 1_577_836_800;

export interface Flock {
  readonly boxes: readonly FilledBox[];
  /** Batches acknowledged and sent, by box. */
  readonly acked: readonly Set<number>[];
  readonly sent: readonly number[];
  /** Acknowledgements since the last call, with their waits in ms. */
  takeWaits(): number[];
  failures(): number;
  /** Stops new batches; resolves when all pending ones are acknowledged. */
  stop(): Promise<void>;
}

export function startFlock(
  boxes: readonly FilledBox[],
  ports: readonly number[],
  pauseMs = 20,
  inFlight = 2,
): Flock {
  const acked = boxes.map(() => new Set<number>());
  const sent = boxes.map(() => 0);
  const wires = boxes.map(({ serial }) => new WireBox({ serial, secret: SECRET, ports }));
  let waits: number[] = [];
  let going = true;
  const work = wires.flatMap((wire, index) =>
    Array.from({ length: inFlight }, async () => {
      while (going) {
        const batch = sent[index]!;
        sent[index] = batch + 1;
        const start = performance.now();
        if (await wire.deliver(`boxes/${wire.serial}/measures`, payloadOf(index, batch, FIRST)))
          acked[index]!.add(batch);
        waits.push(performance.now() - start);
        await sleep(pauseMs * (0.5 + Math.random()));
      }
    }),
  );
  return {
    boxes,
    acked,
    sent,
    takeWaits() {
      const taken = waits;
      waits = [];
      return taken;
    },
    failures: () => wires.reduce((sum, wire) => sum + wire.counts.failures, 0),
    async stop() {
      going = false;
      await Promise.all(work);
      for (const wire of wires) wire.end();
    },
  };
}

export const p95 = (waits: readonly number[]): number => quantile(waits, 0.95);
