import { Select } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useCollection } from '../../entities/use-collection.ts';
import { MomentInput } from '../../forms/moment-input.tsx';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { usePagedRead } from '../../table/use-paged-read.ts';
import { EmptyState } from '../../ui/states.tsx';
import { AuditChanges } from './audit-changes.tsx';
import { useAuditWords } from './use-audit-words.ts';
import { AUDIT_ACTIONS, AUDIT_ENTITIES, isKnown } from './words.ts';

type Entry = Answer<'auditList'>['results'][number];
const rowId = (entry: Entry): number => entry.id;
const rowName = (entry: Entry): string => `${entry.action} ${entry.entity_name}`;
const FILTERS = ['entity', 'action', 'user', 'from', 'to'] as const;

/** Who changed what, when, from what to what, from which address. Append-only, paged by the server. */
export default function AuditTab() {
  const t = useText('settings');
  const formats = useFormats();
  const words = useAuditWords();
  const users = useCollection('users');
  const [parameters, setParameters] = useSearchParams();
  const given = Object.fromEntries(FILTERS.map((name) => [name, parameters.get(name) ?? undefined]));
  const set = (name: (typeof FILTERS)[number], value: string | null): void =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
        next.delete('page');
        return next;
      },
      { replace: true },
    );
  const columns = useMemo((): Column<Entry>[] => {
    const action = (entry: Entry): string =>
      isKnown(AUDIT_ACTIONS, entry.action) ? t(`audit.actions.${entry.action}`) : entry.action;
    const entity = (entry: Entry): string =>
      isKnown(AUDIT_ENTITIES, entry.entity) ? t(`audit.entities.${entry.entity}`) : entry.entity;
    return [
      {
        key: 'at',
        label: t('audit.at'),
        value: (entry) => entry.at,
        cell: (entry) => formats.dateTimeSeconds(entry.at),
      },
      { key: 'user', label: t('audit.user'), cell: (entry) => entry.user_name || '–' },
      { key: 'action', label: t('audit.action'), cell: action },
      { key: 'entity', label: t('audit.entity'), cell: (entry) => `${entity(entry)} ${entry.entity_name}` },
      {
        key: 'changes',
        label: t('audit.changes'),
        wrap: true,
        minWidth: 260,
        cell: (entry) => <AuditChanges changes={entry.changes} words={words} />,
      },
      { key: 'address', label: t('audit.address'), cell: (entry) => entry.address ?? '–', hidden: true },
    ];
  }, [t, formats, words]);
  const { table } = usePagedRead('auditList', {
    columns,
    initialSort: '-at',
    query: given,
  });
  const filterCount = FILTERS.filter((name) => parameters.has(name)).length;
  return (
    <DataTable
      label={t('tab.audit')}
      {...table}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      filterCount={filterCount}
      onClearFilters={() => setParameters({ tab: 'audit' }, { replace: true })}
      filters={
        <>
          <Select
            label={t('audit.entity')}
            clearable
            data={AUDIT_ENTITIES.map((value) => ({ value, label: t(`audit.entities.${value}`) }))}
            value={parameters.get('entity')}
            onChange={(value) => set('entity', value)}
          />
          <Select
            label={t('audit.action')}
            clearable
            data={AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.actions.${value}`) }))}
            value={parameters.get('action')}
            onChange={(value) => set('action', value)}
          />
          <Select
            label={t('audit.user')}
            clearable
            searchable
            data={users.map(({ id, first_name, last_name }) => ({
              value: String(id),
              label: `${first_name} ${last_name}`,
            }))}
            value={parameters.get('user')}
            onChange={(value) => set('user', value)}
          />
          <MomentInput
            label={t('audit.from')}
            clearable
            miw={180}
            value={parameters.get('from')}
            onChange={(moment) => set('from', moment)}
          />
          <MomentInput
            label={t('audit.to')}
            clearable
            miw={180}
            value={parameters.get('to')}
            onChange={(moment) => set('to', moment)}
          />
        </>
      }
      empty={
        <EmptyState title={t('audit.empty')} icon={<IconHistory size={28} aria-hidden />}>
          {t('audit.empty_advice')}
        </EmptyState>
      }
    />
  );
}
