import type { Alert } from '@aerowatch/contracts/api/alerts';
import { byWeight } from '@aerowatch/domain/alerting/groups';
import { Badge, Box, Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconBellCheck, IconBellOff, IconEye, IconTool } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAeroName } from '../../entities/aero-names.ts';
import { SeenDialog } from '../../entities/alerts/seen-dialog.tsx';
import { usePlace } from '../../entities/alerts/use-place.ts';
import { conditionValue, useConditionSentence } from '../../entities/conditions/sentence.ts';
import { ForMembers } from '../../entities/session/for-members.tsx';
import { SilenceDialog } from '../../entities/silences/silence-dialog.tsx';
import { CreateOrderDialog } from '../../entities/work/create-order-dialog.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useCollectionState } from '../../lib/query/collection-state.ts';
import { useCollection, useTable } from '../../lib/query/use-collection.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { SamiShapeMark } from '../../ui/badges/sami-mark.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import classes from './alerts.module.css';
import { AlertsHead } from './alerts-head.tsx';
import { AlertState, useAlertColumns } from './columns.tsx';
import { MutedNotice } from './muted-notice.tsx';
import { useAlertFilters } from './use-filters.tsx';

/** Open alerts: grouped by cause on one AERO, or single, or by box. */
export default function AlertsScreen() {
  const t = useText('alerts');
  const aeroName = useAeroName();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const view = viewOf(search.get('view'));
  const alerts = useCollection('alerts');
  const state = useCollectionState('alerts');
  const filters = useAlertFilters();
  const { matches } = filters;
  const [marking, setMarking] = useState<number[]>([]);
  const [making, setMaking] = useState<Alert[]>([]);
  const [silencing, setSilencing] = useState<number[] | null>(null);
  const { matching, rows, of } = useGroups(alerts, matches, view === 'causes');
  const columns = useAlertColumns(
    false,
    useCallback((alert: Alert) => of(alert.id).slice(1), [of]),
  );
  const [clearSelection, setClear] = useState<() => void>(() => () => undefined);

  const changes = useGrants('member');
  const bulk = (ids: number[], clear: () => void) => {
    const chosen = rows.filter((alert) => ids.includes(alert.id));
    const all = ids.flatMap((id) => of(id).map((alert) => alert.id));
    const act = (open: () => void) => () => {
      setClear(() => clear);
      open();
    };
    return (
      <BulkActions
        // One order per cause.
        onOrders={act(() => setMaking(chosen))}
        onSilence={act(() => setSilencing([...new Set(chosen.map(({ box }) => box))]))}
        onSeen={act(() => setMarking(all))}
        seen={seenLabel(all.length)}
      />
    );
  };
  // A row may stand for several alerts: it says on how many it acts.
  const seenLabel = (count: number) => (count > 1 ? t('seen.action_count', { count }) : t('seen.action'));
  const markOne = (alert: Alert) => (
    <Button size="compact-sm" variant="light" onClick={() => setMarking(of(alert.id).map(({ id }) => id))}>
      {seenLabel(of(alert.id).length)}
    </Button>
  );
  return (
    <>
      <AlertsHead state="opened" query={filters.query} />
      <MutedNotice />
      <Group gap="md" mb="sm">
        <ViewChoice view={view} setSearch={setSearch} />
        <Counts alerts={matching} rows={view === 'boxes' ? null : rows.length} />
      </Group>
      {view === 'boxes' ? (
        <ByBox alerts={matching} onSeen={setMarking} />
      ) : (
        <ListScreen
          title={t('opened.title')}
          rows={rows}
          columns={columns}
          rowName={(alert) => aeroName(alert.aero)}
          read={state}
          empty={{ title: t('empty.opened'), icon: IconBellCheck, advice: t('empty.openedText') }}
          initialSort="-opened_at"
          filters={filters.controls}
          filterCount={filters.count}
          onClearFilters={filters.clear}
          onRowClick={(alert) => navigate(paths.alert(alert.id))}
          {...(changes ? { bulk, rowActions: markOne } : {})}
        />
      )}
      <SeenDialog ids={marking} onClose={() => setMarking([])} onDone={clearSelection} />
      <SilenceDialog boxes={silencing} onClose={() => setSilencing(null)} onDone={clearSelection} />
      <CreateOrderDialog
        targets={making.map(({ id, box, aero }) => ({ box, aero, alert: id, type: 'alert' as const }))}
        onClose={() => setMaking([])}
        onDone={clearSelection}
      />
    </>
  );
}

interface BulkProps {
  onOrders: () => void;
  onSilence: () => void;
  onSeen: () => void;
  /** What that button says. */
  seen: string;
}
/** Actions on the selected alerts. */
function BulkActions({ onOrders, onSilence, onSeen, seen }: BulkProps) {
  const work = useText('work');
  const silences = useText('silences');
  const plain = { size: 'xs', variant: 'default' } as const;
  return (
    <>
      <Button {...plain} leftSection={<IconTool size={16} aria-hidden />} onClick={onOrders}>
        {work('create.action')}
      </Button>
      <Button {...plain} leftSection={<IconBellOff size={16} aria-hidden />} onClick={onSilence}>
        {silences('action')}
      </Button>
      <Button size="xs" leftSection={<IconEye size={16} aria-hidden />} onClick={onSeen}>
        {seen}
      </Button>
    </>
  );
}

const VIEWS = ['causes', 'flat', 'boxes'] as const;
type View = (typeof VIEWS)[number];
const viewOf = (name: string | null): View => VIEWS.find((one) => one === name) ?? 'causes';

/** A row for each group, led by its most severe; `of` returns all alerts a row stands for, itself first. */
function useGroups(all: readonly Alert[], matches: (alert: Alert) => boolean, grouping: boolean) {
  return useMemo(() => {
    const alerts = all.filter(matches).sort((a, b) => b.opened_at.localeCompare(a.opened_at));
    const groups = grouping
      ? [...Map.groupBy(alerts, ({ group }) => group).values()].map((group) => [...group].sort(byWeight))
      : alerts.map((alert) => [alert]);
    const byId = new Map(groups.map((group) => [group[0]!.id, group]));
    return {
      matching: alerts,
      rows: groups.map((group) => group[0]!),
      of: (id: number): readonly Alert[] => byId.get(id) ?? [],
    };
  }, [all, matches, grouping]);
}

interface ViewProps {
  view: View;
  setSearch: ReturnType<typeof useSearchParams>[1];
}
function ViewChoice({ view, setSearch }: ViewProps) {
  const t = useText('alerts');
  return (
    <Group>
      <SegmentedControl
        aria-label={t('view')}
        value={view}
        data={[
          { value: 'causes', label: t('causes') },
          { value: 'flat', label: t('flat') },
          { value: 'boxes', label: t('grouped') },
        ]}
        onChange={(chosen) =>
          setSearch((before) => {
            if (chosen !== 'causes') before.set('view', chosen);
            else before.delete('view');
            return before;
          })
        }
      />
    </Group>
  );
}

/** How many alerts there are, in how many rows, and how many of them are silenced: the bell counts the others. */
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

function NoAlerts() {
  const t = useText('alerts');
  return <EmptyState title={t('empty.opened')} icon={IconBellCheck} text={t('empty.openedText')} />;
}

/** Why the list is empty: loading, failed, or there are none. */
function None() {
  const { isLoading, failure, refetch } = useCollectionState('alerts');
  if (isLoading)
    return (
      <Box p="lg">
        <LoadingLines />
      </Box>
    );
  return failure === undefined ? <NoAlerts /> : <ErrorState failure={failure} onRetry={refetch} />;
}

function ByBox({ alerts, onSeen }: { alerts: readonly Alert[]; onSeen: (ids: number[]) => void }) {
  const t = useText('alerts');
  const formats = useFormats();
  const place = usePlace();
  const aeroName = useAeroName();
  const boxes = useTable('boxes');
  const { when } = useConditionSentence();
  const groups = useMemo(() => [...Map.groupBy(alerts, (alert) => alert.box)], [alerts]);
  if (alerts.length === 0)
    return (
      <Paper>
        <None />
      </Paper>
    );
  return (
    <Stack gap="sm">
      {groups.map(([box, own]) => (
        <Paper key={box} p="md">
          <Group justify="space-between" gap="xs" mb="xs">
            <Group gap="xs">
              {boxes[box] ? <SamiShapeMark level={boxes[box].sami} /> : null}
              <TextLink size="md" to={paths.box(box)} fw={600}>
                {boxes[box]?.serial_number ?? `#${box}`}
              </TextLink>
              <Text c="dimmed">{place(box)}</Text>
              <Badge color="red">{t('count', { count: own.length })}</Badge>
            </Group>
            <ForMembers>
              <Button size="compact-sm" variant="light" onClick={() => onSeen(own.map((alert) => alert.id))}>
                {own.length > 1 ? t('seen.action_count', { count: own.length }) : t('seen.action')}
              </Button>
            </ForMembers>
          </Group>
          <Stack gap={0}>
            {own.map((alert) => (
              <Group key={alert.id} className={classes.alert}>
                <TextLink to={paths.alert(alert.id)} style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {formats.dateTime(alert.opened_at)}
                </TextLink>
                <Text>{aeroName(alert.aero)}</Text>
                <Text fw={600}>{conditionValue(alert.condition, alert.value, formats)}</Text>
                <Text
                  c="dimmed"
                  style={{ flex: '1 1 240px' }}
                >{`${alert.supervisor_name} · ${when(alert.condition)}`}</Text>
                <AlertState alert={alert} />
              </Group>
            ))}
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}
