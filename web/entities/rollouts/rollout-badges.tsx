import type { Rollout } from '@aerowatch/contracts/api/rollouts';
import { Badge } from '@mantine/core';
import { useText } from '../../lib/text.ts';

type State = Rollout['state'];
type BoxState = Rollout['boxes'][number]['state'];
const COLORS = {
  waiting: 'amber',
  running: 'blue',
  paused: 'yellow',
  stopped: 'red',
  done: 'teal',
  cancelled: 'gray',
} as const satisfies Record<State, string>;
const BOX_COLORS = {
  queued: 'gray',
  offered: 'blue',
  downloading: 'blue',
  verifying: 'blue',
  installing: 'blue',
  installed: 'teal',
  failed: 'red',
  cancelled: 'gray',
} as const satisfies Record<BoxState, string>;

/** Progress of a firmware update. */
export function RolloutBadge({ state }: { state: State }) {
  const t = useText('domain');
  return <Badge color={COLORS[state]}>{t(`rollout.${state}`)}</Badge>;
}

/** Its progress on one box. */
export function RolloutBoxBadge({ state }: { state: BoxState }) {
  const t = useText('domain');
  return <Badge color={BOX_COLORS[state]}>{t(`rollout_box.${state}`)}</Badge>;
}
