import type { Box } from '@aerowatch/contracts/api/boxes';
import { IconClockExclamation, IconPlugConnected, IconSparkles, IconWifiOff } from '@tabler/icons-react';
import { useText } from '../../lib/text.ts';
import { OutlineBadge } from './outline-badge.tsx';

export type BoxStatus = Box['status'];
const STYLES = {
  new: { color: 'petrol', icon: IconSparkles },
  online: { color: 'teal', icon: IconPlugConnected },
  late: { color: 'amber', icon: IconClockExclamation },
  silent: { color: 'red', icon: IconWifiOff },
} as const satisfies Record<BoxStatus, object>;

/** Whether a box reports: icon and word. */
export function StatusBadge({ status }: { status: BoxStatus }) {
  const t = useText('domain');
  return <OutlineBadge {...STYLES[status]}>{t(`status.${status}`)}</OutlineBadge>;
}
