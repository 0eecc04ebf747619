import type { Alert } from '@aerowatch/contracts/api/alerts';
import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { conditionValue, useConditionSentence } from '../../entities/conditions/sentence.ts';
import { useRead } from '../../lib/api/read.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { ErrorState, LoadingLines } from '../../ui/states.tsx';

/** As many as tell whether it is new: the list has them all. */
const MOST = 10;

/** What else the AERO has: open alerts beside this one, those of its cause first, and earlier ones. */
export function OtherAlerts({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const query = { aero: [alert.aero], limit: MOST + 1 };
  const opened = useRead('alertsOpened', { query }, { live: ['alerts'] });
  const archived = useRead('alertsArchived', { query }, { live: ['alerts'] });
  const failure = opened.failure ?? archived.failure;
  const others = (all: readonly Alert[]) => all.filter(({ id }) => id !== alert.id).slice(0, MOST);
  const isOfCause = (one: Alert) => one.group === alert.group;
  const beside = others(opened.data ?? []);
  const retry = () => {
    opened.refetch();
    archived.refetch();
  };
  return (
    <Paper p="md">
      <Title order={2} size="h4" mb="xs">
        {t('others.title')}
      </Title>
      {failure !== undefined && <ErrorState failure={failure} onRetry={retry} />}
      {failure === undefined && (!opened.data || !archived.data) && <LoadingLines lines={3} />}
      {failure === undefined && opened.data && archived.data && (
        <Stack gap="md">
          <Part name={t('others.cause')} alerts={beside.filter(isOfCause)} />
          <Part name={t('others.open')} alerts={beside.filter((one) => !isOfCause(one))} />
          <Part name={t('others.earlier')} alerts={others(archived.data)} />
          {beside.length + others(archived.data).length === 0 && (
            <Text size="sm" c="dimmed">
              {t('others.none')}
            </Text>
          )}
        </Stack>
      )}
    </Paper>
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
        {alerts.map((alert) => (
          <Group key={alert.id} component="li" gap="xs">
            <Anchor component={Link} to={paths.alert(alert.id)} size="sm" className="aw-figures">
              {formats.dateTime(alert.opened_at)}
            </Anchor>
            <Text size="sm" flex="1 1 180px" style={{ overflowWrap: 'anywhere' }}>
              {when(alert.condition)}
            </Text>
            <Text size="sm" fw={600} className="aw-figures">
              {conditionValue(alert.condition, alert.value, formats)}
            </Text>
            {alert.cleared_at === null && (
              <Badge color="red" variant="light">
                {t('state.firing')}
              </Badge>
            )}
          </Group>
        ))}
      </Stack>
    </div>
  );
}
