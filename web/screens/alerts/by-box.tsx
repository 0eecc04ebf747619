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
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { TableFooter } from '../../table/table-footer.tsx';
import { useTableState } from '../../table/use-table-state.ts';
import { SamiShapeMark } from '../../ui/badges/sami-mark.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { AlertState } from './alert-state.tsx';
import classes from './alerts.module.css';
import type { OpenAlerts } from './use-open-alerts.ts';

function NoAlerts() {
  const t = useText('alerts');
  return <EmptyState title={t('empty.opened')} icon={IconBellCheck} text={t('empty.openedText')} />;
}

/** Reason for the empty list: loading, failed, or no alerts. */
function None({ isLoading, failure, refetch }: Read) {
  if (isLoading)
    return (
      <Box p="lg">
        <LoadingLines />
      </Box>
    );
  return failure === undefined ? <NoAlerts /> : <ErrorState failure={failure} onRetry={refetch} />;
}

type Read = OpenAlerts['table']['read'];
interface Props {
  alerts: readonly Alert[];
  read: Read;
  /** Where boxes come in pages: how many there are. */
  total: number | undefined;
  onSeen: (ids: number[]) => void;
}
/** Open alerts under their box. */
export function ByBox({ alerts, read, total, onSeen }: Props) {
  const t = useText('alerts');
  const formats = useFormats();
  const place = usePlace();
  const aeroName = useAeroName();
  const boxes = useTable('boxes');
  const { when } = useConditionSentence();
  const state = useTableState({});
  const groups = useMemo(() => [...Map.groupBy(alerts, (alert) => alert.box)], [alerts]);
  if (alerts.length === 0)
    return (
      <Paper>
        <None {...read} />
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
      {total === undefined ? null : (
        <Paper>
          <TableFooter state={state} matching={total} total={total} />
        </Paper>
      )}
    </Stack>
  );
}
