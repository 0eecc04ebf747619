import type { Key } from '@aerowatch/contracts/api/keys';
import { Code } from '@mantine/core';
import { IconBan, IconCheck, IconKey } from '@tabler/icons-react';
import { useMemo } from 'react';
import { CollectionList } from '../../../entities/collection-list.tsx';
import { type Formats, useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useCollection, useTable } from '../../../lib/query/use-collection.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { type TextOf, useText } from '../../../lib/text.ts';
import type { Column } from '../../../table/column.ts';
import { OutlineBadge } from '../../../ui/badges/outline-badge.tsx';
import { IconButton } from '../../../ui/links/link-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { toast } from '../../../ui/toast.ts';
import { KEY_STATE_COLORS, keyState } from './key-state.ts';

const rowName = (key: Key): string => key.name;

export default function KeysTab() {
  const t = useText('settings');
  return (
    <CollectionList
      collection="keys"
      title={t('tab.keys')}
      create={{ to: paths.keyCreate(), label: t('keys.create') }}
      rows={useCollection('keys')}
      columns={useColumns()}
      rowName={rowName}
      moreActions={(key) => (
        <>
          {keyState(key) === 'left' && <Keep entry={key} />}
          {key.revoked_at === null && <Revoke entry={key} />}
        </>
      )}
      deletion={{ key: 'keysDelete', explain: t('keys.delete_explain') }}
      empty={{ title: t('keys.empty'), advice: t('keys.empty_advice'), icon: IconKey }}
    />
  );
}

/** Changes a key, and shows a message. */
function useChange(entry: Key, body: { revoked: true } | { kept: true }, said: string) {
  const common = useText('common');
  const [patchKey] = useMutation('keysPatch', common('error.updating'));
  return async (): Promise<void> => {
    const result = await patchKey({ params: { id: entry.id }, body });
    if (!result.ok) return;
    toast.success(said);
  };
}

/** Makes the user responsible for a key whose creator left. */
function Keep({ entry }: { entry: Key }) {
  const t = useText('settings');
  const common = useText('common');
  const keep = useChange(entry, { kept: true }, t('keys.was_kept', { name: entry.name }));
  return (
    <IconButton
      label={common('labelled', { label: t('keys.keep'), value: entry.name })}
      icon={<IconCheck size={18} aria-hidden />}
      onClick={() => void keep()}
    />
  );
}

function Revoke({ entry }: { entry: Key }) {
  const t = useText('settings');
  const common = useText('common');
  const revoke = useChange(entry, { revoked: true }, t('keys.was_revoked', { name: entry.name }));
  return (
    <IconButton
      label={common('labelled', { label: t('keys.revoke'), value: entry.name })}
      icon={<IconBan size={18} aria-hidden />}
      onClick={() => void revoke()}
    />
  );
}

interface Parts {
  t: TextOf<'settings'>;
  common: TextOf<'common'>;
  domain: TextOf<'domain'>;
  formats: Formats;
  clientName: (key: Key) => string | undefined;
}

function useColumns(): Column<Key>[] {
  const t = useText('settings');
  const common = useText('common');
  const domain = useText('domain');
  const formats = useFormats();
  const clients = useTable('clients');
  return useMemo(() => {
    const clientName = ({ client }: Key) => clients[client]?.name;
    const parts: Parts = { t, common, domain, formats, clientName };
    return [...identityColumns(parts), ...rightsColumns(parts), ...dateColumns(parts)];
  }, [t, common, domain, clients, formats]);
}

/** Name, prefix and client. */
const identityColumns = ({ t, domain, clientName }: Parts): Column<Key>[] => [
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
    value: clientName,
    cell: (key) => clientName(key) ?? '–',
  },
];

/** State, owner and scopes. */
function rightsColumns({ t }: Parts): Column<Key>[] {
  const maker = (key: Key) => key.created_by_name ?? t('keys.maker_unknown');
  const scopes = (key: Key) => key.scopes.map((scope) => t(`keys.scopes_short.${scope}`)).join(', ');
  return [
    {
      key: 'state',
      label: t('keys.state'),
      value: keyState,
      searched: (key) => t(`keys.${keyState(key)}`),
      cell: (key) => {
        const state = keyState(key);
        const badge = <OutlineBadge color={KEY_STATE_COLORS[state]}>{t(`keys.${state}`)}</OutlineBadge>;
        return state === 'left' ? <span title={t('keys.left_explain')}>{badge}</span> : badge;
      },
    },
    { key: 'created_by', label: t('keys.maker'), value: maker, cell: maker },
    { key: 'scopes', label: t('keys.scopes'), value: scopes, cell: scopes, wrap: true },
  ];
}

/** Dates of expiry, last use and creation. */
const dateColumns = ({ t, common, domain, formats }: Parts): Column<Key>[] => [
  {
    key: 'expires_at',
    label: t('keys.expires'),
    value: (key) => key.expires_at,
    searched: () => '',
    cell: (key) => formats.date(key.expires_at),
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
];
