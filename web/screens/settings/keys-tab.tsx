import type { Key } from '@aerowatch/contracts/api/keys';
import { Code, Group } from '@mantine/core';
import { IconBan, IconKey, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { DeleteDialog } from '../../entities/delete-dialog.tsx';
import { upserted } from '../../entities/entities-slice.ts';
import { useAppDispatch } from '../../entities/store.ts';
import { useCollection, useCollectionState, useTable } from '../../entities/use-collection.ts';
import { useDelete } from '../../entities/use-delete.ts';
import { call } from '../../lib/api/client.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { IconButton, LinkButton } from '../../ui/link-button.tsx';
import { OutlineBadge } from '../../ui/outline-badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

const rowId = (key: Key): number => key.id;
const rowName = (key: Key): string => key.name;

export default function KeysTab() {
  const t = useText('settings');
  const common = useText('common');
  const domain = useText('domain');
  const formats = useFormats();
  const dispatch = useAppDispatch();
  const keys = useCollection('keys');
  const clients = useTable('clients');
  const state = useCollectionState('keys');
  const deletion = useDelete('keysDelete', 'keys');
  const columns = useMemo(
    (): Column<Key>[] => [
      { key: 'name', label: domain('field.name'), fixed: true, value: rowName, cell: rowName },
      {
        key: 'prefix',
        label: t('keys.prefix'),
        value: (key) => key.prefix,
        cell: (key) => <Code>{key.prefix}…</Code>,
      },
      {
        key: 'client',
        label: domain('field.client'),
        value: (key) => clients[key.client]?.name,
        cell: (key) => clients[key.client]?.name ?? '–',
      },
      {
        key: 'state',
        label: t('keys.state'),
        value: (key) => key.revoked_at !== null,
        cell: (key) => (
          <OutlineBadge color={key.revoked_at === null ? 'teal' : 'red'}>
            {t(key.revoked_at === null ? 'keys.valid' : 'keys.revoked')}
          </OutlineBadge>
        ),
      },
      {
        key: 'last_used_at',
        label: t('keys.last_used'),
        value: (key) => key.last_used_at,
        searched: () => '',
        cell: (key) =>
          key.last_used_at === null ? common('state.never') : <RelativeTime time={key.last_used_at} />,
      },
      {
        key: 'created_at',
        label: domain('field.created_at'),
        value: (key) => key.created_at,
        searched: () => '',
        cell: (key) => formats.date(key.created_at),
      },
    ],
    [t, common, domain, clients, formats],
  );
  const revoke = async (key: Key): Promise<void> => {
    const result = await call('keysPatch', { params: { id: key.id }, body: { revoked: true } });
    if (!result.ok) return toast.failure(result, common('error.updating'));
    dispatch(upserted({ collection: 'keys', items: [result.data] }));
    toast.success(t('keys.was_revoked', { name: key.name }));
  };
  return (
    <>
      <DataTable
        label={t('tab.keys')}
        rows={keys}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        {...state}
        initialSort="name"
        actions={
          <LinkButton to={paths.keyCreate()} leftSection={<IconPlus size={16} aria-hidden />}>
            {t('keys.create')}
          </LinkButton>
        }
        rowActions={(key) => (
          <Group gap={2} justify="flex-end" wrap="nowrap">
            {key.revoked_at === null && (
              <IconButton
                label={`${t('keys.revoke')}: ${key.name}`}
                icon={<IconBan size={18} aria-hidden />}
                onClick={() => void revoke(key)}
              />
            )}
            <RowActions name={key.name} onDelete={() => deletion.ask(key)} />
          </Group>
        )}
        empty={
          <EmptyState title={t('keys.empty')} icon={<IconKey size={28} aria-hidden />}>
            {t('keys.empty_advice')}
          </EmptyState>
        }
      />
      <DeleteDialog deletion={deletion}>{t('keys.delete_explain')}</DeleteDialog>
    </>
  );
}
