import type { Rollout } from '@aerowatch/contracts/api/rollouts';
import { Text } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { useMemo } from 'react';
import { RolloutBadge } from '../../entities/rollouts/rollout-badges.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { RolloutProgress } from './rollout-progress.tsx';

/** All firmware updates, newest first. */
export default function RolloutsScreen() {
  const t = useText('rollouts');
  const read = useQuery(
    'rolloutsList',
    { query: { page_size: 500, ordering: '-created_at' } },
    { live: ['rollouts'] },
  );
  const columns = useColumns();
  return (
    <ListScreen
      title={t('title')}
      header={{
        description: t('description'),
        actions: (
          <LinkButton variant="default" to={paths.firmwares()}>
            {t('firmwares')}
          </LinkButton>
        ),
      }}
      rows={read.data?.results ?? []}
      columns={columns}
      rowName={(row) => row.version}
      read={read}
      initialSort="-created_at"
      empty={{
        title: t('empty'),
        icon: IconCpu,
        action: (
          <LinkButton variant="light" to={paths.boxes()}>
            {t('column.boxes')}
          </LinkButton>
        ),
        advice: t('emptyText'),
      }}
    />
  );
}

function useColumns() {
  const t = useText('rollouts');
  const words = useText('domain');
  const formats = useFormats();
  return useMemo<Column<Rollout>[]>(
    () => [
      {
        key: 'created_at',
        label: t('column.started'),
        fixed: true,
        value: (row) => row.created_at,
        cell: (row) => (
          <TextLink to={paths.firmwareUpdate(row.id)} fw={600}>
            {formats.dateTime(row.created_at)}
          </TextLink>
        ),
      },
      { key: 'version', label: t('column.version'), value: (row) => row.version, cell: (row) => row.version },
      {
        key: 'state',
        label: t('column.state'),
        value: (row) => words(`rollout.${row.state}`),
        cell: (row) => <RolloutBadge state={row.state} />,
      },
      {
        key: 'wave',
        label: t('column.wave'),
        value: (row) => row.wave,
        cell: (row) => t('wave', { wave: row.wave, waves: row.waves }),
      },
      {
        key: 'progress',
        label: t('column.progress'),
        minWidth: 220,
        value: (row) => row.counts.installed / Math.max(1, row.counts.total),
        cell: (row) => <RolloutProgress rollout={row} />,
      },
      {
        key: 'failed',
        label: t('column.failed'),
        align: 'right',
        value: (row) => row.counts.failed,
        cell: (row) => (
          <Text span fw={row.counts.failed > 0 ? 700 : 400}>
            {formats.number(row.counts.failed, 0)}
          </Text>
        ),
      },
    ],
    [t, words, formats],
  );
}
