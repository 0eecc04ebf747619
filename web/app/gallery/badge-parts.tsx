import { ROLLOUT_BOX_STATES, ROLLOUT_STATES } from '@aerowatch/contracts/api/rollouts';
import { REPAIR_STATES } from '@aerowatch/domain/faults/repair';
import { AT_RISK } from '@aerowatch/domain/forecast/basis';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { WORK_STAGES } from '@aerowatch/domain/work/orders';
import { Group } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { RepairBadge } from '../../entities/diagnostics/repair-badge.tsx';
import { ChanceBadge } from '../../entities/forecast/chance-badge.tsx';
import { chanceLook } from '../../entities/forecast/use-chance-look.ts';
import { WaitingBadge } from '../../entities/offline/waiting-badge.tsx';
import { RolloutBadge, RolloutBoxBadge } from '../../entities/rollouts/rollout-badges.tsx';
import { UserAvatar } from '../../entities/users/user-avatar.tsx';
import { OrderSeverity, OrderStage } from '../../entities/work/order-badges.tsx';
import { BoxChance } from '../../screens/boxes/box-chance.tsx';
import { OutlineBadge } from '../../ui/badges/outline-badge.tsx';
import { SamiShapeMark } from '../../ui/badges/sami-mark.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Part } from './part.ts';
import { NAMES, NOW } from './samples.ts';

const COLORS = ['petrol', 'teal', 'amber', 'red', 'gray'] as const;
const PEOPLE = NAMES.map((last_name, index) => ({
  id: index + 1,
  first_name: 'Élodie',
  last_name,
  avatar: null,
  updated_at: new Date(NOW).toISOString(),
}));

export const BADGE_PARTS: readonly Part[] = [
  {
    name: 'OutlineBadge, SamiShapeMark',
    show: () => (
      <Group gap="xs">
        {COLORS.map((color) => (
          <OutlineBadge key={color} color={color} icon={IconFlag}>
            {color}
          </OutlineBadge>
        ))}
        {SAMI_LEVELS.map((level) => (
          <SamiShapeMark key={level} level={level} />
        ))}
      </Group>
    ),
  },
  {
    name: 'OrderStage, OrderSeverity, RepairBadge',
    show: () => (
      <Group gap="xs">
        {WORK_STAGES.map((stage) => (
          <OrderStage key={stage} stage={stage} />
        ))}
        {REPAIR_STATES.map((state) => (
          <RepairBadge key={state} state={state} />
        ))}
        {(['low', 'medium', 'high'] as const).map((severity) => (
          <OrderSeverity key={severity} severity={severity} />
        ))}
      </Group>
    ),
  },
  {
    name: 'RolloutBadge, RolloutBoxBadge',
    show: () => (
      <Group gap="xs">
        {ROLLOUT_STATES.map((state) => (
          <RolloutBadge key={state} state={state} />
        ))}
        {ROLLOUT_BOX_STATES.map((state) => (
          <RolloutBoxBadge key={state} state={state} />
        ))}
      </Group>
    ),
  },
  { name: 'WaitingBadge', show: () => <WaitingBadge /> },
  {
    name: 'ChanceBadge: likely, at risk, not, unknown; not proven here',
    show: () => (
      <Group gap="md">
        {[0.92, 0.2, 0.01, null].map((chance) => (
          <ChanceBadge
            key={chance}
            peak={{ chance, unavailable: null }}
            look={chanceLook(chance, AT_RISK, true)}
          />
        ))}
        <ChanceBadge peak={{ chance: 0.72, unavailable: null }} look="unproven" />
      </Group>
    ),
  },
  {
    name: 'BoxChance: known, unknown, loading, failed',
    show: () => (
      <Group gap="md">
        <BoxChance client={null} peak={{ chance: 0.92, unavailable: null }} />
        <BoxChance client={null} peak="unknown" />
        <BoxChance client={null} peak="loading" />
        <BoxChance client={null} peak={{ retry: () => undefined }} />
      </Group>
    ),
  },
  {
    name: 'UserAvatar, RelativeTime',
    show: () => (
      <Group gap="md">
        {PEOPLE.map((user) => (
          <UserAvatar key={user.id} user={user} size={36} />
        ))}
        <RelativeTime time={NOW} />
        <RelativeTime time={null} />
      </Group>
    ),
  },
];
