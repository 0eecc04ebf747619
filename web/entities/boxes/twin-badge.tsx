import type { Box } from '@aerowatch/contracts/api/boxes';
import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconClockExclamation,
  IconHelpCircle,
} from '@tabler/icons-react';
import { useText } from '../../lib/text.ts';

const STYLES = {
  in_sync: { color: 'teal', icon: IconCheck },
  pending: { color: 'petrol', icon: IconClock },
  overdue: { color: 'amber', icon: IconClockExclamation },
  refused: { color: 'red', icon: IconAlertTriangle },
  never_reported: { color: 'gray', icon: IconHelpCircle },
} as const satisfies Record<Box['twin']['state'], object>;

/** Where a configuration or one of its fields stands between desired and reported: icon and word. */
export function TwinBadge({ state }: { state: Box['twin']['state'] }) {
  const t = useText('domain');
  const { color, icon: Icon } = STYLES[state];
  return (
    <Badge
      variant="outline"
      color={color}
      miw="max-content"
      leftSection={<Icon size={13} aria-hidden />}
      styles={{ root: { color: 'var(--mantine-color-text)' } }}
    >
      {t(`twin.${state}`)}
    </Badge>
  );
}
