import type { Client } from '@aerowatch/contracts/api/clients';
import { Anchor } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DeleteDialog } from '../../entities/delete-dialog.tsx';
import { useCollection, useCollectionState } from '../../entities/use-collection.ts';
import { useDelete } from '../../entities/use-delete.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface Row extends Client {
  boxes: number;
  users: number;
}
const rowId = (row: Row): number => row.id;
const rowName = (row: Row): string => row.name;

export default function ClientsScreen() {
  const t = useText('clients');
  const domain = useText('domain');
  const formats = useFormats();
  const clients = useCollection('clients');
  const boxes = useCollection('boxes');
  const users = useCollection('users');
  const state = useCollectionState('clients');
  const deletion = useDelete('clientsDelete', 'clients');
  const rows = useMemo(() => {
    const count = (items: readonly { client: number | null }[]): Map<number | null, number> => {
      const counts = new Map<number | null, number>();
      for (const { client } of items) counts.set(client, (counts.get(client) ?? 0) + 1);
      return counts;
    };
    const boxCounts = count(boxes);
    const userCounts = count(users);
    return clients.map(
      (client): Row => ({
        ...client,
        boxes: boxCounts.get(client.id) ?? 0,
        users: userCounts.get(client.id) ?? 0,
      }),
    );
  }, [clients, boxes, users]);
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        key: 'name',
        label: domain('field.name'),
        fixed: true,
        value: (row) => row.name,
        cell: (row) => (
          <Anchor component={Link} to={paths.clientEdit(row.id)} fw={550}>
            {row.name}
          </Anchor>
        ),
      },
      {
        key: 'boxes',
        label: t('boxes'),
        align: 'right',
        value: (row) => row.boxes,
        cell: (row) => formats.number(row.boxes),
      },
      {
        key: 'users',
        label: t('users'),
        align: 'right',
        value: (row) => row.users,
        cell: (row) => formats.number(row.users),
      },
      {
        key: 'created_at',
        label: domain('field.created_at'),
        value: (row) => row.created_at,
        cell: (row) => formats.date(row.created_at),
      },
    ],
    [t, domain, formats],
  );
  const create = (
    <LinkButton to={paths.clientCreate()} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('create')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={create} />
      <DataTable
        label={t('title')}
        rows={rows}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        {...state}
        initialSort="name"
        rowActions={(row) => (
          <RowActions name={row.name} editTo={paths.clientEdit(row.id)} onDelete={() => deletion.ask(row)} />
        )}
        empty={
          <EmptyState title={t('empty')} icon={<IconBuilding size={28} aria-hidden />} action={create}>
            {t('empty_advice')}
          </EmptyState>
        }
      />
      <DeleteDialog deletion={deletion}>{t('delete_explain')}</DeleteDialog>
    </>
  );
}
