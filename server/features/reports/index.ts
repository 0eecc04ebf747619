import type { MakeModule } from '../../parts.ts';
import { reportFile } from './report-file.ts';
import { reportRoutes } from './routes.ts';
import { sendReports } from './schedule.ts';

const QUARTER = 15 * 60_000;

/** The monthly report: on request, and by e-mail on the first working day to subscribers. */
export const reportsModule: MakeModule = (parts) => ({
  name: 'reports',
  reportFile: reportFile({
    db: parts.db,
    title: parts.config.title,
    weatherSource: parts.config.weatherAttribution,
  }),
  routes: reportRoutes(parts),
  worker: () =>
    parts.jobs.loop({
      name: 'monthly reports',
      everyMs: QUARTER,
      run: async () => {
        await sendReports(parts.db, parts.clock.now());
        return 0;
      },
    }),
});
