import type { Alert } from '@aerowatch/contracts/api/alerts';
import { Button, Center, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAeroName } from '../../entities/aero-names.ts';
import type { Failure } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { toast } from '../../ui/toast.ts';
import { AlertsHead } from './alerts-head.tsx';
import { useAlertColumns } from './columns.tsx';
import { useAlertFilters } from './use-filters.tsx';

const PAGE = 500;

/** Archived alerts, newest first; older ones are loaded on request. */
export default function ArchivedAlertsScreen() {
  const t = useText('alerts');
  const common = useText('common');
  const [patchAlert] = useMutation('alertsPatch', common('error.updating'));
  const formats = useFormats();
  const aeroName = useAeroName();
  const navigate = useNavigate();
  const filters = useAlertFilters();
  const columns = useAlertColumns(true);
  const [rows, setRows] = useState<Alert[]>([]);
  const [total, setTotal] = useState(0);
  const [loading, setLoading] = useState(true);
  const [failure, setFailure] = useState<Failure>();

  const load = async (after: readonly Alert[]) => {
    const last = after.at(-1);
    setLoading(true);
    const result = await fetchOnce('alertsArchived', {
      query: { ...filters.query, limit: PAGE, ...(last ? { before: `${last.opened_at},${last.id}` } : {}) },
    });
    setLoading(false);
    if (!result.ok) return setFailure(result);
    setFailure(undefined);
    setRows([...after, ...result.data]);
    if (!last) setTotal(Number(result.headers.get('x-total-count') ?? result.data.length));
  };
  const key = JSON.stringify(filters.query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` holds the filters; `load` is made anew at each drawing
  useEffect(() => void load([]), [key]);

  const reopen = async (alert: Alert) => {
    const result = await patchAlert({ params: { id: alert.id }, body: { seen: false } });
    if (!result.ok) return;
    setRows((before) => before.filter((row) => row.id !== alert.id));
    setTotal((count) => count - 1);
    toast.success(t('reopen.done'));
  };

  const changes = useGrants('member');
  const reopening = (alert: Alert) => (
    <Button size="compact-sm" variant="light" onClick={() => void reopen(alert)}>
      {t('reopen.action')}
    </Button>
  );
  return (
    <ListScreen
      title={t('archived.title')}
      notice={<AlertsHead state="archived" query={filters.query} />}
      rows={rows}
      columns={columns}
      rowName={(alert) => aeroName(alert.aero)}
      read={{ isLoading: loading, failure, refetch: () => void load([]) }}
      initialSort="-opened_at"
      empty={{ title: t('empty.archived'), icon: IconArchive, advice: t('empty.archivedText') }}
      filters={filters.controls}
      filterCount={filters.count}
      onClearFilters={filters.clear}
      onRowClick={(alert) => navigate(paths.alert(alert.id))}
      {...(changes ? { rowActions: reopening } : {})}
    >
      {rows.length < total ? (
        <Center mt="md" style={{ flexDirection: 'column', gap: 8 }}>
          <Text c="dimmed">{t('total', { shown: formats.number(rows.length, 0), count: total })}</Text>
          <Button variant="default" loading={loading} onClick={() => void load(rows)}>
            {t('more')}
          </Button>
        </Center>
      ) : null}
    </ListScreen>
  );
}
