import type { Box } from '@aerowatch/contracts/api/boxes';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { Group, Paper, ScrollArea, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { LinkButton } from '../../../ui/links/link-button.tsx';
import { useNow } from '../../../ui/relative-time.tsx';
import { ErrorState, LoadingLines } from '../../../ui/states/states.tsx';
import { Ledger } from './ledger.tsx';

type Measures = Answer<'measuresList'>['results'];
const HOURS = ['1', '24', '72'] as const;

/** The newest measures as they were received, and the ledger of the box. */
export function MeasuresTab({ box }: { box: Box }) {
  const t = useText('box');
  const [hours, setHours] = useState<string>('24');
  const now = useNow();
  const from = useMemo(
    () => new Date(Math.floor(now / 60_000) * 60_000 - Number(hours) * 3_600_000).toISOString(),
    [now, hours],
  );
  const read = useQuery(
    'measuresList',
    { query: { box: [box.id], from, ordering: '-date', page_size: 1000 } },
    { live: ['measures'] },
  );
  const rows = read.data?.results ?? [];
  return (
    <Stack>
      <Paper p="md">
        <Group justify="space-between" mb="sm">
          <SegmentedControl
            value={hours}
            onChange={setHours}
            data={HOURS.map((count) => ({
              value: count,
              label: t('measures.hours', { count: Number(count) }),
            }))}
          />
          <Elsewhere box={box} />
        </Group>
        {read.failure ? <ErrorState failure={read.failure} onRetry={read.refetch} /> : null}
        {read.isLoading ? <LoadingLines /> : null}
        {read.data && rows.length === 0 ? <Text c="dimmed">{t('measures.empty')}</Text> : null}
        {rows.length > 0 ? <MeasuresTable box={box} rows={rows} /> : null}
      </Paper>
      <Ledger box={box.id} />
    </Stack>
  );
}

/** Links to the import of measures, and to more of them. */
function Elsewhere({ box }: { box: Box }) {
  const t = useText('box');
  const privileged = useGrants('privileged');
  return (
    <Group gap={4} className="aw-no-print">
      {privileged && box.aeros[0] ? (
        <LinkButton variant="subtle" to={paths.measuresImport({ box: box.id, aero: box.aeros[0].id })}>
          {t('measures.import')}
        </LinkButton>
      ) : null}
      <LinkButton
        variant="subtle"
        to={paths.visualization({ aeros: box.aeros.map((aero) => aero.id), view: 'table', every: 'raw' })}
      >
        {t('measures.more')}
      </LinkButton>
    </Group>
  );
}

function MeasuresTable({ box, rows }: { box: Box; rows: Measures }) {
  const t = useText('box');
  const words = useText('domain');
  const formats = useFormats();
  const position = new Map(box.aeros.map((aero) => [aero.id, aero.position]));
  return (
    <ScrollArea.Autosize mah={520} viewportProps={{ tabIndex: 0 }}>
      <Table stickyHeader aria-label={t('tab.measures')} style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('measures.date')}</Table.Th>
            <Table.Th>AERO</Table.Th>
            {METRIC_KEYS.map((metric) => (
              <Table.Th key={metric} ta="right">
                {words(`metric.${metric}.name`)}
              </Table.Th>
            ))}
            <Table.Th>{t('measures.received')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.aero}:${row.date}`}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{formats.dateTimeSeconds(row.date)}</Table.Td>
              <Table.Td>{position.get(row.aero) ?? row.aero}</Table.Td>
              {METRIC_KEYS.map((metric) => (
                <Table.Td key={metric} ta="right">
                  {formats.metric(metric, row[metric])}
                </Table.Td>
              ))}
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{formats.dateTime(row.received_at)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
