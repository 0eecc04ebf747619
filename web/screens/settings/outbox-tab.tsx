import { Select } from '@mantine/core';
import { IconMailForward, IconReload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Answer } from '../../lib/api/contract.ts';
import { type Formats, useFormats } from '../../lib/format.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { useAddressFilters } from '../../table/use-address-filters.ts';
import { usePagedRead } from '../../table/use-paged-read.ts';
import { OutlineBadge } from '../../ui/badges/outline-badge.tsx';
import { IconButton } from '../../ui/links/link-button.tsx';
import { toast } from '../../ui/toast.ts';

type Message = Answer<'notificationsList'>['results'][number];
const STATES = ['queued', 'sent', 'failed', 'not_sent'] as const satisfies readonly Message['state'][];
const COLORS = { queued: 'petrol', sent: 'teal', failed: 'red', not_sent: 'amber' } as const;
const rowName = (message: Message): string => message.subject || message.recipient;

const FILTERS = ['state'] as const;

/** Every message with its attempts; failed ones can be retried. */
export default function OutboxTab() {
  const t = useText('settings');
  const { chosen, count, choose, clear } = useAddressFilters(FILTERS);
  const columns = useColumns();
  const { table, refetch } = usePagedRead('notificationsList', {
    columns,
    initialSort: '-created_at',
    query: chosen,
    live: ['notifications'],
  });
  return (
    <ListScreen
      title={t('tab.outbox')}
      {...table}
      rowName={rowName}
      filterCount={count}
      onClearFilters={clear}
      filters={
        <Select
          label={t('outbox.state')}
          clearable
          data={STATES.map((value) => ({ value, label: t(`outbox.states.${value}`) }))}
          value={chosen.state ?? null}
          onChange={(value) => choose('state', value)}
        />
      }
      rowActions={(message) =>
        message.state === 'failed' || message.state === 'not_sent' ? (
          <Retry message={message} onDone={refetch} />
        ) : null
      }
      empty={{ title: t('outbox.empty'), icon: IconMailForward, advice: t('outbox.empty_advice') }}
    />
  );
}

function Retry({ message, onDone }: { message: Message; onDone: () => void }) {
  const t = useText('settings');
  const common = useText('common');
  const [retryNotification] = useMutation('notificationsRetry', t('outbox.retry_failed'));
  const retry = async (): Promise<void> => {
    const result = await retryNotification({ params: { id: message.id } });
    if (!result.ok) return;
    toast.success(t('outbox.retried'));
    onDone();
  };
  return (
    <IconButton
      label={common('labelled', { label: common('action.retry'), value: rowName(message) })}
      icon={<IconReload size={18} aria-hidden />}
      onClick={() => void retry()}
    />
  );
}

interface Parts {
  t: TextOf<'settings'>;
  channels: TextOf<'channels'>;
  formats: Formats;
}

function useColumns(): Column<Message>[] {
  const t = useText('settings');
  const channels = useText('channels');
  const formats = useFormats();
  return useMemo(() => {
    const parts: Parts = { t, channels, formats };
    return [...messageColumns(parts), ...deliveryColumns(parts)];
  }, [t, channels, formats]);
}

/** Message, recipient and channel. */
const messageColumns = ({ t, channels, formats }: Parts): Column<Message>[] => [
  {
    key: 'created_at',
    label: t('outbox.at'),
    value: (row) => row.created_at,
    cell: (row) => formats.dateTimeSeconds(row.created_at),
  },
  {
    key: 'recipient',
    label: t('outbox.recipient'),
    wrap: true,
    minWidth: 150,
    cell: (row) => (row.user_name ? `${row.user_name} (${row.recipient})` : row.recipient),
  },
  {
    key: 'channel',
    label: t('outbox.channel'),
    value: (row) => row.channel,
    cell: (row) => channels(`${row.channel}.name`),
  },
  { key: 'kind', label: t('outbox.kind'), cell: (row) => t(`outbox.kinds.${row.kind}`) },
  {
    key: 'subject',
    label: t('outbox.subject'),
    wrap: true,
    minWidth: 180,
    cell: (row) => row.subject || '–',
  },
];

/** State of the delivery. */
const deliveryColumns = ({ t, formats }: Parts): Column<Message>[] => [
  {
    key: 'state',
    label: t('outbox.state'),
    value: (row) => row.state,
    cell: (row) => <OutlineBadge color={COLORS[row.state]}>{t(`outbox.states.${row.state}`)}</OutlineBadge>,
  },
  {
    key: 'attempts',
    label: t('outbox.attempts'),
    align: 'right',
    cell: (row) => formats.number(row.attempts),
  },
  {
    key: 'last_error',
    label: t('outbox.last_error'),
    wrap: true,
    minWidth: 160,
    cell: (row) => row.last_error ?? '–',
  },
  {
    key: 'next_attempt_at',
    label: t('outbox.next'),
    cell: (row) => formats.dateTime(row.next_attempt_at),
    hidden: true,
  },
  {
    key: 'sent_at',
    label: t('outbox.sent_at'),
    cell: (row) => formats.dateTime(row.sent_at),
    hidden: true,
  },
];
