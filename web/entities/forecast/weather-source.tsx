import type { Basis } from '@aerowatch/domain/forecast/basis';
import { useRead } from '../../lib/api/read.ts';
import { useText } from '../../lib/text.ts';

/** The attribution the weather service asks for, where a forecast uses its data. */
export function WeatherSource({ basis }: { basis: Basis | null }) {
  const t = useText('forecast');
  const name = useRead('weatherGet', {}, { skip: basis !== 'weather' }).data?.attribution ?? null;
  return basis !== 'weather' || name === null ? null : <span>{t('source', { name })}</span>;
}
