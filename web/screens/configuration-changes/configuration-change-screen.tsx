import { isConfigurationKey } from '@aerowatch/domain/box/box-configuration';
import { Alert, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconBox } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { BackLink } from '../../ui/links/back-link.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NotFound } from '../../ui/states/not-found.tsx';
import { EmptyState, ErrorState, LoadingScreen } from '../../ui/states/states.tsx';
import { ChangeBadge, ChangeProgress, useChangeWords } from './change-parts.tsx';

type Change = Answer<'configurationChangesGet'>;
type Row = Change['boxes'][number];
const rowId = (row: Row) => row.box;

/** One change of many boxes, with its state on each; updated live. */
export default function ConfigurationChangeScreen() {
  const id = Number(useParams().id);
  const read = useQuery(
    'configurationChangesGet',
    { params: { id } },
    { live: ['boxes'], skip: !Number.isInteger(id) },
  );
  if (!Number.isInteger(id) || read.failure?.status === 404) return <NotFound />;
  if (read.failure) return <ErrorState order={1} failure={read.failure} onRetry={read.refetch} />;
  if (!read.data) return <LoadingScreen />;
  return <Details change={read.data} />;
}

function Details({ change }: { change: Change }) {
  const t = useText('boxes');
  const formats = useFormats();
  const words = useChangeWords();
  const columns = useColumns();
  const last = change.boxes
    .map((row) => row.expected_at)
    .filter((at) => at !== null)
    .sort()
    .at(-1);
  return (
    <>
      <PageHeader
        title={t('changes.one', { count: change.counts.total })}
        description={t('changes.byAt', {
          name: change.user_name ?? '–',
          time: formats.dateTime(change.created_at),
        })}
        breadcrumbs={<BackLink to={paths.configurationChanges()}>{t('changes.title')}</BackLink>}
      />
      <Paper p="md" mb="md">
        <Stack gap="sm">
          <ChangeProgress counts={change.counts} />
          {change.counts.pending > 0 && last !== undefined ? (
            <Text>{t('changes.doneBy', { time: formats.dateTime(last) })}</Text>
          ) : null}
          {change.counts.refused > 0 ? (
            <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
              {t('changes.refusedText', { count: change.counts.refused })}
            </Alert>
          ) : null}
          <Title order={2} size="h4">
            {t('changes.what')}
          </Title>
          <List size="sm">
            {words(change.changes).map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Stack>
      </Paper>
      <DataTable
        label={t('changes.boxes')}
        rows={change.boxes}
        columns={columns}
        rowId={rowId}
        rowName={(row) => row.serial_number}
        initialSort="state"
        empty={<EmptyState title={t('changes.empty')} icon={IconBox} />}
      />
    </>
  );
}

const ORDER = ['refused', 'pending', 'held', 'replaced', 'applied'];

function useColumns() {
  const t = useText('boxes');
  const fields = useText('configuration');
  const formats = useFormats();
  return useMemo<Column<Row>[]>(
    () => [
      {
        key: 'box',
        label: t('change.box'),
        fixed: true,
        value: (row) => row.serial_number,
        cell: (row) => (
          <TextLink to={paths.box(row.box, { tab: 'configuration' })} fw={600}>
            {row.serial_number}
          </TextLink>
        ),
      },
      {
        key: 'state',
        label: t('changes.stateLabel'),
        value: (row) => ORDER.indexOf(row.state),
        searched: (row) => t(`changes.state.${row.state}`),
        cell: (row) => <ChangeBadge state={row.state} />,
      },
      {
        key: 'expected',
        label: t('change.expected'),
        value: (row) => row.expected_at,
        cell: (row) => {
          if (row.state !== 'pending') return '–';
          return row.expected_at === null ? t('change.expected_unknown') : formats.dateTime(row.expected_at);
        },
      },
      {
        key: 'detail',
        label: t('changes.detail'),
        minWidth: 200,
        value: (row) => Object.values(row.refused).join(' '),
        cell: (row) => {
          const reasons = Object.entries(row.refused).map(([key, reason]) =>
            t('changes.pair', {
              field: isConfigurationKey(key) ? fields(`field.${key}`) : key,
              value: reason,
            }),
          );
          return reasons.length === 0 ? '–' : reasons.join(' · ');
        },
      },
    ],
    [t, fields, formats],
  );
}
