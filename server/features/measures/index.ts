import type { MakeModule } from '../../parts.ts';
import { startArchiving } from './archive/archiving.ts';
import { exportJob } from './export/export-job.ts';
import { exportRoutes } from './export/export-routes.ts';
import { importJob } from './import/import-job.ts';
import { importRoutes } from './import/import-routes.ts';
import { liveMeasures } from './live.ts';
import { startPacking } from './packing/packing.ts';
import { measureRoutes } from './routes.ts';
import { rollUp } from './series/store-rollups.ts';
import { startRetention } from './set-aside/retention.ts';

export { ingestModule } from './ingest/index.ts';

/** Measures: lists, curves, counts; rollups updated with the rows, closed days packed. */
export const measuresModule: MakeModule = (parts) => ({
  name: 'measures',
  jobHandlers: { export: exportJob, import: importJob },
  routes: [...measureRoutes(parts), ...exportRoutes(parts), ...importRoutes(parts)],
  web: () => {
    parts.events.registerMeasures(liveMeasures(parts.db));
    return () => undefined;
  },
  worker: () => {
    const stops = [
      parts.jobs.loop({ name: 'rollups', everyMs: 2000, heavy: true, run: () => rollUp(parts.db) }),
      startPacking(parts),
      startRetention(parts),
      startArchiving(parts),
    ];
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
    };
  },
});
