import { Text } from '@mantine/core';
import { WeatherSource } from '../../entities/forecast/weather-source.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import classes from './week.module.css';

/** The next seven days: temperatures, how many AEROs may reach a margin, the first of them. */
export function Week() {
  const t = useText('dashboard');
  const formats = useFormats();
  const { data, failure, refetch } = useQuery('forecastWeek', { query: {} }, { pollingInterval: 600_000 });
  const weekday = new Intl.DateTimeFormat(formats.locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return (
    <Panel title={t('week.title')} region aside={<TextLink to={paths.forecast()}>{t('week.all')}</TextLink>}>
      {data === undefined ? (
        failure ? (
          <ErrorState failure={failure} onRetry={refetch} />
        ) : (
          <LoadingLines lines={3} />
        )
      ) : data.days.length === 0 ? (
        <Text c="dimmed">{t('week.none')}</Text>
      ) : (
        <>
          <ol className={classes.days}>
            {data.days.map((day) => (
              <li key={day.day} data-risk={day.at_risk > 0 || undefined}>
                <Text fw={600}>{weekday.format(new Date(`${day.day}T12:00:00Z`))}</Text>
                <Text className="aw-figures">
                  {day.temperature === null
                    ? t('week.no_weather')
                    : `${formats.metric('temperature', day.temperature.min, false)} … ${formats.metric('temperature', day.temperature.max)}`}
                </Text>
                <Text fw={600}>
                  {day.unavailable === day.aeros
                    ? t('week.unknown')
                    : t('week.at_risk', { count: day.at_risk })}
                </Text>
                {day.unavailable === 0 || day.unavailable === day.aeros ? null : (
                  <SmallText>{t('week.without', { count: day.unavailable })}</SmallText>
                )}
                {day.worst
                  .filter(({ chance }) => chance >= data.at_risk_from)
                  .slice(0, 3)
                  .map((one) => (
                    <TextLink
                      key={one.aero}
                      to={paths.box(one.box, { tab: `aero${one.position}` })}
                      size="xs"
                      className={classes.name}
                    >
                      <span>{`${one.serial_number} · ${one.position}`}</span>
                      <span>{formats.percent(one.chance)}</span>
                    </TextLink>
                  ))}
              </li>
            ))}
          </ol>
          <SmallText mt="xs">
            {t(`week.basis_${data.basis ?? 'climate'}`, {
              at: formats.dateTime(data.issued_at),
              share: formats.percent(data.at_risk_from),
            })}{' '}
            <WeatherSource basis={data.basis} />
          </SmallText>
        </>
      )}
    </Panel>
  );
}
