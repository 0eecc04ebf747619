import type { Supervisor } from '@aerowatch/contracts/api/supervisors';
import { Badge, Group, Stack, Switch, Text, Tooltip } from '@mantine/core';
import { IconEyeCog } from '@tabler/icons-react';
import { useMemo } from 'react';
import { CollectionList } from '../../entities/collection-list.tsx';
import { useConditionSentence } from '../../entities/conditions/sentence.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useIsWhole } from '../../lib/query/collection-state.ts';
import { useCollection, useTable } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { DuplicateButton, ExportButton, TransferActions } from './transfer-actions.tsx';

const rowName = (row: Supervisor) => row.name;

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

function useColumns(): Column<Supervisor>[] {
  const t = useText('supervisors');
  const formats = useFormats();
  const clients = useTable('clients');
  const aeros = useTable('aeros');
  const alerts = useCollection('alerts');
  const whole = useIsWhole('alerts');
  const changes = useGrants('member');
  const { sentence } = useConditionSentence();
  return useMemo(() => {
    const open = Map.groupBy(alerts, (alert) => alert.supervisor);
    const muted = (row: Supervisor) => row.aeros.filter((id) => aeros[id]?.sami === 'unsatisfactory').length;
    return [
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
        value: (row) => clients[row.client]?.name,
        cell: (row) => clients[row.client]?.name ?? '',
      },
      {
        key: 'aeros',
        label: t('column.aeros'),
        align: 'right',
        value: (row) => row.aeros.length,
        cell: (row) => (
          <Group gap={6} justify="flex-end" wrap="nowrap">
            {formats.number(row.aeros.length, 0)}
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
        minWidth: 320,
        searched: (row) => row.conditions.map(sentence).join(' '),
        cell: (row) => (
          <Stack gap={2}>
            {row.conditions.map((condition) => (
              <Text key={condition.id}>{sentence(condition)}</Text>
            ))}
          </Stack>
        ),
      },
      {
        key: 'open',
        label: t('column.open'),
        align: 'right',
        value: (row) => (whole ? (open.get(row.id)?.length ?? 0) : null),
        cell: (row) => {
          if (!whole) return formats.number(null);
          const count = open.get(row.id)?.length ?? 0;
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
  }, [t, formats, clients, aeros, alerts, whole, changes, sentence]);
}

function EnableSwitch({ supervisor }: { supervisor: Supervisor }) {
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
