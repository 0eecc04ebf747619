import type { Box } from '@aerowatch/contracts/api/boxes';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { MultiSelect, Select } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { useCollection } from '../use-collection.ts';

const STATUSES = ['new', 'online', 'late', 'silent'] as const satisfies readonly Box['status'][];
const TWINS = [
  'in_sync',
  'pending',
  'overdue',
  'refused',
  'never_reported',
] as const satisfies readonly Box['twin']['state'][];
const LISTS = ['client', 'tag', 'firmware', 'sami', 'status', 'twin'] as const;
type ListName = (typeof LISTS)[number];

export interface BoxFilters {
  client: readonly number[];
  tag: readonly number[];
  firmware: readonly number[];
  sami: readonly string[];
  status: readonly string[];
  twin: readonly string[];
  alert: boolean | null;
}
interface Filtering {
  filters: BoxFilters;
  /** As the interface's query parameters. */
  query: Record<string, string>;
  count: number;
  clear: () => void;
  matches: (box: Box) => boolean;
  controls: React.ReactNode;
}
interface Option {
  value: string;
  label: string;
}

/** Filters of boxes, in the URL: client, tag, firmware, SAMI, status, alerts, and the twin's state in lists. */
export function useBoxFilters({ twin: withTwin = false }: { twin?: boolean } = {}): Filtering {
  const t = useText('boxes');
  const domain = useText('domain');
  const { compare } = useFormats();
  const [parameters, setParameters] = useSearchParams();
  const options = useOptions();
  const key = [...LISTS, 'alert'].map((name) => parameters.get(name) ?? '').join('|');
  const filters = useMemo((): BoxFilters => {
    const words = (name: ListName) => (parameters.get(name) ?? '').split(',').filter((word) => word !== '');
    const ids = (name: ListName) => words(name).map(Number).filter(Number.isInteger);
    const alert = parameters.get('alert');
    return {
      client: ids('client'),
      tag: ids('tag'),
      firmware: ids('firmware'),
      sami: words('sami'),
      status: words('status'),
      twin: withTwin ? words('twin') : [],
      alert: alert === 'true' ? true : alert === 'false' ? false : null,
    };
  }, [key, withTwin]);

  const set = (changes: Record<string, string>): void =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ ...changes, page: '' }))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const list = (name: ListName, label: string, data: Option[]) => (
    <MultiSelect
      key={name}
      label={label}
      data={data}
      value={filters[name].map(String)}
      onChange={(values) => set({ [name]: values.join(',') })}
      placeholder={filters[name].length === 0 ? t('filter.any') : undefined}
      searchable={data.length > 6}
      clearable
      hidePickedOptions={false}
      nothingFoundMessage={t('filter.nothing')}
      w={{ base: '100%', xs: 210 }}
    />
  );
  const words = <T extends string>(names: readonly T[], say: (name: T) => string): Option[] =>
    names.map((value) => ({ value, label: say(value) }));
  const sorted = (rows: Option[]) => [...rows].sort((a, b) => compare(a.label, b.label));
  const { twin, alert, ...lists } = filters;
  const given = Object.entries({ ...lists, twin }).filter(([, values]) => values.length > 0);
  return {
    filters,
    query: {
      ...Object.fromEntries(given.map(([name, values]) => [name, values.join(',')])),
      ...(alert === null ? {} : { alert: String(alert) }),
    },
    count: given.length + (alert === null ? 0 : 1),
    clear: () => set(Object.fromEntries([...LISTS, 'alert'].map((name) => [name, '']))),
    matches: (box) => matchesFilters(box, filters),
    controls: (
      <>
        {options.clients.length > 1 ? list('client', domain('field.client'), sorted(options.clients)) : null}
        {list('tag', domain('field.tags'), sorted(options.tags))}
        {list('firmware', domain('field.firmware'), sorted(options.firmwares))}
        {list(
          'sami',
          domain('field.sami'),
          words(SAMI_LEVELS, (level) => domain(`sami.${level}`)),
        )}
        {list(
          'status',
          domain('field.status'),
          words(STATUSES, (status) => domain(`status.${status}`)),
        )}
        {withTwin
          ? list(
              'twin',
              t('column.twin'),
              words(TWINS, (state) => domain(`twin.${state}`)),
            )
          : null}
        <Select
          label={t('filter.alert')}
          data={[
            { value: 'true', label: t('filter.alerting') },
            { value: 'false', label: t('filter.calm') },
          ]}
          value={alert === null ? null : String(alert)}
          onChange={(value) => set({ alert: value ?? '' })}
          placeholder={t('filter.any')}
          clearable
          w={{ base: '100%', xs: 210 }}
        />
      </>
    ),
  };
}

export function matchesFilters(box: Box, filters: BoxFilters): boolean {
  const among = <T,>(values: readonly T[], value: T) => values.length === 0 || values.includes(value);
  return (
    among(filters.client, box.client ?? 0) &&
    among(filters.firmware, box.firmware ?? 0) &&
    among(filters.sami, box.sami) &&
    among(filters.status, box.status) &&
    among(filters.twin, box.twin.state) &&
    (filters.alert === null || box.open_alerts > 0 === filters.alert) &&
    (filters.tag.length === 0 || box.tags.some((tag) => filters.tag.includes(tag)))
  );
}

function useOptions(): { clients: Option[]; tags: Option[]; firmwares: Option[] } {
  const clients = useCollection('clients');
  const tags = useCollection('tags');
  const firmwares = useCollection('firmwares');
  const boxes = useCollection('boxes');
  return useMemo(() => {
    // Members do not see the list of firmwares; their boxes say which versions there are.
    const versions = new Map(firmwares.map(({ id, version }) => [id, version]));
    for (const { firmware, reported } of boxes)
      if (firmware !== null && reported?.firmware_version && !versions.has(firmware))
        versions.set(firmware, reported.firmware_version);
    const named = (rows: readonly { id: number; name: string }[]) =>
      rows.map(({ id, name }) => ({ value: String(id), label: name }));
    return {
      clients: named(clients),
      tags: named(tags),
      firmwares: [...versions].map(([id, label]) => ({ value: String(id), label })),
    };
  }, [clients, tags, firmwares, boxes]);
}
