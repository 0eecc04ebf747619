import { Badge, Button, Text } from '@mantine/core';
import { IconHistory, IconPencil, IconPlus, IconTrash, IconWebhook } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFormats } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import type { Column } from '../../../table/column.ts';
import { ListScreen } from '../../../table/list-screen.tsx';
import { usePagedRead } from '../../../table/use-paged-read.ts';
import { ConfirmDelete } from '../../../ui/confirm-delete.tsx';
import { IconButton } from '../../../ui/links/link-button.tsx';
import { SmallText } from '../../../ui/small-text.ts';
import type { Webhook } from './webhook.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const rowName = (row: Webhook) => row.description || row.url;
type Open = { what: 'edit' | 'deliveries' | 'delete'; webhook: Webhook } | { what: 'create' } | null;

/** Other systems that are notified of events. */
export default function WebhooksTab() {
  const t = useText('settings');
  const common = useText('common');
  const [open, setOpen] = useState<Open>(null);
  const columns = useColumns();
  const { table, refetch } = usePagedRead('webhooksList', {
    columns,
    initialSort: '-created_at',
    live: ['webhooks'],
  });
  const of = (what: 'edit' | 'deliveries' | 'delete') => (open?.what === what ? open.webhook : null);
  const close = (): void => setOpen(null);
  const label = (text: string, webhook: Webhook) =>
    common('labelled', { label: text, value: rowName(webhook) });
  return (
    <>
      <ListScreen
        title={t('tab.webhooks')}
        {...table}
        rowName={rowName}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpen({ what: 'create' })}
          >
            {t('webhooks.create')}
          </Button>
        }
        rowActions={(webhook) => (
          <>
            <IconButton
              label={label(t('webhooks.deliveries'), webhook)}
              icon={<IconHistory size={18} aria-hidden />}
              onClick={() => setOpen({ what: 'deliveries', webhook })}
            />
            <IconButton
              label={label(common('action.edit'), webhook)}
              icon={<IconPencil size={18} aria-hidden />}
              onClick={() => setOpen({ what: 'edit', webhook })}
            />
            <IconButton
              label={label(common('action.delete'), webhook)}
              icon={<IconTrash size={18} aria-hidden />}
              onClick={() => setOpen({ what: 'delete', webhook })}
            />
          </>
        )}
        empty={{ title: t('webhooks.empty'), icon: IconWebhook, advice: t('webhooks.empty_advice') }}
      />
      <WebhookDialog opened={open?.what === 'create'} webhook={null} onClose={close} onDone={refetch} />
      <WebhookDialog opened={open?.what === 'edit'} webhook={of('edit')} onClose={close} onDone={refetch} />
      <WebhookDeliveries webhook={of('deliveries')} onClose={close} />
      <DeleteWebhook webhook={of('delete')} onClose={close} onDone={refetch} />
    </>
  );
}

function DeleteWebhook({
  webhook,
  onClose,
  onDone,
}: {
  webhook: Webhook | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useText('settings');
  const [deleteWebhook] = useMutation('webhooksDelete');
  return (
    <ConfirmDelete
      name={webhook && rowName(webhook)}
      onClose={onClose}
      onConfirm={async () => {
        const result = await deleteWebhook({ params: { id: webhook?.id ?? 0 } });
        if (result.ok) onDone();
        return result;
      }}
    >
      {t('webhooks.delete_explain')}
    </ConfirmDelete>
  );
}

function useColumns() {
  const t = useText('settings');
  const formats = useFormats();
  return useMemo(
    (): Column<Webhook>[] => [
      {
        key: 'url',
        label: t('webhooks.url'),
        fixed: true,
        wrap: true,
        minWidth: 220,
        value: rowName,
        cell: (webhook) => (
          <>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {rowName(webhook)}
            </Text>
            {webhook.description === '' ? null : (
              <SmallText style={{ overflowWrap: 'anywhere' }}>{webhook.url}</SmallText>
            )}
          </>
        ),
      },
      {
        key: 'enabled',
        label: t('webhooks.state'),
        value: (webhook) => webhook.enabled,
        cell: (webhook) => <State webhook={webhook} />,
      },
      {
        key: 'events',
        label: t('webhooks.events'),
        cell: (webhook) => <Text>{t('webhooks.events_count', { count: webhook.events.length })}</Text>,
      },
      {
        key: 'queued',
        label: t('webhooks.queued'),
        align: 'right',
        cell: (webhook) => formats.number(webhook.queued, 0),
      },
      {
        key: 'failed',
        label: t('webhooks.failed'),
        align: 'right',
        cell: (webhook) => formats.number(webhook.failed, 0),
      },
      {
        key: 'last_success_at',
        label: t('webhooks.last'),
        cell: (webhook) =>
          webhook.last_success_at === null ? '–' : formats.dateTime(webhook.last_success_at),
      },
    ],
    [t, formats],
  );
}

function State({ webhook }: { webhook: Webhook }) {
  const t = useText('settings');
  const [state, color] = webhook.disabled_at
    ? (['dead', 'red'] as const)
    : !webhook.enabled
      ? (['off', 'gray'] as const)
      : webhook.failing_since
        ? (['failing', 'orange'] as const)
        : (['on', 'teal'] as const);
  return (
    <>
      <Badge color={color} style={{ flex: 'none', maxWidth: 'none' }}>
        {t(`webhooks.states.${state}`)}
      </Badge>
      {webhook.last_error === null ? null : (
        <SmallText maw={220} truncate>
          {webhook.last_error}
        </SmallText>
      )}
    </>
  );
}
