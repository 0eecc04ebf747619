import { Anchor, Code } from '@mantine/core';
import { IconMessageExclamation, IconReload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/api/client.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { usePagedRead } from '../../table/use-paged-read.ts';
import { IconButton } from '../../ui/link-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { ASIDE_REASONS, isKnown } from './words.ts';

type Aside = Answer<'setAsideList'>['results'][number];
type Conflict = NonNullable<Aside['conflict']>;
const rowId = (row: Aside): number => row.id;
const rowName = (row: Aside): string => `${row.serial_number} ${row.topic}`;

/** Messages of boxes that could not be used, with the reason; each can be tried once more. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table, an entry a row
export default function SetAsideTab() {
  const t = useText('settings');
  const words = useText('domain');
  const common = useText('common');
  const formats = useFormats();
  const columns = useMemo((): Column<Aside>[] => {
    const reason = (word: string): string =>
      isKnown(ASIDE_REASONS, word) ? t(`aside.reasons.${word}`) : word;
    const bothValues = ({ metric, stored, refused, position, time }: Conflict): string =>
      t('aside.conflict', {
        position,
        time: formats.dateTimeSeconds(time),
        metric: words(`metric.${metric}.name`),
        stored: formats.metric(metric, stored),
        refused: formats.metric(metric, refused),
      });
    return [
      {
        key: 'received_at',
        label: t('aside.at'),
        value: (row) => row.received_at,
        cell: (row) => formats.dateTimeSeconds(row.received_at),
      },
      {
        key: 'serial_number',
        label: t('aside.box'),
        cell: (row) =>
          row.box === null ? (
            row.serial_number || '–'
          ) : (
            <Anchor component={Link} to={paths.box(row.box)}>
              {row.serial_number}
            </Anchor>
          ),
      },
      {
        key: 'reason',
        label: t('aside.reason'),
        wrap: true,
        minWidth: 160,
        cell: (row) =>
          row.detail === null
            ? reason(row.reason)
            : common('labelled', {
                label: reason(row.reason),
                value: row.conflict === null ? row.detail : bothValues(row.conflict),
              }),
      },
      { key: 'topic', label: t('aside.topic'), cell: (row) => <Code>{row.topic}</Code>, hidden: true },
      { key: 'size', label: t('aside.size'), align: 'right', cell: (row) => formats.bytes(row.size) },
      {
        key: 'preview',
        label: t('aside.preview'),
        wrap: true,
        minWidth: 240,
        cell: (row) => <Code style={{ overflowWrap: 'anywhere' }}>{row.preview.slice(0, 160)}</Code>,
      },
      { key: 'replayed_at', label: t('aside.replayed_at'), cell: (row) => formats.dateTime(row.replayed_at) },
    ];
  }, [t, words, common, formats]);
  const { table, refetch } = usePagedRead('setAsideList', {
    columns,
    initialSort: '-received_at',
  });
  const replay = async (row: Aside): Promise<void> => {
    const result = await call('setAsideReplay', { params: { id: row.id } });
    if (!result.ok) return toast.failure(result, t('aside.replay_failed'));
    const { stored, duplicates, set_aside } = result.data;
    if (set_aside > 0) toast.error(t('aside.still_aside'), t('aside.replay_failed'));
    else
      toast.success(
        t('aside.replayed', { stored: formats.number(stored), duplicates: formats.number(duplicates) }),
      );
    refetch();
  };
  return (
    <DataTable
      label={t('tab.setaside')}
      {...table}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      rowActions={(row) =>
        row.replayed_at === null && row.conflict === null ? (
          <IconButton
            label={common('labelled', { label: t('aside.replay'), value: rowName(row) })}
            icon={<IconReload size={18} aria-hidden />}
            onClick={() => void replay(row)}
          />
        ) : null
      }
      empty={
        <EmptyState title={t('aside.empty')} icon={<IconMessageExclamation size={28} aria-hidden />}>
          {t('aside.empty_advice')}
        </EmptyState>
      }
    />
  );
}
