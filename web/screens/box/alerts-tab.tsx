import type { Alert } from '@aerowatch/contracts/api/alerts';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { Badge, Paper, Table, Text } from '@mantine/core';
import { conditionValue, useConditionSentence } from '../../entities/conditions/sentence.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { ErrorState, LoadingLines } from '../../ui/states/states.tsx';

/** The last alerts of the box, open ones first. */
export function AlertsTab({ box }: { box: Box }) {
  const t = useText('box');
  const words = useText('alerts');
  const domain = useText('domain');
  const formats = useFormats();
  const { when } = useConditionSentence();
  const query = { box: [box.id], limit: 100 };
  const opened = useQuery('alertsOpened', { query }, { live: ['alerts'] });
  const archived = useQuery('alertsArchived', { query }, { live: ['alerts'] });
  const failure = opened.failure ?? archived.failure;
  if (failure)
    return (
      <ErrorState
        failure={failure}
        onRetry={() => {
          opened.refetch();
          archived.refetch();
        }}
      />
    );
  if (!opened.data || !archived.data) return <LoadingLines />;
  const rows: Alert[] = [...opened.data, ...archived.data];
  if (rows.length === 0)
    return (
      <Paper p="md">
        <Text c="dimmed">{t('alerts.none')}</Text>
      </Paper>
    );
  const position = (id: number) => box.aeros.find((aero) => aero.id === id)?.position ?? '';
  return (
    <Paper p="md">
      <Table.ScrollContainer minWidth={640}>
        <Table
          highlightOnHover
          aria-label={t('tab.alerts')}
          data={{
            head: (['opened', 'aero', 'supervisor', 'condition', 'value', 'state'] as const).map((key) =>
              words(`column.${key}`),
            ),
            body: rows.map((alert) => [
              <TextLink key="alert" to={paths.alert(alert.id)}>
                {formats.dateTime(alert.opened_at)}
              </TextLink>,
              domain('aero', { position: position(alert.aero) }),
              alert.supervisor_name,
              when(alert.condition),
              conditionValue(alert.condition, alert.value, formats),
              <Badge key="state" color={alert.seen ? 'gray' : 'red'}>
                {t(alert.seen ? 'alerts.archived' : 'alerts.open')}
              </Badge>,
            ]),
          }}
        />
      </Table.ScrollContainer>
    </Paper>
  );
}
