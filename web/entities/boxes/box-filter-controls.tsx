import type { Box } from '@aerowatch/contracts/api/boxes';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { MultiSelect, Select } from '@mantine/core';
import { memo, useMemo } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useFleet } from '../../lib/query/use-fleet.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import type { BoxFilters, ListName } from './box-filters.ts';

const STATUSES = ['new', 'online', 'late', 'silent'] as const satisfies readonly Box['status'][];
const TWINS = [
  'in_sync',
  'pending',
  'overdue',
  'refused',
  'never_reported',
] as const satisfies readonly Box['twin']['state'][];
interface Option {
  value: string;
  label: string;
}
interface Props {
  filters: BoxFilters;
  set: (changes: Record<string, string>) => void;
  twin: boolean;
}

/** The fields of the box filters; not redrawn while the user types in the search beside them. */
export const BoxFilterControls = memo(function Controls({ filters, set, twin }: Props) {
  const t = useText('boxes');
  const domain = useText('domain');
  const { compare } = useFormats();
  const options = useOptions();
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
  return (
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
      {twin
        ? list(
            'twin',
            t('column.twin'),
            words(TWINS, (state) => domain(`twin.${state}`)),
          )
        : null}
      <Select
        label={t('column.alerts')}
        data={[
          { value: 'true', label: t('filter.alerting') },
          { value: 'false', label: t('filter.calm') },
        ]}
        value={filters.alert === null ? null : String(filters.alert)}
        onChange={(value) => set({ alert: value ?? '' })}
        placeholder={t('filter.any')}
        clearable
        w={{ base: '100%', xs: 210 }}
      />
    </>
  );
});

function useOptions(): { clients: Option[]; tags: Option[]; firmwares: Option[] } {
  const clients = useCollection('clients');
  const tags = useCollection('tags');
  const firmwares = useCollection('firmwares');
  // Members cannot list firmwares, so the versions are taken from their boxes.
  const listed = useGrants('privileged');
  const { boxes } = useFleet({ skip: listed });
  return useMemo(() => {
    const versions = new Map(firmwares.map(({ id, version }) => [id, version]));
    for (const { firmware, firmware_version } of boxes)
      if (firmware !== null && firmware_version && !versions.has(firmware))
        versions.set(firmware, firmware_version);
    const named = (rows: readonly { id: number; name: string }[]) =>
      rows.map(({ id, name }) => ({ value: String(id), label: name }));
    return {
      clients: named(clients),
      tags: named(tags),
      firmwares: [...versions].map(([id, label]) => ({ value: String(id), label })),
    };
  }, [clients, tags, firmwares, boxes]);
}
