import type { Box } from '@aerowatch/contracts/api/boxes';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { goingDown, useDowngrade } from '../../../entities/rollouts/downgrade-fields.tsx';
import { RolloutPreview } from '../../../entities/rollouts/rollout-preview.tsx';
import { useRolloutPreview } from '../../../entities/rollouts/use-rollout-preview.ts';
import { useCollection } from '../../../lib/query/use-collection.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../ui/toast.ts';

/** Chooses a firmware for this box and starts its update. */
export function StartUpdate({ box, onStarted }: { box: Box; onStarted: () => void }) {
  const t = useText('box');
  const common = useText('common');
  const firmwares = useCollection('firmwares').filter(
    (firmware) => firmware.client === null || firmware.client === box.client,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [createRollout, busy] = useMutation('rolloutsCreate', common('error.firmware'));
  const firmware = firmwares.find((candidate) => String(candidate.id) === chosen);
  const own = useMemo(() => [box.id], [box.id]);
  const checked = useRolloutPreview(firmware?.id, own);
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
        <Button
          disabled={checked.taken.length === 0 || !downgrade.ready}
          loading={busy}
          onClick={() => void start()}
        >
          {t('firmware.update')}
        </Button>
      </Group>
      {firmware === undefined ? null : <RolloutPreview {...checked} />}
      {downgrade.fields}
      {firmware?.description ? (
        <Text c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {firmware.description}
        </Text>
      ) : null}
    </Stack>
  );
}
