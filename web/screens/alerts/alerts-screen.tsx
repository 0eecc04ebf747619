import type { Alert } from '@aerowatch/contracts/api/alerts';
import { SegmentedControl, Text } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useAeroName } from '../../entities/aero-names.ts';
import { useAddress } from '../../lib/hooks/use-address.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { AlertsHead } from './alerts-head.tsx';
import { ByBox } from './by-box.tsx';
import { useAlertColumns } from './columns.tsx';
import { MutedNotice } from './muted-notice.tsx';
import { useActs } from './use-acts.tsx';
import { useAlertFilters } from './use-filters.tsx';
import { useGroups } from './use-groups.ts';
import { sortedByServer, useOpenAlerts, VIEWS, type View } from './use-open-alerts.ts';

/** Open alerts: grouped by cause on one AERO, single, or by box. */
export default function AlertsScreen() {
  const t = useText('alerts');
  const aeroName = useAeroName();
  const navigate = useNavigate();
  const [search, change] = useAddress();
  const filters = useAlertFilters();
  const view = viewOf(search.get('view'));
  const { alerts, paged, elsewhere, table, ...read } = useOpenAlerts(filters.query, view);
  const groups = useGroups(alerts, paged ? anyAlert : filters.matches, view, paged);
  const { matching, rows, of } = groups;
  const acts = useActs({ of, elsewhere });
  const columns = useAlertColumns(
    false,
    useCallback((alert: Alert) => of(alert.id).slice(1), [of]),
  );
  const changes = useGrants('member');
  return (
    <>
      <AlertsHead
        state="opened"
        query={filters.query}
        aside={
          <ViewChoice
            view={view}
            choose={(next) => change({ view: next === 'causes' ? null : next, page: null })}
          />
        }
      />
      <MutedNotice>
        {paged ? (
          <CountsOfPages alerts={read.matching} rows={view === 'boxes' ? undefined : table.total} />
        ) : (
          <Counts alerts={matching} rows={view === 'boxes' ? null : rows.length} />
        )}
      </MutedNotice>
      {view === 'boxes' ? (
        <ByBox alerts={matching} read={table.read} total={table.total} onSeen={acts.setMarking} />
      ) : (
        <ListScreen
          title={t('opened.title')}
          dense
          rows={rows}
          columns={paged ? sortedByServer(columns) : columns}
          {...table}
          rowName={(alert) => aeroName(alert.aero)}
          empty={{ title: t('empty.opened'), icon: IconBellCheck, advice: t('empty.openedText') }}
          initialSort="-opened_at"
          filters={filters.controls}
          filterCount={filters.count}
          onClearFilters={filters.clear}
          onRowClick={(alert) => navigate(paths.alert(alert.id))}
          {...(changes ? { bulk: acts.bulk, rowActions: acts.rowActions } : {})}
        />
      )}
      {acts.dialogs}
    </>
  );
}

const anyAlert = () => true;

/** Number of alerts and of rows, as the server counts them. */
function CountsOfPages({ alerts, rows }: { alerts: number | undefined; rows: number | undefined }) {
  const t = useText('alerts');
  if (alerts === undefined) return null;
  const count = t('count', { count: alerts });
  return (
    <Text c="dimmed" role="status">
      {rows === undefined || rows === alerts
        ? count
        : t('in_rows', { alerts: count, rows: t('rows', { count: rows }) })}
    </Text>
  );
}

const viewOf = (name: string | null): View => VIEWS.find((one) => one === name) ?? 'causes';

interface ViewProps {
  view: View;
  choose: (view: string) => void;
}
function ViewChoice({ view, choose }: ViewProps) {
  const t = useText('alerts');
  return (
    <SegmentedControl
      aria-label={t('view')}
      value={view}
      data={[
        { value: 'causes', label: t('causes') },
        { value: 'flat', label: t('flat') },
        { value: 'boxes', label: t('grouped') },
      ]}
      onChange={choose}
    />
  );
}

/** Number of alerts, of rows, and of silenced alerts: the bell counts the others. */
function Counts({ alerts, rows }: { alerts: readonly Alert[]; rows: number | null }) {
  const t = useText('alerts');
  if (alerts.length === 0) return null;
  const count = t('count', { count: alerts.length });
  const silenced = alerts.filter((alert) => alert.silenced).length;
  return (
    <Text c="dimmed" role="status">
      {[
        rows === null || rows === alerts.length
          ? count
          : t('in_rows', { alerts: count, rows: t('rows', { count: rows }) }),
        ...(silenced === 0 ? [] : [t('silenced', { count: silenced })]),
      ].join(', ')}
    </Text>
  );
}
