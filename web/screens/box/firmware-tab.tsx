import type { Box } from '@aerowatch/contracts/api/boxes';
import { Button, Group, Paper, Progress, Select, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { goingDown, useDowngrade } from '../../entities/rollouts/downgrade-fields.tsx';
import { RolloutBadge, RolloutBoxBadge } from '../../entities/rollouts/rollout-badges.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';

/** The firmware that runs, the desired one, and the updates. */
export function FirmwareTab({ box }: { box: Box }) {
  const t = useText('box');
  const formats = useFormats();
  const privileged = useGrants('privileged');
  const read = useQuery(
    'rolloutsList',
    { query: { box: [box.id], page_size: 50, ordering: '-created_at' } },
    { live: ['rollouts'] },
  );
  return (
    <Stack>
      <Paper p="md">
        <Group gap="xl">
          <div>
            <SmallText>{t('firmware.reported')}</SmallText>
            <Text size="md" fw={600}>
              {box.reported?.firmware_version ?? t('firmware.none')}
            </Text>
          </div>
          <div>
            <SmallText>{t('configuration.desired')}</SmallText>
            <Text size="md" fw={600}>
              {box.desired.firmware_version ?? '–'}
            </Text>
          </div>
        </Group>
        {privileged ? <StartUpdate box={box} onStarted={read.refetch} /> : null}
      </Paper>
      <Panel title={t('firmware.updates')} gap="sm">
        {read.failure ? <ErrorState failure={read.failure} onRetry={read.refetch} /> : null}
        {read.isLoading ? <LoadingLines lines={3} /> : null}
        {read.data?.results.length === 0 ? <Text c="dimmed">{t('firmware.empty')}</Text> : null}
        {read.data && read.data.results.length > 0 ? (
          <Table.ScrollContainer minWidth={560}>
            <Table
              data={{
                head: (['started', 'version', 'state', 'progress', 'detail'] as const).map((key) =>
                  t(`firmware.${key}`),
                ),
                body: read.data.results.map((rollout) => {
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
                    own ? (
                      <Progress key="progress" value={own.progress} aria-label={t('firmware.progress')} />
                    ) : null,
                    own?.detail ?? '',
                  ];
                }),
              }}
            />
          </Table.ScrollContainer>
        ) : null}
      </Panel>
    </Stack>
  );
}

function StartUpdate({ box, onStarted }: { box: Box; onStarted: () => void }) {
  const t = useText('box');
  const common = useText('common');
  const firmwares = useCollection('firmwares').filter(
    (firmware) => firmware.client === null || firmware.client === box.client,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [createRollout, busy] = useMutation('rolloutsCreate', common('error.firmware'));
  const firmware = firmwares.find((candidate) => String(candidate.id) === chosen);
  const downgrade = useDowngrade(goingDown(firmware, [box.reported?.firmware_version]));
  if (firmwares.length === 0)
    return (
      <Text c="dimmed" mt="sm">
        {t('firmware.none_available')}
      </Text>
    );
  const start = async () => {
    const result = await createRollout({
      body: { firmware: Number(chosen), boxes: [box.id], ...downgrade.body },
    });
    if (!result.ok) return;
    toast.success(t('firmware.done'));
    onStarted();
  };
  return (
    <Stack gap="xs" mt="md">
      <Group align="flex-end" gap="sm">
        <Select
          label={t('firmware.choose')}
          w={220}
          value={chosen}
          data={firmwares.map((candidate) => ({ value: String(candidate.id), label: candidate.version }))}
          onChange={setChosen}
        />
        <Button disabled={chosen === null || !downgrade.ready} loading={busy} onClick={() => void start()}>
          {t('firmware.update')}
        </Button>
      </Group>
      {downgrade.fields}
      {firmware?.description ? (
        <Text c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {firmware.description}
        </Text>
      ) : null}
    </Stack>
  );
}
