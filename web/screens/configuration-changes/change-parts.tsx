import { isConfigurationKey } from '@aerowatch/domain/box/box-configuration';
import { Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconClock, IconHandStop, IconReplace } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useConfigurationValue } from '../../entities/boxes/form/configuration-value.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { useText } from '../../lib/text.ts';
import { OutlineBadge } from '../../ui/badges/outline-badge.tsx';

type Counts = Answer<'configurationChangesGet'>['counts'];
export type ChangeState = Answer<'configurationChangesGet'>['boxes'][number]['state'];

/** The texts of a change's fields and values. */
export function useChangeWords(): (changes: Readonly<Record<string, unknown>>) => string[] {
  const t = useText('configuration');
  const boxes = useText('boxes');
  const say = useConfigurationValue();
  return useCallback(
    (changes) =>
      Object.entries(changes).map(([key, value]) =>
        isConfigurationKey(key)
          ? boxes('changes.pair', { field: t(`field.${key}`), value: say(key, value) })
          : key,
      ),
    [t, boxes, say],
  );
}

/** How many boxes have applied a change, refused it, or are pending. */
export function ChangeProgress({ counts }: { counts: Counts }) {
  const t = useText('boxes');
  const { total, applied, refused, replaced } = counts;
  const share = (count: number) => (100 * count) / Math.max(1, total);
  const said = (['applied', 'pending', 'refused', 'replaced', 'held'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => t(`changes.counted.${state}`, { count: counts[state] }));
  return (
    <Stack gap={4}>
      <Progress.Root size="md" aria-hidden>
        <Progress.Section value={share(applied)} color="teal" />
        <Progress.Section value={share(refused)} color="red" />
        <Progress.Section value={share(replaced)} color="gray" />
      </Progress.Root>
      <Text size="xs">{said.join(' · ')}</Text>
    </Stack>
  );
}

const STATES = {
  applied: { color: 'teal', icon: IconCircleCheck },
  pending: { color: 'blue', icon: IconClock },
  refused: { color: 'red', icon: IconCircleX },
  replaced: { color: 'gray', icon: IconReplace },
  held: { color: 'yellow', icon: IconHandStop },
} as const;

export function ChangeBadge({ state }: { state: ChangeState }) {
  const t = useText('boxes');
  return <OutlineBadge {...STATES[state]}>{t(`changes.state.${state}`)}</OutlineBadge>;
}
