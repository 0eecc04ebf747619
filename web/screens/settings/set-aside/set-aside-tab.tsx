import { Code, Text } from '@mantine/core';
import { IconMessageExclamation, IconReload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import type { Column } from '../../../table/column.ts';
import { ListScreen } from '../../../table/list-screen.tsx';
import { useAddressFilters } from '../../../table/use-address-filters.ts';
import { usePagedRead } from '../../../table/use-paged-read.ts';
import { useTableState } from '../../../table/use-table-state.ts';
import { IconButton } from '../../../ui/links/link-button.tsx';
import { TextLink } from '../../../ui/links/text-link.tsx';
import { SmallText } from '../../../ui/small-text.ts';
import { toast } from '../../../ui/toast.ts';
import { wordOf } from '../words.ts';
import { RefusedBoxes } from './refused-boxes.tsx';
import { SetAsideBounds } from './set-aside-bounds.tsx';
import { ASIDE_FILTERS, SetAsideFilters } from './set-aside-filters.tsx';
import { SetAsideMany } from './set-aside-many.tsx';
import { WaitingBoxes } from './waiting-boxes.tsx';

type Aside = Answer<'setAsideList'>['results'][number];
type Conflict = NonNullable<Aside['conflict']>;
const rowName = (row: Aside): string => `${row.serial_number} ${row.topic}`;
const SORT = '-received_at';

/** Messages of boxes that could not be used, with the reason; one or all of a filter can be retried or deleted. */
export default function SetAsideTab() {
  const t = useText('settings');
  const { chosen, count, choose, clear } = useAddressFilters(ASIDE_FILTERS);
  const columns = useColumns();
  const { search } = useTableState({ initialSort: SORT, columns });
  const { table, refetch } = usePagedRead('setAsideList', { columns, initialSort: SORT, query: chosen });
  return (
    <ListScreen
      notice={
        <>
          <WaitingBoxes />
          <RefusedBoxes />
          <SetAsideBounds />
        </>
      }
      title={t('tab.setaside')}
      {...table}
      rowName={rowName}
      filterCount={count}
      onClearFilters={clear}
      filters={<SetAsideFilters chosen={chosen} choose={choose} />}
      actions={<SetAsideMany chosen={chosen} search={search} count={table.total} onDone={refetch} />}
      rowActions={(row) =>
        row.replayed_at === null && row.conflict === null ? <Replay row={row} onDone={refetch} /> : null
      }
      empty={{ title: t('aside.empty'), icon: IconMessageExclamation, advice: t('aside.empty_advice') }}
    />
  );
}

function Replay({ row, onDone }: { row: Aside; onDone: () => void }) {
  const t = useText('settings');
  const common = useText('common');
  const [replayMessage] = useMutation('setAsideReplay', t('aside.replay_failed'));
  const formats = useFormats();
  const replay = async (): Promise<void> => {
    const result = await replayMessage({ params: { id: row.id } });
    if (!result.ok) return;
    const { stored, merged, duplicates, set_aside, masked } = result.data;
    if (set_aside > 0) toast.error(t('aside.still_aside'), t('aside.replay_failed'));
    else if (masked) toast.success(t('aside.replayed_masked'));
    else
      toast.success(
        t('aside.replayed', {
          stored: formats.number(stored + merged),
          duplicates: formats.number(duplicates),
        }),
      );
    onDone();
  };
  return (
    <IconButton
      label={common('labelled', { label: common('action.retry'), value: rowName(row) })}
      icon={<IconReload size={18} aria-hidden />}
      onClick={() => void replay()}
    />
  );
}

/** Why a message is unusable: the two values of a conflict, otherwise the error. */
function useDetail(): (row: Aside) => string {
  const t = useText('settings');
  const words = useText('domain');
  const formats = useFormats();
  return useMemo(() => {
    /** An error of a measure is shown with its AERO and time; any other as the parser reported it. */
    const errorText = (error: string): string => {
      const [, position, time] = /^AERO (\d+), (\d{4}-\S+Z)$/.exec(error) ?? [];
      if (position === undefined || time === undefined) return error;
      return t('aside.measure', { position, time: formats.dateTimeSeconds(time) });
    };
    const bothValues = ({ metric, stored, refused, position, time }: Conflict): string =>
      t('aside.conflict', {
        position,
        time: formats.dateTimeSeconds(time),
        metric: words(`metric.${metric}.name`),
        stored: formats.metric(metric, stored),
        refused: formats.metric(metric, refused),
      });
    return ({ conflict, detail }) => (conflict === null ? errorText(detail ?? '') : bothValues(conflict));
  }, [t, words, formats]);
}

function useColumns(): Column<Aside>[] {
  const t = useText('settings');
  const formats = useFormats();
  const detail = useDetail();
  return useMemo(
    (): Column<Aside>[] => [
      {
        key: 'received_at',
        label: t('aside.at'),
        value: (row) => row.received_at,
        cell: (row) => formats.dateTimeSeconds(row.received_at),
      },
      {
        key: 'reason',
        label: t('aside.reason'),
        wrap: true,
        minWidth: 160,
        cell: (row) => (
          <>
            {wordOf(t, 'aside.reasons', row.reason)}
            <SmallText style={{ overflowWrap: 'anywhere' }}>{detail(row)}</SmallText>
          </>
        ),
      },
      {
        key: 'serial_number',
        label: t('aside.box'),
        cell: (row) =>
          row.box === null ? (
            row.serial_number || '–'
          ) : (
            <TextLink to={paths.box(row.box)}>{row.serial_number}</TextLink>
          ),
      },
      { key: 'topic', label: t('aside.topic'), cell: (row) => <Code>{row.topic}</Code>, hidden: true },
      { key: 'size', label: t('aside.size'), align: 'right', cell: (row) => formats.bytes(row.size) },
      {
        key: 'preview',
        label: t('aside.preview'),
        wrap: true,
        minWidth: 240,
        cell: (row) => (
          <>
            <Text component="code" size="xs" ff="monospace" lineClamp={3} style={{ wordBreak: 'break-all' }}>
              {row.preview.slice(0, 160)}
            </Text>
            {row.masked && <SmallText>{t('aside.masked')}</SmallText>}
          </>
        ),
      },
      { key: 'replayed_at', label: t('aside.replayed_at'), cell: (row) => formats.dateTime(row.replayed_at) },
    ],
    [t, detail, formats],
  );
}
