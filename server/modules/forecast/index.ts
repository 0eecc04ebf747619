import type { MakeModule } from '../../parts.ts';
import { forecastRoutes } from './routes.ts';

/** Where each AERO would stand, and where it will over the next days. */
export const forecastModule: MakeModule = (parts) => ({
  name: 'forecast',
  routes: forecastRoutes(parts),
});
