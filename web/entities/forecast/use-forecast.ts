import { useRead } from '../../lib/api/read.ts';

/** Every quarter of an hour: forecasts are made anew a few times a day. */
const EVERY = 15 * 60_000;

/** The next days of an AERO, the first day first. */
export function useAeroForecast(aero: number) {
  const query = { aero: [aero], ordering: 'day', page_size: 8 };
  return useRead('forecastList', { query }, { pollingInterval: EVERY });
}

/** How good the forecasts were, by lead day and basis. */
export function useForecastSkill() {
  return useRead('forecastSkill', { query: {} });
}
