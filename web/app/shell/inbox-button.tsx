import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import classes from './shell.module.css';

/** How many matters are the reader's own, on every page; leads to them. */
export function InboxButton() {
  const t = useText('common');
  const formats = useFormats();
  const read = useQuery(
    'workOrdersInbox',
    { query: { tab: 'mine', limit: 1 } },
    {
      live: ['matters'],
      pollingInterval: 300_000,
    },
  );
  const mine = read.data?.counts.mine;
  const label = mine === undefined ? t('shell.inbox') : t('shell.inbox_mine', { count: mine });
  return (
    <Tooltip label={label}>
      <Indicator
        label={mine === undefined ? '' : formats.number(mine, 0)}
        disabled={!mine}
        size={16}
        offset={5}
        color="red"
        zIndex={1}
      >
        <ActionIcon
          component={Link}
          to={paths.workOrders({ tab: 'mine' })}
          variant="transparent"
          size="lg"
          className={classes.control}
          aria-label={label}
        >
          <IconInbox size={20} aria-hidden />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
