import type { Alert } from '@aerowatch/contracts/api/alerts';
import { CONDITION_METRIC_KEYS } from '@aerowatch/domain/alerting/condition';
import { SEVERITIES } from '@aerowatch/domain/alerting/severity';
import { FAILURE_CAUSE_KEYS, MECHANISM_KEYS } from '@aerowatch/domain/work/causes';
import { Select } from '@mantine/core';
import { useCallback } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { useAddressFilters } from '../../table/use-address-filters.ts';

const NAMES = [
  'client',
  'supervisor',
  'metric',
  'severity',
  'mechanism',
  'cause',
  'firing',
  'silenced',
  'mine',
  'box',
] as const;
type Name = (typeof NAMES)[number];

/** Filters of an alerts list, kept in the URL: their controls, their query, and how many are active. */
export function useAlertFilters(): {
  query: Partial<Record<Name, string>>;
  count: number;
  clear: () => void;
  controls: React.ReactNode;
  matches: (alert: Alert) => boolean;
} {
  const t = useText('alerts');
  const words = useText('domain');
  const levels = useText('conditions');
  const work = useText('work');
  const me = useProfile()?.id;
  const { compare } = useFormats();
  const { chosen: query, count, choose, clear } = useAddressFilters(NAMES);
  const clients = useCollection('clients');
  const supervisors = useCollection('supervisors');
  const named = (rows: readonly { id: number; name: string }[]) =>
    rows.map((row) => ({ value: String(row.id), label: row.name })).sort((a, b) => compare(a.label, b.label));
  const control = (name: Name, label: string, data: { value: string; label: string }[]) => (
    <Select
      key={name}
      label={label}
      data={data}
      value={query[name] ?? null}
      onChange={(value) => choose(name, value)}
      clearable
      searchable={data.length > 8}
    />
  );
  const matches = useCallback((alert: Alert) => matchesQuery(alert, query, me), [query, me]);
  return {
    query,
    count,
    clear,
    matches,
    controls: (
      <>
        {clients.length > 1 ? control('client', t('column.client'), named(clients)) : null}
        {control('supervisor', t('column.supervisor'), named(supervisors))}
        {control(
          'metric',
          t('filter.metric'),
          CONDITION_METRIC_KEYS.map((metric) => ({ value: metric, label: words(`metric.${metric}.name`) })),
        )}
        {control(
          'severity',
          t('filter.severity'),
          SEVERITIES.map((key) => ({ value: key, label: levels(`severity.${key}`) })),
        )}
        {control(
          'mechanism',
          t('work.mechanism'),
          MECHANISM_KEYS.map((key) => ({ value: key, label: work(`mechanism.${key}`) })),
        )}
        {control(
          'cause',
          t('work.cause'),
          FAILURE_CAUSE_KEYS.map((key) => ({ value: key, label: work(`cause.${key}`) })),
        )}
        {control('mine', t('work.assignee'), [{ value: 'true', label: t('mine') }])}
        {control('firing', t('column.state'), [
          { value: 'true', label: t('state.firing') },
          { value: 'false', label: t('state.cleared') },
        ])}
        {control('silenced', t('filter.silenced'), [
          { value: 'true', label: t('filter.silencedYes') },
          { value: 'false', label: t('filter.silencedNo') },
        ])}
      </>
    ),
  };
}

function matchesQuery(alert: Alert, query: Partial<Record<Name, string>>, me: number | undefined): boolean {
  return (
    (!query.severity || alert.severity === query.severity) &&
    (!query.mechanism || alert.mechanism === query.mechanism) &&
    (!query.cause || alert.cause === query.cause) &&
    (!query.silenced || alert.silenced === (query.silenced === 'true')) &&
    (!query.mine || alert.assignee === me) &&
    (!query.client || alert.client === Number(query.client)) &&
    (!query.supervisor || alert.supervisor === Number(query.supervisor)) &&
    (!query.metric || alert.condition.metric === query.metric) &&
    (!query.firing || (alert.cleared_at === null) === (query.firing === 'true')) &&
    (!query.box || alert.box === Number(query.box))
  );
}
