import { Alert, Button, Group } from '@mantine/core';
import { IconBrowserX, IconCloudOff, IconDeviceMobile } from '@tabler/icons-react';
import { useFormats } from '../../lib/format.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { canKeep } from '../../lib/offline/can-keep.ts';
import { useDeviceOnly } from '../../lib/offline/device-session.ts';
import { useText } from '../../lib/text.ts';
import { reauthentication } from '../dialogs/dialogs.ts';

/**
 * Reports that data comes from the copy on this device, that the server is unavailable, or that too many
 * windows are open.
 */
export function ConnectionBanner() {
  const t = useText('common');
  const formats = useFormats();
  const { reachable, staleSince, crowded } = useConnection();
  const deviceOnly = useDeviceOnly();
  if (deviceOnly) return <DeviceOnly />;
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
        ? t(canKeep() ? 'shell.unreachable' : 'shell.unreachable_unkept')
        : t('shell.kept', { when: `${formats.relative(staleSince)} (${formats.dateTime(staleSince)})` })}
    </Alert>
  );
}

/** The session has ended; the console stays open here, and can only read and queue. */
function DeviceOnly() {
  const t = useText('common');
  const { reachable } = useConnection();
  return (
    <Alert color="amber" mb="md" py="xs" role="status" icon={<IconDeviceMobile size={18} aria-hidden />}>
      <Group justify="space-between" gap="xs">
        {t('shell.device_only')}
        {reachable ? (
          <Button size="xs" onClick={() => void signInAgain()}>
            {t('shell.device_only_act')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
async function signInAgain(): Promise<void> {
  await reauthentication.open();
}
