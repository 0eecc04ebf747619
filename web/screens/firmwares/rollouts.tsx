import type { Rollout } from '@aerowatch/contracts/api/firmwares';
import { Badge, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/api/client.ts';
import { useRead } from '../../lib/api/read.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorState, LoadingLines } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

const COLORS = {
  running: 'petrol',
  paused: 'amber',
  stopped: 'red',
  done: 'teal',
  cancelled: 'gray',
} as const;
const ACTIONS = {
  running: ['rolloutsPause', 'rolloutsCancel'],
  paused: ['rolloutsResume', 'rolloutsCancel'],
  stopped: ['rolloutsResume', 'rolloutsRetry', 'rolloutsCancel'],
  done: ['rolloutsRetry'],
  cancelled: [],
} as const;
type Action = 'rolloutsPause' | 'rolloutsResume' | 'rolloutsRetry' | 'rolloutsCancel' | 'rolloutsAdvance';

/** Firmware updates under way and past, with what can be done about them. */
export function Rollouts() {
  const t = useText('firmwares');
  const read = useRead(
    'rolloutsList',
    { query: { ordering: '-created_at', page_size: 20 } },
    { live: ['rollouts'] },
  );
  const rollouts = read.data?.results ?? [];
  if (read.data !== undefined && rollouts.length === 0) return null;
  return (
    <section aria-labelledby="rollouts">
      <Title order={2} id="rollouts" mt="xl" mb="sm">
        {t('rollouts')}
      </Title>
      {read.failure !== undefined && read.data === undefined ? (
        <Paper>
          <ErrorState failure={read.failure} onRetry={read.refetch} />
        </Paper>
      ) : read.isLoading ? (
        <Paper p="lg">
          <LoadingLines lines={3} />
        </Paper>
      ) : (
        <Stack gap="sm">
          {rollouts.map((rollout) => (
            <RolloutCard key={rollout.id} rollout={rollout} onChanged={read.refetch} />
          ))}
        </Stack>
      )}
    </section>
  );
}

function RolloutCard({ rollout, onChanged }: { rollout: Rollout; onChanged: () => void }) {
  const t = useText('firmwares');
  const common = useText('common');
  const domain = useText('domain');
  const formats = useFormats();
  const [busy, setBusy] = useState<Action | null>(null);
  const { counts } = rollout;
  const share = (count: number): number => (counts.total === 0 ? 0 : (100 * count) / counts.total);
  const act = async (action: Action): Promise<void> => {
    setBusy(action);
    const result = await call(action, { params: { id: rollout.id } });
    setBusy(null);
    if (result.ok) onChanged();
    else toast.failure(result, common('error.firmware'));
  };
  const possible: Action[] = ACTIONS[rollout.state].filter(
    (action) => action !== 'rolloutsRetry' || counts.failed > 0,
  );
  if (rollout.state === 'running' && rollout.manual && rollout.wave < rollout.waves)
    possible.unshift('rolloutsAdvance');
  return (
    <Paper p="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text fw={600}>{t('rollout_of', { version: rollout.version })}</Text>
          <Badge
            color={COLORS[rollout.state]}
            variant="outline"
            styles={{ root: { color: 'var(--mantine-color-text)' } }}
          >
            {domain(`rollout.${rollout.state}`)}
          </Badge>
          <Text size="sm" c="dimmed">
            {t('wave', { wave: rollout.wave, waves: rollout.waves })} ·{' '}
            <RelativeTime time={rollout.created_at} />
          </Text>
        </Group>
        <Group gap="xs">
          {possible.map((action) => (
            <Button
              key={action}
              size="xs"
              variant={action === 'rolloutsCancel' ? 'default' : 'light'}
              loading={busy === action}
              onClick={() => void act(action)}
            >
              {t(`action.${action}`)}
            </Button>
          ))}
        </Group>
      </Group>
      <Progress.Root size="lg" mt="sm" aria-label={t('progress')}>
        <Progress.Section
          value={share(counts.installed)}
          color="teal"
          aria-label={domain('rollout_box.installed')}
        />
        <Progress.Section
          value={share(counts.downloading + counts.verifying + counts.installing)}
          color="petrol"
          animated
          aria-label={domain('rollout_box.installing')}
        />
        <Progress.Section
          value={share(counts.failed)}
          color="red"
          aria-label={domain('rollout_box.failed')}
        />
      </Progress.Root>
      <Text size="sm" c="dimmed" mt={6}>
        {t('counts', {
          installed: formats.number(counts.installed),
          total: formats.number(counts.total),
          failed: formats.number(counts.failed),
        })}
        {rollout.detail !== null && ` · ${rollout.detail}`}
      </Text>
    </Paper>
  );
}
