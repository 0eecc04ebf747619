import { Alert, Table, Text } from '@mantine/core';
import { IconCloudQuestion } from '@tabler/icons-react';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';

type Weather = Answer<'weatherGet'>;

/** °C from which a deviation is said as one: below, the weather is now too warm and now too cold. */
const ONE_WAY = 1.5;

function useDeviation() {
  const t = useText('forecast');
  const formats = useFormats();
  return (off: number) => {
    if (Math.abs(off) < ONE_WAY) return t('weather.apart');
    const by = formats.quantity('temperature_difference', Math.abs(off));
    return off > 0 ? t('weather.warmer', { by }) : t('weather.colder', { by });
  };
}

/** Says that weather does not fit what boxes measure, and what forecasts do about it. */
export function WrongWeather({ wrong }: { wrong: NonNullable<Weather['wrong']> }) {
  const t = useText('forecast');
  const formats = useFormats();
  const deviation = useDeviation();
  const { places: count, left_out, since, off } = wrong;
  return (
    <Alert color="amber" mt="sm" icon={<IconCloudQuestion size={18} aria-hidden />}>
      {t('weather.wrong', { count, since: formats.day(since), how: deviation(off) })}{' '}
      {left_out === 0
        ? t('weather.not_left_out')
        : t('weather.left_out', { places: t('weather.places', { count: left_out }) })}
    </Alert>
  );
}

/** The places whose weather does not fit, or did not of late. */
export function Episodes({ rows }: { rows: Weather['episodes'] }) {
  const t = useText('forecast');
  const formats = useFormats();
  const deviation = useDeviation();
  return (
    <details>
      <summary>
        <Text span>{t('weather.episodes')}</Text>
      </summary>
      <Table.ScrollContainer minWidth={480}>
        <Table
          data={{
            head: [
              t('weather.place'),
              t('weather.since'),
              t('weather.until'),
              t('weather.deviation'),
              t('weather.forecasts'),
            ],
            body: rows.map(({ latitude, longitude, since, until, off, left_out }) => [
              `${formats.number(latitude, 2)} ${formats.number(longitude, 2)}`,
              formats.day(since),
              formats.day(until),
              deviation(off),
              left_out ? t('weather.unused') : t('weather.used'),
            ]),
          }}
        />
      </Table.ScrollContainer>
    </details>
  );
}
