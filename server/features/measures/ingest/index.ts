import { Histogram } from 'prom-client';
import type { MakeModule } from '../../../parts.ts';
import { setAsideRoutes } from '../set-aside/routes.ts';
import { makeBatcher } from './batch.ts';
import { ingestBatch } from './ingest-batch.ts';
import { readUplink } from './read/read-uplink.ts';
import type { Uplink } from './uplink.ts';

/** Number of parallel transactions: one is parsed while the database works on the other. */
const LANES = 2;
/** A message waits a second in a busy hour; one that waits this long is not being stored. */
const LONG_WAIT_MS = 15_000;

/** A box always has the same lane, so that its messages are committed and acknowledged in order. */
function laneOf({ box, serial }: Uplink): number {
  if (box !== undefined) return box % LANES;
  let sum = 0;
  for (let index = 0; index < serial.length; index += 1) sum += serial.charCodeAt(index) * (index + 1);
  return sum % LANES;
}

/** Messages of boxes become measures, reported configurations, answers and rollout states. */
export const ingestModule: MakeModule = (parts) => ({
  name: 'ingest',
  routes: setAsideRoutes(parts),
  ingest: () => {
    const seconds = new Histogram({
      name: 'ingest_seconds',
      help: 'From the arrival of a message to its commit',
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers: [parts.registry],
    });
    const lanes = Array.from({ length: LANES }, () =>
      makeBatcher(
        (uplink) => readUplink(uplink, parts.hooks.uplinks, parts.clock.now()),
        (reads, settled) => ingestBatch(parts, reads, settled),
      ),
    );
    parts.readiness.add('ingest', () => {
      const since = Math.min(...lanes.map((lane) => lane.waitingSince() ?? Number.POSITIVE_INFINITY));
      return performance.now() - since > LONG_WAIT_MS ? 'messages wait for their commit' : undefined;
    });
    parts.broker.onMessage(async (uplink) => {
      const end = seconds.startTimer();
      await lanes[laneOf(uplink)]!.offer(uplink);
      end();
    });
    return async () => {
      await Promise.all(lanes.map((lane) => lane.stop()));
    };
  },
});
