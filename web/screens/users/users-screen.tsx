import type { User } from '@aerowatch/contracts/api/users';
import { levelOf } from '@aerowatch/domain/access';
import { Group, Select } from '@mantine/core';
import { IconUpload, IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { CollectionList } from '../../entities/collection-list.tsx';
import { UserAvatar } from '../../entities/users/user-avatar.tsx';
import { type Formats, useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useCollection, useTable } from '../../lib/query/use-collection.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { useAddressFilters } from '../../table/use-address-filters.ts';
import { OutlineBadge } from '../../ui/badges/outline-badge.tsx';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

const fullName = (user: User): string => `${user.first_name} ${user.last_name}`.trim();
const LEVELS = ['admin', 'privileged', 'member', 'observer'] as const;

const FILTERS = ['client', 'level'] as const;

export default function UsersScreen() {
  const t = useText('users');
  const users = useCollection('users');
  const manages = useGrants('privileged');
  const me = useProfile();
  const { chosen, choose, count, clear } = useAddressFilters(FILTERS);
  const rows = useMemo(
    () =>
      users.filter(
        (user) =>
          (chosen.client === undefined || String(user.client) === chosen.client) &&
          (chosen.level === undefined || levelOf(user) === chosen.level),
      ),
    [users, chosen],
  );
  return (
    <CollectionList
      collection="users"
      title={t('title')}
      description={t('description')}
      create={manages ? { to: paths.userCreate(), label: t('create') } : undefined}
      headActions={
        manages ? (
          <LinkButton
            to={paths.userImport()}
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {t('importing.open')}
          </LinkButton>
        ) : undefined
      }
      rows={rows}
      columns={useColumns()}
      rowName={fullName}
      filters={<Filters chosen={chosen} choose={choose} />}
      filterCount={count}
      onClearFilters={clear}
      editTo={manages ? ({ id }) => paths.userEdit(id) : undefined}
      deletion={{
        key: 'usersDelete',
        explain: t('delete_explain'),
        may: ({ id }) => manages && id !== me?.id,
      }}
      empty={{ title: t('empty'), advice: t('empty_advice'), icon: IconUsers }}
    />
  );
}

type Filtering = ReturnType<typeof useAddressFilters<(typeof FILTERS)[number]>>;
function Filters({ chosen, choose }: Pick<Filtering, 'chosen' | 'choose'>) {
  const t = useText('users');
  const domain = useText('domain');
  const isAdmin = useGrants('admin');
  return (
    <>
      {isAdmin && (
        <ClientSelect
          clearable
          value={chosen.client === undefined ? null : Number(chosen.client)}
          onChange={(value) => choose('client', value === null ? null : String(value))}
        />
      )}
      <Select
        label={t('level')}
        clearable
        data={LEVELS.map((value) => ({ value, label: domain(`level.${value}`) }))}
        value={chosen.level ?? null}
        onChange={(value) => choose('level', value)}
      />
    </>
  );
}

interface Parts {
  t: TextOf<'users'>;
  common: TextOf<'common'>;
  domain: TextOf<'domain'>;
  formats: Formats;
  /** Whether the user may edit users. */
  manages: boolean;
  clientName: (user: User) => string;
}

function useColumns(): Column<User>[] {
  const t = useText('users');
  const common = useText('common');
  const domain = useText('domain');
  const formats = useFormats();
  const clients = useTable('clients');
  const manages = useGrants('privileged');
  return useMemo(() => {
    const clientName = ({ client }: User) => (client === null ? '' : (clients[client]?.name ?? ''));
    const parts: Parts = { t, common, domain, formats, manages, clientName };
    return [...personColumns(parts), ...rightsColumns(parts), ...accountColumns(parts)];
  }, [t, common, domain, clients, manages, formats]);
}

/** Name and contact data. */
const personColumns = ({ t, domain, manages }: Parts): Column<User>[] => [
  {
    key: 'name',
    label: domain('field.name'),
    fixed: true,
    value: fullName,
    cell: (user) => (
      <Group gap="sm" wrap="nowrap">
        <UserAvatar user={user} size={30} />
        {manages ? (
          <TextLink to={paths.userEdit(user.id)} fw={550}>
            {fullName(user)}
          </TextLink>
        ) : (
          fullName(user)
        )}
      </Group>
    ),
  },
  {
    key: 'email',
    label: t('email'),
    wrap: true,
    value: (user) => user.email,
    cell: (user) => user.email,
  },
  {
    key: 'phone',
    label: t('phone'),
    value: (user) => user.phone,
    cell: (user) => user.phone ?? '–',
    hidden: true,
  },
];

/** Rights and client. */
const rightsColumns = ({ t, domain, clientName }: Parts): Column<User>[] => [
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
];

/** State of the account, last sign-in and creation. */
const accountColumns = ({ t, common, domain, formats }: Parts): Column<User>[] => [
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
