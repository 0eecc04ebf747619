import type { Basis } from '@aerowatch/domain/forecast/basis';
import { useRead } from '../../lib/api/read.ts';
import { useText } from '../../lib/text.ts';

/** Whom the weather service asks to be named, where a forecast rests on it. */
export function WeatherSource({ basis }: { basis: Basis | null }) {
  const t = useText('forecast');
  const name = useRead('weatherGet', {}, { skip: basis !== 'weather' }).data?.attribution ?? null;
  return basis !== 'weather' || name === null ? null : <span>{t('source', { name })}</span>;
}
