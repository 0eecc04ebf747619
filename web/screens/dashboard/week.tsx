import { Text } from '@mantine/core';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unread } from '../../ui/states/states.tsx';
import classes from './week.module.css';

type Days = Answer<'forecastWeek'>['days'];

/**
 * The next seven days: temperatures, and how many AEROs may reach a margin; the forecast screen has the rest.
 */
export function Week() {
  const t = useText('dashboard');
  const read = useQuery('forecastWeek', { query: {} }, { pollingInterval: 600_000 });
  return (
    <Panel title={t('week.title')} region aside={<TextLink to={paths.forecast()}>{t('week.all')}</TextLink>}>
      {read.data === undefined ? (
        <Unread read={read} lines={3} />
      ) : read.data.days.length === 0 ? (
        <Text c="dimmed">{t('week.none')}</Text>
      ) : (
        <ol className={classes.days}>
          {read.data.days.map((day) => (
            <Day key={day.day} day={day} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Day({ day }: { day: Days[number] }) {
  const t = useText('dashboard');
  const formats = useFormats();
  const weekday = new Intl.DateTimeFormat(formats.locale, {
    weekday: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <li data-risk={day.at_risk > 0 || undefined}>
      <Text fw={600}>{weekday.format(new Date(`${day.day}T12:00:00Z`))}</Text>
      <Text className="aw-figures">
        {day.temperature === null
          ? t('week.no_weather')
          : `${formats.metric('temperature', day.temperature.min, false)}…${formats.metric('temperature', day.temperature.max)}`}
      </Text>
      <Text fw={day.at_risk > 0 ? 600 : 400} c={day.at_risk > 0 ? undefined : 'dimmed'}>
        {day.unavailable === day.aeros ? t('week.unknown') : t('week.at_risk', { count: day.at_risk })}
      </Text>
    </li>
  );
}
