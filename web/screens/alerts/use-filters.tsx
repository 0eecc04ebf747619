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

interface Option {
  value: string;
  label: string;
}
/** Filters of an alerts list, kept in the URL: their controls, their query, and how many are active. */
export function useAlertFilters(): {
  query: Partial<Record<Name, string>>;
  count: number;
  clear: () => void;
  controls: React.ReactNode;
  matches: (alert: Alert) => boolean;
} {
  const me = useProfile()?.id;
  const { chosen: query, count, choose, clear } = useAddressFilters(NAMES);
  const matches = useCallback((alert: Alert) => matchesQuery(alert, query, me), [query, me]);
  const controls = useChoices().map(([name, label, data]) => (
    <Select
      key={name}
      label={label}
      data={data}
      value={query[name] ?? null}
      onChange={(value) => choose(name, value)}
      clearable
      searchable={data.length > 8}
    />
  ));
  return { query, count, clear, matches, controls };
}

/** Filters with their name, label and options. */
function useChoices(): [Name, string, Option[]][] {
  const t = useText('alerts');
  const words = useText('domain');
  const levels = useText('conditions');
  const work = useText('work');
  const { compare } = useFormats();
  const clients = useCollection('clients');
  const supervisors = useCollection('supervisors');
  const named = (rows: readonly { id: number; name: string }[]): Option[] =>
    rows.map((row) => ({ value: String(row.id), label: row.name })).sort((a, b) => compare(a.label, b.label));
  const listed = <Key extends string>(keys: readonly Key[], say: (key: Key) => string): Option[] =>
    keys.map((key) => ({ value: key, label: say(key) }));
  const either = (yes: string, no: string): Option[] => [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ];
  return [
    ...(clients.length > 1
      ? [['client', t('column.client'), named(clients)] as [Name, string, Option[]]]
      : []),
    ['supervisor', t('column.supervisor'), named(supervisors)],
    ['metric', t('filter.metric'), listed(CONDITION_METRIC_KEYS, (key) => words(`metric.${key}.name`))],
    ['severity', t('filter.severity'), listed(SEVERITIES, (key) => levels(`severity.${key}`))],
    ['mechanism', t('work.mechanism'), listed(MECHANISM_KEYS, (key) => work(`mechanism.${key}`))],
    ['cause', t('work.cause'), listed(FAILURE_CAUSE_KEYS, (key) => work(`cause.${key}`))],
    ['mine', t('work.assignee'), [{ value: 'true', label: t('mine') }]],
    ['firing', t('column.state'), either(t('state.firing'), t('state.cleared'))],
    ['silenced', t('filter.silenced'), either(t('filter.silencedYes'), t('filter.silencedNo'))],
  ];
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
