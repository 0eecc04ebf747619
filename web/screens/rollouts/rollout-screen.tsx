import type { Rollout } from '@aerowatch/contracts/api/rollouts';
import { BOX_CONFIGURATION } from '@aerowatch/domain/box/box-configuration';
import { Alert, Button, Group, Paper, Progress, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangle, IconArrowDown, IconUsers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { RolloutBadge, RolloutBoxBadge } from '../../entities/rollouts/rollout-badges.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useItems } from '../../lib/query/use-collection.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { write } from '../../lib/query/write.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { BackLink } from '../../ui/links/back-link.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { NotFound } from '../../ui/states/not-found.tsx';
import { ErrorState, LoadingScreen } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';
import { expectedEnd } from './expected-end.ts';
import { RolloutProgress } from './rollout-progress.tsx';

type Row = Rollout['boxes'][number];
const ACTIONS = {
  approve: 'rolloutsApprove',
  pause: 'rolloutsPause',
  resume: 'rolloutsResume',
  cancel: 'rolloutsCancel',
  retry: 'rolloutsRetry',
  advance: 'rolloutsAdvance',
} as const;
type Action = keyof typeof ACTIONS;
const rowId = (row: Row) => row.box;

/** One firmware update with the state of each box. */
export default function RolloutScreen() {
  const id = Number(useParams().id);
  const read = useQuery(
    'rolloutsGet',
    { params: { id } },
    { live: ['rollouts'], skip: !Number.isInteger(id) },
  );
  if (!Number.isInteger(id)) return <NotFound />;
  if (read.failure) return <ErrorState order={1} failure={read.failure} onRetry={read.refetch} />;
  if (!read.data) return <LoadingScreen />;
  return <Details rollout={read.data} refetch={read.refetch} />;
}

/** Actions allowed in a state. */
function actionsOf(rollout: Rollout, me: number | undefined): Action[] {
  const waits = rollout.state === 'waiting';
  const going =
    waits || rollout.state === 'running' || rollout.state === 'paused' || rollout.state === 'stopped';
  return [
    ...(waits && rollout.started_by !== me ? (['approve'] as const) : []),
    ...(rollout.state === 'running' ? (['pause'] as const) : []),
    ...(rollout.state === 'paused' || rollout.state === 'stopped' ? (['resume'] as const) : []),
    ...(rollout.manual && rollout.state === 'running' && rollout.wave < rollout.waves
      ? (['advance'] as const)
      : []),
    ...(rollout.counts.failed > 0 && rollout.state !== 'cancelled' ? (['retry'] as const) : []),
    ...(going ? (['cancel'] as const) : []),
  ];
}

function Details({ rollout, refetch }: { rollout: Rollout; refetch: () => void }) {
  const t = useText('rollouts');
  const wave = `${t('column.wave')} ${t('wave', { wave: rollout.wave, waves: rollout.waves })}`;
  const parts = [wave, t('atOnce', { count: rollout.at_once }), ...(rollout.manual ? [t('manual')] : [])];
  return (
    <>
      <PageHeader
        title={t('one', { version: rollout.version })}
        breadcrumbs={<BackLink to={paths.firmwareUpdates()}>{t('title')}</BackLink>}
        description={
          <Group gap="xs">
            <RolloutBadge state={rollout.state} />
            {parts.join(' · ')}
          </Group>
        }
        actions={<Actions rollout={rollout} onDone={refetch} />}
      />
      <Said rollout={rollout} />
      {rollout.state === 'stopped' ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('stopped')} mb="md">
          {rollout.detail}
        </Alert>
      ) : null}
      <Paper p="md" mb="md">
        <RolloutProgress rollout={rollout} size="lg" />
        <ExpectedEnd rollout={rollout} />
      </Paper>
      <DataTable
        label={t('column.boxes')}
        rows={rollout.boxes}
        columns={useColumns()}
        rowId={rowId}
        rowName={(row) => row.serial_number}
        empty={null}
        initialSort="-state"
      />
    </>
  );
}

const BY_DEFAULT = BOX_CONFIGURATION.upload_time.initial;

/** When it will be finished, unless that depends on a user. */
function ExpectedEnd({ rollout }: { rollout: Rollout }) {
  const t = useText('rollouts');
  const formats = useFormats();
  const ids = useMemo(() => rollout.boxes.map(({ box }) => box), [rollout.boxes]);
  const boxes = useItems('boxes', ids);
  const now = useNow();
  const end = expectedEnd(rollout, (box) => boxes[box]?.reported?.upload_time ?? BY_DEFAULT, now);
  if (end === null) return null;
  return <Text mt="xs">{t('expected', { when: formats.dateTime(end) })}</Text>;
}

/** Notices before the actions: that it waits for the user, and that boxes are downgraded. */
function Said({ rollout }: { rollout: Rollout }) {
  const t = useText('rollouts');
  const me = useProfile()?.id;
  return (
    <>
      {rollout.state === 'waiting' ? (
        <Alert color="amber" icon={<IconUsers aria-hidden />} title={t('waiting')} mb="md">
          {t(rollout.started_by === me ? 'waiting_own' : 'waiting_other', { count: rollout.counts.total })}
        </Alert>
      ) : null}
      {rollout.allow_downgrade ? (
        <Alert color="amber" icon={<IconArrowDown aria-hidden />} title={t('downgrade')} mb="md">
          {rollout.reason}
        </Alert>
      ) : null}
    </>
  );
}

function Actions({ rollout, onDone }: { rollout: Rollout; onDone: () => void }) {
  const t = useText('rollouts');
  const common = useText('common');
  const me = useProfile()?.id;
  const [busy, setBusy] = useState<Action | null>(null);
  const act = async (action: Action) => {
    setBusy(action);
    const result = await write(ACTIONS[action], { params: { id: rollout.id } });
    setBusy(null);
    if (!result.ok) return toast.failure(result, common('error.firmware'));
    toast.success(t(`acted.${action}`));
    onDone();
  };
  const ask = (action: Action) =>
    action === 'cancel'
      ? modals.openConfirmModal({
          title: t('action.cancel'),
          children: t('ask.cancel'),
          labels: { confirm: t('action.cancel'), cancel: common('action.back') },
          confirmProps: { color: 'red' },
          onConfirm: () => void act(action),
        })
      : void act(action);
  return actionsOf(rollout, me).map((action) => (
    <Button
      key={action}
      variant={action === 'cancel' ? 'default' : 'light'}
      color={action === 'cancel' ? 'red' : undefined}
      loading={busy === action}
      onClick={() => ask(action)}
    >
      {t(`action.${action}`)}
    </Button>
  ));
}

function useColumns() {
  const t = useText('rollouts');
  const words = useText('domain');
  const formats = useFormats();
  return useMemo<Column<Row>[]>(
    () => [
      {
        key: 'box',
        label: t('column.box'),
        fixed: true,
        value: (row) => row.serial_number,
        cell: (row) => (
          <TextLink to={paths.box(row.box, { tab: 'firmware' })} fw={600}>
            {row.serial_number}
          </TextLink>
        ),
      },
      {
        key: 'wave',
        label: t('column.wave'),
        align: 'right',
        value: (row) => row.wave,
        cell: (row) => row.wave,
      },
      {
        key: 'state',
        label: t('column.state'),
        value: (row) => words(`rollout_box.${row.state}`),
        cell: (row) => <RolloutBoxBadge state={row.state} />,
      },
      {
        key: 'progress',
        label: t('column.progress'),
        minWidth: 140,
        value: (row) => row.progress,
        cell: (row) => (
          <Progress
            value={row.progress}
            aria-label={`${row.serial_number} ${formats.percent(row.progress / 100)}`}
          />
        ),
      },
      {
        key: 'detail',
        label: t('column.detail'),
        wrap: true,
        value: (row) => row.detail,
        cell: (row) => <Text>{row.detail ?? ''}</Text>,
      },
      {
        key: 'updated_at',
        label: t('column.changed'),
        value: (row) => row.updated_at,
        cell: (row) => formats.dateTime(row.updated_at),
      },
    ],
    [t, words, formats],
  );
}
