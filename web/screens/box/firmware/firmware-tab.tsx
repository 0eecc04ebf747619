import type { Box } from '@aerowatch/contracts/api/boxes';
import { Group, Paper, Progress, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RolloutBadge, RolloutBoxBadge } from '../../../entities/rollouts/rollout-badges.tsx';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { TextLink } from '../../../ui/links/text-link.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SmallText } from '../../../ui/small-text.ts';
import { ErrorState, LoadingLines } from '../../../ui/states/states.tsx';
import { StartUpdate } from './start-update.tsx';

type Rollouts = Answer<'rolloutsList'>['results'];

/** The firmware that runs, the desired one, and the updates. */
export function FirmwareTab({ box }: { box: Box }) {
  const t = useText('box');
  const privileged = useGrants('privileged');
  const read = useQuery(
    'rolloutsList',
    { query: { box: [box.id], page_size: 50, ordering: '-created_at' } },
    { live: ['rollouts'] },
  );
  const rollouts = read.data?.results;
  return (
    <Stack>
      <Paper p="md">
        <Group gap="xl">
          <Version label={t('firmware.reported')}>
            {box.reported?.firmware_version ?? t('firmware.none')}
          </Version>
          <Version label={t('configuration.desired')}>{box.desired.firmware_version ?? '–'}</Version>
        </Group>
        {privileged ? <StartUpdate box={box} onStarted={read.refetch} /> : null}
      </Paper>
      <Panel title={t('firmware.updates')} gap="sm">
        {read.failure ? <ErrorState failure={read.failure} onRetry={read.refetch} /> : null}
        {read.isLoading ? <LoadingLines lines={3} /> : null}
        {rollouts?.length === 0 ? <Text c="dimmed">{t('firmware.empty')}</Text> : null}
        {rollouts && rollouts.length > 0 ? <Updates box={box} rollouts={rollouts} /> : null}
      </Panel>
    </Stack>
  );
}

function Version({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <SmallText>{label}</SmallText>
      <Text size="md" fw={600}>
        {children}
      </Text>
    </div>
  );
}

/** Each update, and its progress on this box. */
function Updates({ box, rollouts }: { box: Box; rollouts: Rollouts }) {
  const t = useText('box');
  const formats = useFormats();
  const privileged = useGrants('privileged');
  const rowOf = (rollout: Rollouts[number]) => {
    const own = rollout.boxes.find((row) => row.box === box.id);
    const started = formats.dateTime(rollout.created_at);
    return [
      privileged ? (
        <TextLink key="started" to={paths.firmwareUpdate(rollout.id)}>
          {started}
        </TextLink>
      ) : (
        started
      ),
      rollout.version,
      own ? (
        <RolloutBoxBadge key="state" state={own.state} />
      ) : (
        <RolloutBadge key="state" state={rollout.state} />
      ),
      own ? <Progress key="progress" value={own.progress} aria-label={t('firmware.progress')} /> : null,
      own?.detail ?? '',
    ];
  };
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table
        data={{
          head: (['started', 'version', 'state', 'progress', 'detail'] as const).map((key) =>
            t(`firmware.${key}`),
          ),
          body: rollouts.map(rowOf),
        }}
      />
    </Table.ScrollContainer>
  );
}
