import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { MakeModule } from '../../parts.ts';
import { makeOutbound } from '../../platform/http/outbound/outbound.ts';
import { checkWeather } from './check.ts';
import { readFolder } from './folder.ts';
import { weatherRoutes } from './routes.ts';
import { askService } from './service.ts';
import { dropOldEpisodes } from './store-episodes.ts';
import { dropOldWeather } from './store-weather.ts';

/** Hours of fifty points over a hundred days, as JSON. */
const MAX_BYTES = 32 * 1024 * 1024;
const SLOW_MS = 60_000;
/** Days of weather kept for fitting models. */
const KEPT_DAYS = 130;

/** The weather at the places of the boxes: from a service, from files, or uploaded by administrators. */
export const weatherModule: MakeModule = (parts) => {
  const { db, log, config, clock, jobs } = parts;
  return {
    name: 'weather',
    routes: weatherRoutes(parts),
    worker: () => {
      const stops: (() => Promise<void>)[] = [];
      const { weatherFolder: path, weatherUrl: url } = config;
      if (path !== null) {
        // The person who added the file is unknown, so the reason is written in every language.
        const say = (problem: string) =>
          LANGUAGE_KEYS.map((language) => translateMessage(problem, language)).join(' / ');
        const folder = { db, log, path, say, now: () => clock.now() };
        stops.push(jobs.loop({ name: 'weather folder', everyMs: 10_000, run: () => readFolder(folder) }));
      }
      if (url !== null) {
        const outbound = makeOutbound({ allowPrivate: true, maxBytes: MAX_BYTES, timeoutMs: SLOW_MS });
        const service = { db, log, url, outbound, now: () => clock.now() };
        stops.push(jobs.loop({ name: 'weather service', everyMs: 60_000, run: () => askService(service) }));
      }
      stops.push(
        jobs.loop({ name: 'weather check', everyMs: 300_000, run: () => checkWeather(db, clock.now()) }),
        jobs.loop({
          name: 'old weather',
          everyMs: 6 * 3_600_000,
          run: async () => {
            await dropOldWeather(db, KEPT_DAYS);
            await dropOldEpisodes(db, KEPT_DAYS);
            return 0;
          },
        }),
      );
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
      };
    },
  };
};
