import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useFormats } from '../../lib/format.ts';
import { isUnsent } from '../../lib/offline/queue.ts';
import { useQueue } from '../../lib/offline/use-queue.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import classes from './shell.module.css';

/** How much waits on this device, on every page; shown only then. */
export default function QueueButton() {
  const t = useText('offline');
  const formats = useFormats();
  const unsent = useQueue().entries.filter(isUnsent);
  if (unsent.length === 0) return null;
  const isRefused = unsent.some(({ state }) => state === 'refused');
  const label = t('button_waiting', { count: unsent.length });
  return (
    <Tooltip label={label}>
      <Indicator
        label={formats.number(unsent.length, 0)}
        size={16}
        offset={5}
        color={isRefused ? 'red' : 'orange'}
        zIndex={1}
      >
        <ActionIcon
          component={Link}
          to={paths.offline()}
          variant="transparent"
          size="lg"
          className={classes.control}
          aria-label={label}
        >
          <IconCloudUp size={20} aria-hidden />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
