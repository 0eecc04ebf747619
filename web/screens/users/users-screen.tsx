import type { User } from '@aerowatch/contracts/api/users';
import { levelOf } from '@aerowatch/domain/access';
import { Anchor, Group, Select } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { DeleteDialog } from '../../entities/delete-dialog.tsx';
import { useCollection, useCollectionState, useTable } from '../../entities/use-collection.ts';
import { useDelete } from '../../entities/use-delete.ts';
import { UserAvatar } from '../../entities/users/user-avatar.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { OutlineBadge } from '../../ui/outline-badge.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import { EmptyState } from '../../ui/states.tsx';

const rowId = (user: User): number => user.id;
const fullName = (user: User): string => `${user.first_name} ${user.last_name}`.trim();
const LEVELS = ['admin', 'privileged', 'member'] as const;

export default function UsersScreen() {
  const t = useText('users');
  const common = useText('common');
  const domain = useText('domain');
  const formats = useFormats();
  const users = useCollection('users');
  const clients = useTable('clients');
  const state = useCollectionState('users');
  const manages = useGrants('privileged');
  const isAdmin = useGrants('admin');
  const me = useProfile();
  const deletion = useDelete('usersDelete', 'users');
  const [parameters, setParameters] = useSearchParams();
  const client = parameters.get('client');
  const level = parameters.get('level');
  const filter = (name: string, value: string | null): void =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        next.delete('page');
        return next;
      },
      { replace: true },
    );
  const rows = useMemo(
    () =>
      users.filter(
        (user) =>
          (client === null || String(user.client) === client) && (level === null || levelOf(user) === level),
      ),
    [users, client, level],
  );
  const columns = useMemo((): Column<User>[] => {
    const clientName = (user: User): string =>
      user.client === null ? '' : (clients[user.client]?.name ?? '');
    return [
      {
        key: 'name',
        label: t('name'),
        fixed: true,
        value: fullName,
        cell: (user) => (
          <Group gap="sm" wrap="nowrap">
            <UserAvatar user={user} size={30} />
            {manages ? (
              <Anchor component={Link} to={paths.userEdit(user.id)} fw={550}>
                {fullName(user)}
              </Anchor>
            ) : (
              fullName(user)
            )}
          </Group>
        ),
      },
      { key: 'email', label: t('email'), value: (user) => user.email, cell: (user) => user.email },
      {
        key: 'phone',
        label: t('phone'),
        value: (user) => user.phone,
        cell: (user) => user.phone ?? '–',
        hidden: true,
      },
      {
        key: 'level',
        label: t('level'),
        value: (user) => LEVELS.indexOf(levelOf(user) as 'admin'),
        searched: (user) => domain(`level.${levelOf(user)}`),
        cell: (user) => domain(`level.${levelOf(user)}`),
      },
      {
        key: 'client',
        label: domain('field.client'),
        value: clientName,
        cell: (user) => clientName(user) || '–',
      },
      {
        key: 'last_login',
        label: t('last_login'),
        value: (user) => user.last_login,
        cell: (user) =>
          user.last_login === null ? common('state.never') : <RelativeTime time={user.last_login} />,
        searched: () => '',
      },
      {
        key: 'is_active',
        label: t('state'),
        value: (user) => user.is_active,
        cell: (user) => (
          <OutlineBadge color={user.is_active ? 'teal' : 'gray'}>
            {common(user.is_active ? 'state.active' : 'state.inactive')}
          </OutlineBadge>
        ),
      },
      {
        key: 'created_at',
        label: domain('field.created_at'),
        value: (user) => user.created_at,
        searched: () => '',
        cell: (user) => formats.date(user.created_at),
        hidden: true,
      },
    ];
  }, [t, common, domain, clients, manages, formats]);
  const create = manages ? (
    <LinkButton to={paths.userCreate()} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('create')}
    </LinkButton>
  ) : undefined;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={create} />
      <DataTable
        label={t('title')}
        rows={rows}
        columns={columns}
        rowId={rowId}
        rowName={fullName}
        {...state}
        initialSort="name"
        filterCount={(client === null ? 0 : 1) + (level === null ? 0 : 1)}
        onClearFilters={() => setParameters({}, { replace: true })}
        filters={
          <>
            {isAdmin && (
              <ClientSelect
                clearable
                value={client === null ? null : Number(client)}
                onChange={(value) => filter('client', value === null ? null : String(value))}
              />
            )}
            <Select
              label={t('level')}
              clearable
              data={LEVELS.map((value) => ({ value, label: domain(`level.${value}`) }))}
              value={level}
              onChange={(value) => filter('level', value)}
            />
          </>
        }
        rowActions={
          manages
            ? (user) => (
                <RowActions
                  name={fullName(user)}
                  editTo={paths.userEdit(user.id)}
                  onDelete={
                    user.id === me?.id ? undefined : () => deletion.ask({ id: user.id, name: fullName(user) })
                  }
                />
              )
            : undefined
        }
        empty={
          <EmptyState title={t('empty')} icon={<IconUsers size={28} aria-hidden />} action={create}>
            {t('empty_advice')}
          </EmptyState>
        }
      />
      <DeleteDialog deletion={deletion}>{t('delete_explain')}</DeleteDialog>
    </>
  );
}
