import { Stack } from '@mantine/core';
import { SeveralClients } from '../../entities/clients/several-clients.tsx';
import { RolloutPreview } from '../../entities/rollouts/rollout-preview.tsx';
import type { Exception } from '../../entities/rollouts/use-rollout-preview.ts';
import type { Part } from './part.ts';
import { FAILURES, NAMES, NOW } from './samples.ts';

const nothing = (): void => {};
const heard_at = new Date(NOW).toISOString();
const exceptions = (['other_client', 'busy', 'already', 'held', 'newer', 'silent'] as const).flatMap(
  (outcome, kind): Exception[] =>
    Array.from({ length: kind + 2 }, (_, at) => ({
      box: 10 * kind + at,
      serial_number: `AW-${kind}${at}`,
      outcome,
      detail: outcome === 'held' || outcome === 'newer' ? NAMES[1] : null,
      heard_at: at === 0 ? null : heard_at,
    })),
);
const COUNTS = [
  { client: null, boxes: 12 },
  { client: 1, boxes: 4 },
];

/** Before an update of firmware starts. */
export const ROLLOUT_PARTS: readonly Part[] = [
  {
    name: 'RolloutPreview: who is skipped, failed, loading; SeveralClients',
    show: () => (
      <Stack>
        <RolloutPreview
          preview={{ total: 40, needs_approval: true, clients: COUNTS, exceptions }}
          failure={undefined}
          taken={[1, 2, 3]}
        />
        <RolloutPreview preview={undefined} failure={FAILURES[0]} taken={[]} />
        <RolloutPreview preview={undefined} failure={undefined} taken={[]} />
        <SeveralClients counts={COUNTS} onKeep={nothing} />
      </Stack>
    ),
  },
];
