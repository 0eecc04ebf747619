import type { Basis } from '@aerowatch/domain/forecast/basis';
import { Text } from '@mantine/core';
import { useForecastSkill } from '../../entities/forecast/use-forecast.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { Unread } from '../../ui/states/states.tsx';
import classes from './week.module.css';

type Days = Answer<'forecastWeek'>['days'];

/**
 * The next seven days: temperatures, and how many AEROs may reach a margin; the forecast screen has the rest.
 */
export function Week() {
  const t = useText('dashboard');
  const read = useQuery('forecastWeek', { query: {} }, { pollingInterval: 600_000 });
  const proven = useProvenRisk(read.data?.basis ?? null);
  return (
    <Panel title={t('week.title')} region aside={<TextLink to={paths.forecast()}>{t('week.all')}</TextLink>}>
      {read.data === undefined ? (
        <Unread read={read} lines={3} />
      ) : read.data.days.length === 0 ? (
        <Text c="dimmed">{t('week.none')}</Text>
      ) : (
        <>
          <ol className={classes.days}>
            {read.data.days.map((day) => (
              <Day
                key={day.day}
                day={day}
                proven={proven?.get(day.day) ?? 0}
                isKnown={proven !== undefined}
              />
            ))}
          </ol>
          {read.data.days.every(isCalm) ? <Text c="dimmed">{t('week.nobody')}</Text> : null}
        </>
      )}
    </Panel>
  );
}

/** Nobody is at risk, as far as forecasts are there. */
const isCalm = (day: Days[number]): boolean => day.at_risk === 0 && day.unavailable < day.aeros;

/** For each day the AEROs at risk of clients whose forecasts are better than climate; undefined until that is known. */
function useProvenRisk(basis: Basis | null): ReadonlyMap<string, number> | undefined {
  const skill = useForecastSkill().data;
  const client = (skill?.proven ?? []).flatMap((one) =>
    one.basis === basis && one.client !== null ? [one.client] : [],
  );
  const none = client.length === 0;
  const read = useQuery('forecastWeek', { query: { client } }, { skip: none, pollingInterval: 600_000 });
  const days = none ? (skill === undefined ? undefined : []) : read.data?.days;
  return days && new Map(days.map(({ day, at_risk }) => [day, at_risk]));
}

interface DayProps {
  day: Days[number];
  /** Of those at risk, how many where chances are proven; whether that is known. */
  proven: number;
  isKnown: boolean;
}
function Day({ day, proven, isKnown }: DayProps) {
  const t = useText('dashboard');
  const forecast = useText('forecast');
  const formats = useFormats();
  const weekday = new Intl.DateTimeFormat(formats.locale, {
    weekday: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <li data-risk={proven > 0 || undefined}>
      <Text fw={600}>{weekday.format(new Date(`${day.day}T12:00:00Z`))}</Text>
      <Text className="aw-figures">
        {day.temperature === null
          ? t('week.no_weather')
          : `${formats.metric('temperature', day.temperature.min, false)}…${formats.metric('temperature', day.temperature.max)}`}
      </Text>
      <Text fw={proven > 0 ? 600 : 400} c={proven > 0 ? undefined : 'dimmed'}>
        {isCalm(day)
          ? null
          : day.unavailable === day.aeros
            ? t('week.unknown')
            : t('week.at_risk', { count: day.at_risk })}
        {isKnown && day.at_risk > proven ? (
          <SmallText span display="block">
            {forecast('not_proven')}
          </SmallText>
        ) : null}
      </Text>
    </li>
  );
}
