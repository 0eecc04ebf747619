import type { ListedSupervisor } from '@aerowatch/contracts/api/supervisors';
import { Badge, Group, Stack, Switch, Text, Tooltip } from '@mantine/core';
import { IconEyeCog } from '@tabler/icons-react';
import { useMemo } from 'react';
import { CollectionList } from '../../entities/collection-list.tsx';
import { useConditionSentence } from '../../entities/conditions/sentence.ts';
import { type Formats, useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useIsWhole } from '../../lib/query/collection-state.ts';
import { useCollection, useTable } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { DuplicateButton, ExportButton, TransferActions } from './transfer-actions.tsx';

/** How many AEROs it watches: the ids of many are not loaded. */
const countOf = ({ aeros, aero_count }: ListedSupervisor) => aeros?.length ?? aero_count ?? 0;
const rowName = (row: ListedSupervisor) => row.name;

/** The list of supervisors, each with a switch. */
export default function SupervisorsScreen() {
  const t = useText('supervisors');
  const privileged = useGrants('privileged');
  const changes = useGrants('member');
  return (
    <CollectionList
      collection="supervisors"
      title={t('title')}
      description={t('description')}
      create={privileged ? { to: paths.supervisorCreate(), label: t('create') } : undefined}
      rows={useCollection('supervisors')}
      columns={useColumns()}
      rowName={rowName}
      headActions={<TransferActions />}
      moreActions={(row) => (
        <>
          <ExportButton supervisor={row} />
          {privileged ? <DuplicateButton supervisor={row} /> : null}
        </>
      )}
      editTo={changes ? ({ id }) => paths.supervisorEdit(id) : undefined}
      deletion={{ key: 'supervisorsDelete', may: () => privileged }}
      empty={{ title: t('empty'), advice: t('emptyText'), icon: IconEyeCog }}
    />
  );
}

interface Parts {
  t: TextOf<'supervisors'>;
  formats: Formats;
  /** Whether the reader changes supervisors. */
  changes: boolean;
  clientName: (row: ListedSupervisor) => string | undefined;
  /** AEROs whose alerts are muted. */
  muted: (row: ListedSupervisor) => number;
  sentence: ReturnType<typeof useConditionSentence>['sentence'];
  /** Open alerts; null until all are loaded. */
  openAlerts: (row: ListedSupervisor) => number | null;
}

function useColumns(): Column<ListedSupervisor>[] {
  const t = useText('supervisors');
  const formats = useFormats();
  const clients = useTable('clients');
  const aeros = useTable('aeros');
  const alerts = useCollection('alerts');
  const whole = useIsWhole('alerts');
  const allAeros = useIsWhole('aeros');
  const changes = useGrants('member');
  const { sentence } = useConditionSentence();
  return useMemo(() => {
    const open = Map.groupBy(alerts, (alert) => alert.supervisor);
    const parts: Parts = {
      t,
      formats,
      changes,
      clientName: ({ client }) => clients[client]?.name,
      muted: ({ aeros: watched, unsatisfactory_count: counted }) =>
        watched === null || (!allAeros && counted !== undefined)
          ? (counted ?? 0)
          : watched.filter((id) => aeros[id]?.sami === 'unsatisfactory').length,
      sentence,
      openAlerts: ({ id }) => (whole ? (open.get(id)?.length ?? 0) : null),
    };
    return [...identityColumns(parts), ...ruleColumns(parts), ...activityColumns(parts)];
  }, [t, formats, clients, aeros, allAeros, alerts, whole, changes, sentence]);
}

/** Which rule, whose, and whether it is on. */
const identityColumns = ({ t, changes, clientName }: Parts): Column<ListedSupervisor>[] => [
  {
    key: 'enabled',
    label: t('column.enabled'),
    value: (row) => row.enabled,
    cell: (row) => (changes ? <EnableSwitch supervisor={row} /> : t(row.enabled ? 'on' : 'off')),
  },
  {
    key: 'name',
    label: t('column.name'),
    fixed: true,
    names: true,
    value: (row) => row.name,
    cell: (row) =>
      changes ? (
        <TextLink to={paths.supervisorEdit(row.id)} fw={600}>
          {row.name}
        </TextLink>
      ) : (
        row.name
      ),
  },
  {
    key: 'client',
    label: t('column.client'),
    value: clientName,
    cell: (row) => clientName(row) ?? '',
  },
];

/** What it watches, and for what. */
const ruleColumns = ({ t, formats, muted, sentence }: Parts): Column<ListedSupervisor>[] => [
  {
    key: 'aeros',
    label: t('column.aeros'),
    align: 'right',
    value: countOf,
    cell: (row) => (
      <Group gap={6} display="inline-flex" wrap="nowrap">
        {formats.number(countOf(row), 0)}
        {muted(row) > 0 ? (
          <Tooltip label={t('mutedHelp')}>
            <Badge color="orange">{t('muted', { count: muted(row) })}</Badge>
          </Tooltip>
        ) : null}
      </Group>
    ),
  },
  {
    key: 'conditions',
    label: t('column.conditions'),
    wrap: true,
    minWidth: 280,
    searched: (row) => row.conditions.map(sentence).join(' '),
    cell: (row) => (
      <Stack gap={2}>
        {row.conditions.map((condition) => (
          <Text key={condition.id}>{sentence(condition)}</Text>
        ))}
      </Stack>
    ),
  },
];

/** The alerts it has open, and its last change. */
const activityColumns = ({ t, formats, openAlerts }: Parts): Column<ListedSupervisor>[] => [
  {
    key: 'open',
    label: t('column.open'),
    align: 'right',
    value: openAlerts,
    cell: (row) => {
      const count = openAlerts(row);
      if (count === null) return formats.number(null);
      return count === 0 ? (
        formats.number(0, 0)
      ) : (
        <TextLink to={paths.alerts({ supervisor: row.id })} fw={600}>
          {formats.number(count, 0)}
        </TextLink>
      );
    },
  },
  {
    key: 'updated_at',
    label: t('column.updated'),
    hidden: true,
    value: (row) => row.updated_at,
    cell: (row) => formats.dateTime(row.updated_at),
  },
];

function EnableSwitch({ supervisor }: { supervisor: ListedSupervisor }) {
  const t = useText('supervisors');
  const common = useText('common');
  const [patchSupervisor, busy] = useMutation('supervisorsPatch', common('error.updating'));
  const turn = async (enabled: boolean) => {
    const result = await patchSupervisor({ params: { id: supervisor.id }, body: { enabled } });
    if (!result.ok) return;
    toast.success(t(enabled ? 'enabled' : 'disabled'));
  };
  return (
    <Switch
      checked={supervisor.enabled}
      disabled={busy}
      aria-label={t('switch', { name: supervisor.name })}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  );
}
