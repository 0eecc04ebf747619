import type { Alert } from '@aerowatch/contracts/api/alerts';
import { Badge, Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import { usePlace } from '../../entities/alerts/use-place.ts';
import { conditionValue, useConditionSentence } from '../../entities/conditions/sentence.ts';
import { ForMembers } from '../../entities/session/for-members.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useCollectionState } from '../../lib/query/collection-state.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { SamiShapeMark } from '../../ui/badges/sami-mark.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { AlertState } from './alert-state.tsx';
import classes from './alerts.module.css';

function NoAlerts() {
  const t = useText('alerts');
  return <EmptyState title={t('empty.opened')} icon={IconBellCheck} text={t('empty.openedText')} />;
}

/** Reason for the empty list: loading, failed, or no alerts. */
function None() {
  const { isLoading, failure, refetch } = useCollectionState('alerts');
  if (isLoading)
    return (
      <Box p="lg">
        <LoadingLines />
      </Box>
    );
  return failure === undefined ? <NoAlerts /> : <ErrorState failure={failure} onRetry={refetch} />;
}

/** Open alerts under their box. */
export function ByBox({ alerts, onSeen }: { alerts: readonly Alert[]; onSeen: (ids: number[]) => void }) {
  const t = useText('alerts');
  const formats = useFormats();
  const place = usePlace();
  const aeroName = useAeroName();
  const boxes = useTable('boxes');
  const { when } = useConditionSentence();
  const groups = useMemo(() => [...Map.groupBy(alerts, (alert) => alert.box)], [alerts]);
  if (alerts.length === 0)
    return (
      <Paper>
        <None />
      </Paper>
    );
  return (
    <Stack gap="sm">
      {groups.map(([box, own]) => (
        <Paper key={box} p="md">
          <Group justify="space-between" gap="xs" mb="xs">
            <Group gap="xs">
              {boxes[box] ? <SamiShapeMark level={boxes[box].sami} /> : null}
              <TextLink size="md" to={paths.box(box)} fw={600}>
                {boxes[box]?.serial_number ?? `#${box}`}
              </TextLink>
              <Text c="dimmed">{place(box)}</Text>
              <Badge color="red">{t('count', { count: own.length })}</Badge>
            </Group>
            <ForMembers>
              <Button size="compact-sm" variant="light" onClick={() => onSeen(own.map((alert) => alert.id))}>
                {own.length > 1 ? t('seen.action_count', { count: own.length }) : t('seen.action')}
              </Button>
            </ForMembers>
          </Group>
          <Stack gap={0}>
            {own.map((alert) => (
              <Group key={alert.id} className={classes.alert}>
                <TextLink to={paths.alert(alert.id)} style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {formats.dateTime(alert.opened_at)}
                </TextLink>
                <Text>{aeroName(alert.aero)}</Text>
                <Text fw={600}>{conditionValue(alert.condition, alert.value, formats)}</Text>
                <Text
                  c="dimmed"
                  style={{ flex: '1 1 240px' }}
                >{`${alert.supervisor_name} · ${when(alert.condition)}`}</Text>
                <AlertState alert={alert} />
              </Group>
            ))}
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}
