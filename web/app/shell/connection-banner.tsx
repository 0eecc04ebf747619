import { Alert } from '@mantine/core';
import { IconBrowserX, IconCloudOff } from '@tabler/icons-react';
import { useFormats } from '../../lib/format.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { useText } from '../../lib/text.ts';

/**
 * Reports that data comes from the copy on this device, that the server is unavailable, or that too many
 * windows are open.
 */
export function ConnectionBanner() {
  const t = useText('common');
  const formats = useFormats();
  const { reachable, staleSince, crowded } = useConnection();
  if (reachable && crowded)
    return (
      <Alert color="amber" mb="md" py="xs" role="status" icon={<IconBrowserX size={18} aria-hidden />}>
        {t('shell.crowded')}
      </Alert>
    );
  if (reachable) return null;
  return (
    <Alert color="amber" mb="md" py="xs" role="status" icon={<IconCloudOff size={18} aria-hidden />}>
      {staleSince === null
        ? t('shell.unreachable')
        : t('shell.kept', { when: `${formats.relative(staleSince)} (${formats.dateTime(staleSince)})` })}
    </Alert>
  );
}
