import type { MakeModule } from '../../parts.ts';
import { WEATHER_CHANNEL } from '../weather/take.ts';
import { foretellDue } from './foretell.ts';
import { tellMornings } from './mornings.ts';
import { packMonths } from './pack.ts';
import { forecastRoutes } from './routes.ts';

/** Where each AERO would stand, and where it will over the next days. */
export const forecastModule: MakeModule = (parts) => ({
  name: 'forecast',
  routes: forecastRoutes(parts),
  worker: () => {
    const foretell = parts.jobs.loop({
      name: 'forecasts',
      channel: WEATHER_CHANNEL,
      everyMs: 30_000,
      run: () => foretellDue(parts.db, parts.clock.now()),
    });
    const pack = parts.jobs.loop({
      name: 'kept forecasts',
      everyMs: 3_600_000,
      run: () => packMonths(parts.db, parts.clock.now()),
    });
    const mornings = parts.jobs.loop({
      name: 'week ahead',
      everyMs: 60_000,
      run: () => tellMornings(parts.db, parts.clock.date()),
    });
    return async () => {
      await Promise.all([foretell(), pack(), mornings()]);
    };
  },
});
