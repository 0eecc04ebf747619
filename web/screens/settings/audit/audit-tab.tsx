import { Select } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { MomentInput } from '../../../forms/moment-input.tsx';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { useCollection, useTable } from '../../../lib/query/use-collection.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import type { Column } from '../../../table/column.ts';
import { ListScreen } from '../../../table/list-screen.tsx';
import { useAddressFilters } from '../../../table/use-address-filters.ts';
import { usePagedRead } from '../../../table/use-paged-read.ts';
import { choicesOf } from '../words.ts';
import { actorText } from './audit-actor.ts';
import { AuditChanges } from './audit-changes.tsx';
import { AuditRecord } from './audit-record.tsx';
import { actionWord, thingText } from './audit-thing.ts';
import { FormerPerson } from './former-person.tsx';
import { useAuditWords } from './use-audit-words.ts';

type Entry = Answer<'auditList'>['results'][number];
const rowName = (entry: Entry): string => entry.entity_name;
const FILTERS = ['entity', 'action', 'user', 'from', 'to'] as const;

/** Who changed what, when, from what to what, from which address. Append-only, paged by the server. */
export default function AuditTab() {
  const t = useText('settings');
  const { chosen, count, choose, clear } = useAddressFilters(FILTERS);
  const columns = useColumns();
  const { table } = usePagedRead('auditList', { columns, initialSort: '-at', query: chosen });
  return (
    <ListScreen
      title={t('tab.audit')}
      {...table}
      rowName={rowName}
      rowActions={(entry) => <AuditRecord entry={entry} />}
      filterCount={count}
      onClearFilters={clear}
      filters={<Filters chosen={chosen} choose={choose} />}
      empty={{ title: t('audit.empty'), icon: IconHistory, advice: t('audit.empty_advice') }}
    />
  );
}

type Filtering = ReturnType<typeof useAddressFilters<(typeof FILTERS)[number]>>;
function Filters({ chosen, choose }: Pick<Filtering, 'chosen' | 'choose'>) {
  const t = useText('settings');
  const people = useCollection('users').map(({ id, first_name, last_name }) => ({
    value: String(id),
    label: `${first_name} ${last_name}`,
  }));
  const select = (name: 'entity' | 'action' | 'user', data: typeof people) => (
    <Select
      label={t(`audit.${name}`)}
      clearable
      searchable={name === 'user'}
      data={data}
      value={chosen[name] ?? null}
      onChange={(value) => choose(name, value)}
    />
  );
  const moment = (name: 'from' | 'to') => (
    <MomentInput
      label={t(`audit.${name}`)}
      clearable
      late
      miw={180}
      value={chosen[name] ?? null}
      onChange={(value) => choose(name, value)}
    />
  );
  return (
    <>
      {select('entity', choicesOf(t, 'audit.entities'))}
      {select('action', choicesOf(t, 'audit.actions'))}
      {select('user', people)}
      {moment('from')}
      {moment('to')}
    </>
  );
}

/** Whether a user's name was deleted with their account: the log mentions them by number. */
const isFormer = (id: number | null, name: string): id is number => id !== null && name === `#${id}`;

function useColumns() {
  const isAdmin = useGrants('admin');
  const t = useText('settings');
  const formats = useFormats();
  const words = useAuditWords();
  const boxes = useTable('boxes');
  const keys = useTable('keys');
  return useMemo((): Column<Entry>[] => {
    const boxName = (id: number) => boxes[id]?.serial_number ?? `#${id}`;
    const keyName = (id: number) => keys[id]?.name;
    return [
      {
        key: 'at',
        label: t('audit.at'),
        value: (entry) => entry.at,
        cell: (entry) => formats.dateTimeSeconds(entry.at),
      },
      {
        key: 'user',
        label: t('audit.user'),
        cell: (entry) =>
          isAdmin && isFormer(entry.user, entry.user_name) ? (
            <FormerPerson id={entry.user} />
          ) : (
            actorText(entry, t, keyName) || '–'
          ),
      },
      { key: 'action', label: t('audit.action'), cell: (entry) => actionWord(entry.action, t) },
      {
        key: 'entity',
        label: t('audit.entity'),
        cell: (entry) => thingText(entry, t, boxName),
      },
      {
        key: 'changes',
        label: t('audit.changes'),
        wrap: true,
        minWidth: 260,
        cell: (entry) => <AuditChanges changes={entry.changes} words={words} />,
      },
      { key: 'address', label: t('audit.address'), cell: (entry) => entry.address ?? '–', hidden: true },
    ];
  }, [t, formats, words, isAdmin, boxes, keys]);
}
