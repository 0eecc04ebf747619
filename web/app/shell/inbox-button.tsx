import { ActionIcon, Indicator, Menu, Tooltip } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { PartBoundary } from '../../ui/states/part-boundary.tsx';
import { LoadingLines } from '../../ui/states/states.tsx';
import classes from './shell.module.css';

const NoticeList = lazyPart(() => import('../../entities/inbox/notice-list.tsx'));

/** Number of the user's own matters, on every page; opens the notices about them. */
export function InboxButton() {
  const t = useText('common');
  const formats = useFormats();
  const { data } = useQuery('noticesList', {}, { live: ['notices', 'matters'], pollingInterval: 300_000 });
  const [opened, setOpened] = useState(false);
  const mine = data?.mine;
  const label = mine === undefined ? t('shell.inbox') : t('shell.inbox_mine', { count: mine });
  return (
    <Menu
      position="bottom-end"
      width={320}
      middlewares={{ shift: { padding: 8 } }}
      disabled={data === undefined}
      opened={opened}
      onChange={setOpened}
    >
      <Tooltip label={label} disabled={opened}>
        <Indicator
          label={mine === undefined ? '' : formats.number(mine, 0)}
          disabled={!mine}
          processing={(data?.unread ?? 0) > 0}
          size={16}
          offset={5}
          color="red"
          zIndex={1}
        >
          <Menu.Target>
            <ActionIcon variant="transparent" size="lg" className={classes.control} aria-label={label}>
              <IconInbox size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
        </Indicator>
      </Tooltip>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        {data === undefined ? null : (
          <PartBoundary>
            <Suspense fallback={<LoadingLines lines={3} />}>
              <NoticeList notices={data} />
            </Suspense>
          </PartBoundary>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
