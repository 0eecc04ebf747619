import type { Alert } from '@aerowatch/contracts/api/alerts';
import { byWeight } from '@aerowatch/domain/alerting/groups';
import { useMemo } from 'react';
import type { View } from './use-open-alerts.ts';

/** One row per group, led by its most severe alert; `of` returns all alerts of a row, its own first. */
export function useGroups(
  all: readonly Alert[],
  matches: (alert: Alert) => boolean,
  view: View,
  ordered = false,
) {
  const grouping = view === 'causes';
  return useMemo(() => {
    const found = all.filter(matches);
    const alerts = ordered ? found : found.sort((a, b) => b.opened_at.localeCompare(a.opened_at));
    const groups = grouping
      ? [...Map.groupBy(alerts, ({ group }) => group).values()].map((group) => [...group].sort(byWeight))
      : alerts.map((alert) => [alert]);
    const byId = new Map(groups.map((group) => [group[0]!.id, group]));
    return {
      matching: alerts,
      rows: groups.map((group) => group[0]!),
      of: (id: number): readonly Alert[] => byId.get(id) ?? [],
    };
  }, [all, matches, grouping, ordered]);
}
