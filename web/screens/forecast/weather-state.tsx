import { Alert, Paper, Table, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { isOldWeather } from '../../entities/forecast/weather-source.tsx';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { ErrorState } from '../../ui/states/states.tsx';
import { Episodes, WrongWeather } from './wrong-weather.tsx';

const SHOWN = 5;

/** The weather that forecasts are based on: source, age, range; for administrators also the last delivery. */
export function WeatherState() {
  const t = useText('forecast');
  const formats = useFormats();
  const now = useNow();
  const admin = useGrants('admin');
  const { data, failure, refetch } = useQuery('weatherGet', {}, { pollingInterval: 300_000 });
  if (data === undefined)
    return failure === undefined ? null : (
      <Paper p="md" mt="md">
        <ErrorState failure={failure} onRetry={refetch} />
      </Paper>
    );
  const { issued_at, until, points, attribution, receipts, wrong, episodes } = data;
  const at = formats.dateTime(issued_at);
  return (
    <Panel title={t('weather.title')} mt="md" region>
      {issued_at === null || until === null ? (
        <Text size="md">{t('weather.none')}</Text>
      ) : isOldWeather(issued_at, now) ? (
        <Alert color="amber" icon={<IconCloudOff size={18} aria-hidden />}>
          {t('weather.old', { at })}
        </Alert>
      ) : (
        <Text size="md">
          {t('weather.state', {
            at,
            places: t('weather.places', { count: points }),
            until: formats.day(until),
          })}{' '}
          {attribution === null ? '' : t('source', { name: attribution })}
        </Text>
      )}
      {wrong === null ? null : <WrongWeather wrong={wrong} />}
      {admin && episodes.length > 0 ? <Episodes rows={episodes} /> : null}
      {admin && receipts.length > 0 ? <Receipts rows={receipts.slice(0, SHOWN)} /> : null}
    </Panel>
  );
}

function Receipts({ rows }: { rows: Answer<'weatherGet'>['receipts'] }) {
  const t = useText('forecast');
  const formats = useFormats();
  return (
    <details>
      <summary>
        <Text span>{t('weather.receipts')}</Text>
      </summary>
      <Table.ScrollContainer minWidth={420}>
        <Table
          data={{
            head: [t('weather.at'), t('weather.name'), t('weather.result')],
            body: rows.map((row) => [
              formats.dateTime(row.received_at),
              row.name,
              [
                ...(row.points === 0
                  ? []
                  : [
                      t('weather.taken', {
                        count: row.hours,
                        places: t('weather.places', { count: row.points }),
                      }),
                    ]),
                ...row.problems,
              ].map((line) => <div key={line}>{line}</div>),
            ]),
          }}
        />
      </Table.ScrollContainer>
    </details>
  );
}
