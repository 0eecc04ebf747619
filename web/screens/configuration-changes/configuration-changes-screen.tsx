import { Text } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { BackLink } from '../../ui/links/back-link.tsx';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { ChangeProgress, useChangeWords } from './change-parts.tsx';

type Row = Answer<'configurationChangesList'>['results'][number];

/** Changes of many boxes at once, newest first. */
export default function ConfigurationChangesScreen() {
  const t = useText('boxes');
  const formats = useFormats();
  const read = useQuery(
    'configurationChangesList',
    { query: { page_size: 500, ordering: '-created_at' } },
    { live: ['boxes'] },
  );
  return (
    <ListScreen
      title={t('changes.title')}
      header={{
        description: t('changes.description'),
        breadcrumbs: <BackLink to={paths.boxes()}>{t('title')}</BackLink>,
      }}
      rows={read.data?.results ?? []}
      columns={useColumns()}
      rowName={(row) => formats.dateTime(row.created_at)}
      read={read}
      initialSort="-created_at"
      empty={{
        title: t('changes.empty'),
        icon: IconAdjustments,
        action: (
          <LinkButton variant="light" to={paths.boxes()} mt="sm">
            {t('title')}
          </LinkButton>
        ),
        advice: t('changes.emptyText'),
      }}
    />
  );
}

function useColumns() {
  const t = useText('boxes');
  const formats = useFormats();
  const words = useChangeWords();
  return useMemo<Column<Row>[]>(
    () => [
      {
        key: 'created_at',
        label: t('changes.when'),
        fixed: true,
        value: (row) => row.created_at,
        cell: (row) => (
          <TextLink to={paths.configurationChange(row.id)} fw={600}>
            {formats.dateTime(row.created_at)}
          </TextLink>
        ),
      },
      {
        key: 'changes',
        label: t('changes.what'),
        minWidth: 240,
        value: (row) => words(row.changes).join(', '),
        cell: (row) => <Text>{words(row.changes).join(', ')}</Text>,
      },
      {
        key: 'progress',
        label: t('changes.progress'),
        minWidth: 240,
        value: (row) => row.counts.applied / Math.max(1, row.counts.total),
        cell: (row) => <ChangeProgress counts={row.counts} />,
      },
      {
        key: 'user',
        label: t('changes.who'),
        value: (row) => row.user_name,
        cell: (row) => row.user_name ?? '–',
      },
    ],
    [t, formats, words],
  );
}
