import type { Box } from '@aerowatch/contracts/api/boxes';
import { useMemo } from 'react';
import { useAddress } from '../../lib/hooks/use-address.ts';
import { BoxFilterControls } from './box-filter-controls.tsx';
import { type BoxFilters, LISTS, type ListName } from './box-filters.ts';

interface Filtering {
  filters: BoxFilters;
  /** As query parameters of the API. */
  query: Record<string, string>;
  count: number;
  clear: () => void;
  matches: (box: Box) => boolean;
  controls: React.ReactNode;
}

/** Filters of boxes, in the URL: client, tag, firmware, SAMI, status, alerts, and the twin's state in lists. */
export function useBoxFilters({ twin: withTwin = false }: { twin?: boolean } = {}): Filtering {
  const [parameters, change] = useAddress();
  const key = [...LISTS, 'alert'].map((name) => parameters.get(name) ?? '').join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` holds what is read of the address; other parameters change nothing
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

  const set = (changes: Record<string, string>): void => change({ ...changes, page: null });
  const { twin, alert, ...lists } = filters;
  const chosen = Object.entries({ ...lists, twin }).filter(([, values]) => values.length > 0);
  return {
    filters,
    query: {
      ...Object.fromEntries(chosen.map(([name, values]) => [name, values.join(',')])),
      ...(alert === null ? {} : { alert: String(alert) }),
    },
    count: chosen.length + (alert === null ? 0 : 1),
    clear: () => set(Object.fromEntries([...LISTS, 'alert'].map((name) => [name, '']))),
    matches: (box) => matchesFilters(box, filters),
    controls: <BoxFilterControls filters={filters} set={set} twin={withTwin} />,
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
