import { Badge } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useText } from '../../lib/text.ts';

/** Marks what is only on this device so far. */
export function WaitingBadge() {
  const t = useText('offline');
  return (
    <Badge size="sm" color="amber" leftSection={<IconClock size={12} aria-hidden />}>
      {t('waiting_badge')}
    </Badge>
  );
}
