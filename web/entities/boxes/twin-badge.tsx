import type { Box } from '@aerowatch/contracts/api/boxes';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconClockExclamation,
  IconHelpCircle,
} from '@tabler/icons-react';
import { useText } from '../../lib/text.ts';
import { OutlineBadge } from '../../ui/badges/outline-badge.tsx';

const STYLES = {
  in_sync: { color: 'teal', icon: IconCheck },
  pending: { color: 'petrol', icon: IconClock },
  overdue: { color: 'amber', icon: IconClockExclamation },
  refused: { color: 'red', icon: IconAlertTriangle },
  never_reported: { color: 'gray', icon: IconHelpCircle },
} as const satisfies Record<Box['twin']['state'], object>;

/** Sync state of a configuration or of one of its fields: icon and word. */
export function TwinBadge({ state }: { state: Box['twin']['state'] }) {
  const t = useText('domain');
  return <OutlineBadge {...STYLES[state]}>{t(`twin.${state}`)}</OutlineBadge>;
}
