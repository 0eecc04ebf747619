import type { Alert } from '@aerowatch/contracts/api/alerts';
import { alertStateOf } from '@aerowatch/domain/alerting/alert-state';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { conditionValue, useConditionSentence } from '../../entities/conditions/sentence.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { dividedByCause, MOST } from './divided-by-cause.ts';

/** Number of open alerts to load, so that those with its cause are not missed among others of the AERO. */
const READ = 100;

/** Other alerts of the AERO: open ones, those with its cause first, and earlier ones. */
export function OtherAlerts({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const aero = [alert.aero];
  const opened = useQuery('alertsOpened', { query: { aero, limit: READ } }, { live: ['alerts'] });
  // One more than is shown, to know whether there are more; the alert itself may be included.
  const archived = useQuery('alertsArchived', { query: { aero, limit: MOST + 2 } }, { live: ['alerts'] });
  const failure = opened.failure ?? archived.failure;
  const there = opened.data !== undefined && archived.data !== undefined;
  const { ofCause, open, earlier } = dividedByCause(alert, opened.data ?? [], archived.data ?? []);
  const retry = () => {
    opened.refetch();
    archived.refetch();
  };
  return (
    <Panel title={t('others.title')}>
      {failure !== undefined && <ErrorState failure={failure} onRetry={retry} />}
      {failure === undefined && !there && <LoadingLines lines={3} />}
      {there && (
        <Stack gap="md">
          <Part name={t('others.cause')} alerts={ofCause} />
          <Part name={t('tabs.opened')} alerts={open} />
          <Part name={t('others.earlier')} alerts={earlier} />
          {ofCause.length + open.length + earlier.length === 0 && <Text c="dimmed">{t('others.none')}</Text>}
        </Stack>
      )}
    </Panel>
  );
}

function Part({ name, alerts }: { name: string; alerts: readonly Alert[] }) {
  const t = useText('alerts');
  const formats = useFormats();
  const { when } = useConditionSentence();
  if (alerts.length === 0) return null;
  return (
    <div>
      <Title order={3} size="sm" mb={4}>
        {name}
      </Title>
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {alerts.slice(0, MOST).map((alert) => (
          <Group key={alert.id} component="li" gap="xs">
            <TextLink to={paths.alert(alert.id)} className="aw-figures">
              {formats.dateTime(alert.opened_at)}
            </TextLink>
            <Text flex="1 1 180px" style={{ overflowWrap: 'anywhere' }}>
              {when(alert.condition)}
            </Text>
            <Text fw={600} className="aw-figures">
              {conditionValue(alert.condition, alert.value, formats)}
            </Text>
            {alertStateOf(alert) === 'firing' && <Badge color="red">{t('state.firing')}</Badge>}
          </Group>
        ))}
      </Stack>
      {alerts.length > MOST && (
        <Text c="dimmed" mt={4}>
          {t('others.newest', { count: MOST })}
        </Text>
      )}
    </div>
  );
}
