import { Button, Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconBellOff,
  IconCloudUpload,
  IconDots,
  IconDownload,
  IconRefresh,
  IconTags,
  IconTool,
} from '@tabler/icons-react';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';

export type BulkAction = 'tags' | 'firmware' | 'refresh' | 'export' | 'configuration' | 'work' | 'silence';
const ICONS = {
  refresh: IconRefresh,
  configuration: IconAdjustments,
  tags: IconTags,
  firmware: IconCloudUpload,
  export: IconDownload,
  work: IconTool,
  silence: IconBellOff,
} as const;

/** Actions on the selected boxes; in a menu if there is too little space. */
export function BulkBar({ narrow, onAction }: { narrow: boolean; onAction: (action: BulkAction) => void }) {
  const t = useText('boxes');
  const common = useText('common');
  const privileged = useGrants('privileged');
  const changes = useGrants('member');
  const actions: BulkAction[] = [
    ...(changes ? (['refresh', 'configuration'] as const) : []),
    ...(privileged ? (['tags', 'firmware'] as const) : []),
    ...(changes ? (['work', 'silence'] as const) : []),
    'export',
  ];
  if (narrow)
    return (
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" leftSection={<IconDots size={16} aria-hidden />}>
            {common('table.actions')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => {
            const Icon = ICONS[action];
            return (
              <Menu.Item
                key={action}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => onAction(action)}
              >
                {t(`bulk.${action}`)}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    );
  return (
    <>
      {actions.map((action) => {
        const Icon = ICONS[action];
        return (
          <Button
            key={action}
            size="xs"
            variant="default"
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => onAction(action)}
          >
            {t(`bulk.${action}`)}
          </Button>
        );
      })}
    </>
  );
}
