import type { Box } from '@aerowatch/contracts/api/boxes';
import { Badge } from '@mantine/core';
import { IconClockExclamation, IconPlugConnected, IconSparkles, IconWifiOff } from '@tabler/icons-react';
import { useText } from '../lib/text.ts';

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
  const { color, icon: Icon } = STYLES[status];
  return (
    <Badge
      variant="outline"
      color={color}
      // Never cut short in a table cell.
      miw="max-content"
      leftSection={<Icon size={13} aria-hidden />}
      styles={{ root: { color: 'var(--mantine-color-text)' } }}
    >
      {t(`status.${status}`)}
    </Badge>
  );
}
