import type { MakeModule } from '../parts.ts';
import { commitSafely } from './commit-safely.ts';
import { gatherer } from './gather.ts';
import { readUplink } from './read-uplink.ts';
import { setAsideRoutes } from './routes.ts';
import { UPLINKS } from './uplinks.ts';

/** Messages of boxes become measures, reported configurations, answers and rollout states. */
export const ingestModule: MakeModule = (parts) => ({
  name: 'ingest',
  routes: setAsideRoutes(parts),
  ingest: () => {
    const gather = gatherer(
      (uplink) => readUplink(uplink, UPLINKS, parts.clock.now()),
      (reads, settled) => commitSafely(parts, reads, settled),
    );
    parts.broker.onMessage((uplink) => gather.offer(uplink));
    return () => gather.stop();
  },
});
