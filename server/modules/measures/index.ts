import type { MakeModule } from '../../parts.ts';
import { exportRoutes } from './export-routes.ts';
import { importRoutes } from './import-routes.ts';
import { liveMeasures } from './live.ts';
import { startPacking } from './packing.ts';
import { measureRoutes } from './routes.ts';
import { rollUp } from './store-rollups.ts';

/** Measures: lists, curves, counts; rollups kept in step with the rows, closed days packed. */
export const measuresModule: MakeModule = (parts) => ({
  name: 'measures',
  routes: [...measureRoutes(parts), ...exportRoutes(parts), ...importRoutes(parts)],
  web: () => {
    parts.events.registerMeasures(liveMeasures(parts.db));
    return () => undefined;
  },
  worker: () => {
    const stops = [
      parts.jobs.loop({ name: 'rollups', everyMs: 2000, run: () => rollUp(parts.db) }),
      startPacking(parts),
    ];
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
    };
  },
});
