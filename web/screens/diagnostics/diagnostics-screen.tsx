import { Anchor, Badge, Switch, Text, Tooltip } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useAeroName } from '../../entities/aero-names.ts';
import { usePlace } from '../../entities/alerts/use-place.ts';
import {
  type FleetRow,
  useFindings,
  VERDICT_COLORS,
  VERDICT_RANK,
} from '../../entities/diagnostics/finding-value.ts';
import { useRead } from '../../lib/api/read.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Columns of the fleet, in the order a maintenance engineer looks at them. */
const KEYS = [
  'health_ratio',
  'residual',
  'leak',
  'pressure_trend',
  'stop_hot',
  'stop_cold',
  'friction',
  'seized',
  'drift',
  'battery_trend',
  'panel_trend',
  'stroke_sensor_drift',
  'pressure_sensor_drift',
  'temperature_bias',
  'battery_resistance',
  'shading',
] as const;
const HIDDEN = new Set<string>(['seized', ...KEYS.slice(KEYS.indexOf('drift'))]);
const rowId = (row: FleetRow) => row.aero;

/** All AEROs with what their measures say, sortable by each figure. */
export default function DiagnosticsScreen() {
  const t = useText('diagnostics');
  const name = useAeroName();
  const [only, setOnly] = useState(false);
  const read = useRead('diagnosticsList', { query: { page_size: 1000 } });
  const rows = useMemo(
    () =>
      (read.data?.results ?? []).filter((row) => !only || row.verdict === 'bad' || row.verdict === 'watch'),
    [read.data, only],
  );
  const columns = useColumns();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <DataTable
        label={t('title')}
        rows={rows}
        columns={columns}
        rowId={rowId}
        rowName={(row) => name(row.aero)}
        isLoading={read.isLoading}
        failure={read.failure}
        onRetry={read.refetch}
        initialSort="-verdict"
        actions={
          <Switch
            label={t('only')}
            checked={only}
            onChange={(event) => setOnly(event.currentTarget.checked)}
          />
        }
        filterCount={only ? 1 : 0}
        onClearFilters={() => setOnly(false)}
        empty={
          <EmptyState title={t('empty')} icon={<IconStethoscope size={28} aria-hidden />}>
            {t('emptyText')}
          </EmptyState>
        }
      />
    </>
  );
}

interface FigureProps {
  finding: FleetRow['findings'][number] | undefined;
  say: ReturnType<typeof useFindings>;
}
function Figure({ finding, say }: FigureProps) {
  if (!finding) return '–';
  if (!finding.evaluable)
    return (
      <Tooltip label={say.value(finding)}>
        <Text span size="sm" c="dimmed">
          –
        </Text>
      </Tooltip>
    );
  return (
    <Tooltip label={`${say.verdict(finding.verdict)}. ${say.help(finding)}`} multiline maw={340}>
      <Text
        span
        size="sm"
        fw={finding.verdict === 'good' ? 400 : 700}
        c={finding.verdict === 'bad' ? 'red' : undefined}
      >
        {say.value(finding)}
      </Text>
    </Tooltip>
  );
}

function useColumns() {
  const t = useText('diagnostics');
  const name = useAeroName();
  const place = usePlace();
  const say = useFindings();
  return useMemo<Column<FleetRow>[]>(
    () => [
      {
        key: 'aero',
        label: t('aero'),
        fixed: true,
        value: (row) => name(row.aero),
        searched: (row) => `${name(row.aero)} ${place(row.box)}`,
        cell: (row) => (
          <>
            <Anchor component={Link} to={paths.box(row.box)} size="sm" fw={600}>
              {name(row.aero)}
            </Anchor>
            <Text size="xs" c="dimmed" truncate>
              {place(row.box)}
            </Text>
          </>
        ),
      },
      {
        key: 'verdict',
        label: t('verdictLabel'),
        value: (row) => VERDICT_RANK[row.verdict],
        cell: (row) => (
          <Badge color={VERDICT_COLORS[row.verdict]} variant="light">
            {say.verdict(row.verdict)}
          </Badge>
        ),
      },
      {
        key: 'named',
        label: t('named'),
        wrap: true,
        minWidth: 180,
        value: (row) => say.named(row),
        cell: (row) => <Text size="sm">{say.named(row) || '–'}</Text>,
      },
      ...KEYS.map(
        (key): Column<FleetRow> => ({
          key,
          label: t(`name.${key}`),
          align: 'right',
          hidden: HIDDEN.has(key),
          value: (row) => row.findings.find((finding) => finding.key === key)?.value ?? null,
          cell: (row) => <Figure say={say} finding={row.findings.find((finding) => finding.key === key)} />,
        }),
      ),
    ],
    [t, name, place, say],
  );
}
