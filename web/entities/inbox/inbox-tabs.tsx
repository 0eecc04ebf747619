import { Tabs } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import classes from './inbox.module.css';
import type { Inbox, InboxTab } from './matter.ts';

const TABS = ['mine', 'unassigned', 'all'] as const satisfies readonly InboxTab[];
export const tabOf = (written: string | null): InboxTab => TABS.find((one) => one === written) ?? 'all';

interface Props {
  tab: InboxTab;
  counts: Inbox['counts'] | undefined;
  onTab: (tab: InboxTab) => void;
}
/** Mine, Unassigned, All, each with its count. */
export function InboxTabs({ tab, counts, onTab }: Props) {
  const t = useText('inbox');
  const formats = useFormats();
  return (
    <Tabs className={classes.tabs} value={tab} onChange={(next) => onTab(tabOf(next))}>
      <Tabs.List>
        {TABS.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {counts === undefined ? t(`tab.${one}`) : `${t(`tab.${one}`)} ${formats.number(counts[one], 0)}`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
