import { type Basis, OLD_WEATHER_HOURS } from '@aerowatch/domain/forecast/basis';
import { useFormats } from '../../lib/format.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { useNow } from '../../ui/relative-time.tsx';

/** Whether the newest weather is old enough to be mentioned; `issued` as an ISO time. */
export const isOldWeather = (issued: string, now: number): boolean =>
  now - Date.parse(issued) > OLD_WEATHER_HOURS * 3_600_000;

/** The attribution required by the weather service for a forecast with its data, and the age of old data. */
export function WeatherSource({ basis }: { basis: Basis | null }) {
  const t = useText('forecast');
  const formats = useFormats();
  const now = useNow();
  const { data } = useQuery('weatherGet', {}, { skip: basis !== 'weather' });
  if (basis !== 'weather' || data === undefined) return null;
  const { attribution, issued_at } = data;
  return (
    <>
      {attribution === null ? null : <span>{t('source', { name: attribution })}</span>}
      {issued_at !== null && isOldWeather(issued_at, now) ? (
        <strong> {t('weather.old_short', { at: formats.dateTime(issued_at) })}</strong>
      ) : null}
    </>
  );
}
