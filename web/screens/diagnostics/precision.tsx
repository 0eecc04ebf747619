import { Alert, Badge, Group, Progress, Table, Text } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { useFindings } from '../../entities/diagnostics/finding-value.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';

type Row = Answer<'diagnosticsPrecision'>[number];

/** What inspections found for each diagnosed fault: “of 23 named, 20 found, 2 not found …”. */
export function PrecisionOfFaults() {
  const t = useText('diagnostics');
  const read = useQuery('diagnosticsPrecision', {}, { live: ['work_orders'] });
  const rows = read.data ?? [];
  if (rows.length === 0) return null;
  const several = new Set(rows.map(({ client }) => client)).size > 1;
  return (
    <Panel title={t('precision.title')} mt="md" region gap={0}>
      <Text c="dimmed" mb="sm">
        {t('precision.help')}
      </Text>
      {rows.some(({ doubtful }) => doubtful) ? (
        <Alert color="amber" mb="sm" icon={<IconZoomQuestion size={18} aria-hidden />}>
          {t('precision.doubtful_help')}
        </Alert>
      ) : null}
      <Table.ScrollContainer minWidth={0}>
        <Table>
          <Table.Tbody>
            {rows.map((row) => (
              <Line key={`${row.client} ${row.kind}`} row={row} several={several} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

function Line({ row, several }: { row: Row; several: boolean }) {
  const t = useText('diagnostics');
  const say = useFindings();
  const formats = useFormats();
  const clients = useTable('clients');
  const counts = (
    [
      ['found', row.found],
      ['not_found', row.not_found],
      ['other_cause', row.other_cause],
      ['open', row.open],
    ] as const
  ).filter(([, count]) => count > 0);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <Text fw={600}>{say.cause(row.kind)}</Text>
          {row.doubtful ? (
            <Badge color="amber" style={{ flex: 'none' }}>
              {t('precision.doubtful')}
            </Badge>
          ) : null}
        </Group>
        <SmallText>
          {several ? `${clients[row.client]?.name ?? ''} · ` : ''}
          {t('precision.named', { count: row.named })}
          {counts.length === 0
            ? ''
            : `, ${counts.map(([key, count]) => t(`precision.${key}`, { count })).join(', ')}`}
        </SmallText>
      </Table.Td>
      <Table.Td w={150} visibleFrom="sm">
        {row.share === null ? null : (
          <Progress
            value={row.share * 100}
            color={row.doubtful ? 'amber' : 'teal'}
            aria-label={t('precision.share')}
          />
        )}
      </Table.Td>
      <Table.Td w={70} ta="right">
        <Text>{row.share === null ? '–' : formats.percent(row.share)}</Text>
      </Table.Td>
    </Table.Tr>
  );
}
