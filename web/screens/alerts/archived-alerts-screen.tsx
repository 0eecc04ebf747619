import type { Alert } from '@aerowatch/contracts/api/alerts';
import { Button, Center, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useAeroName } from '../../entities/aero-names.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { AlertsHead } from './alerts-head.tsx';
import { useAlertColumns } from './columns.tsx';
import { useArchive } from './use-archive.ts';
import { useAlertFilters } from './use-filters.tsx';

/** Archived alerts, newest first; older ones are loaded on request. */
export default function ArchivedAlertsScreen() {
  const t = useText('alerts');
  const formats = useFormats();
  const aeroName = useAeroName();
  const navigate = useNavigate();
  const filters = useAlertFilters();
  const columns = useAlertColumns(true);
  const { rows, total, read, reopen, loadOlder } = useArchive(filters.query);
  const changes = useGrants('member');
  const reopening = (alert: Alert) => (
    <Button size="compact-sm" variant="light" onClick={() => void reopen(alert)}>
      {t('reopen.action')}
    </Button>
  );
  return (
    <ListScreen
      title={t('archived.title')}
      dense
      notice={<AlertsHead state="archived" query={filters.query} />}
      rows={rows}
      columns={columns}
      rowName={(alert) => aeroName(alert.aero)}
      read={read}
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
          <Button variant="default" loading={read.isLoading} onClick={loadOlder}>
            {t('more')}
          </Button>
        </Center>
      ) : null}
    </ListScreen>
  );
}
