import type { MakeModule } from '../../parts.ts';
import { WEATHER_CHANNEL } from '../weather/take.ts';
import { forecastDue } from './issue/issue.ts';
import { queueMornings } from './mornings.ts';
import { forecastRoutes } from './routes.ts';
import { packMonths } from './weeks/pack.ts';

/** The expected position of each AERO now and over the next days. */
export const forecastModule: MakeModule = (parts) => ({
  name: 'forecast',
  routes: forecastRoutes(parts),
  worker: () => {
    const forecast = parts.jobs.loop({
      name: 'forecasts',
      channel: WEATHER_CHANNEL,
      everyMs: 30_000,
      run: () => forecastDue(parts.db, parts.clock.now()),
    });
    const pack = parts.jobs.loop({
      name: 'kept forecasts',
      everyMs: 3_600_000,
      run: () => packMonths(parts.db, parts.clock.now()),
    });
    const mornings = parts.jobs.loop({
      name: 'week ahead',
      everyMs: 60_000,
      run: () => queueMornings(parts.db, parts.clock.date()),
    });
    return async () => {
      await Promise.all([forecast(), pack(), mornings()]);
    };
  },
});
