import { Group, Paper, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { InboxList } from '../../entities/inbox/inbox-list.tsx';
import { InboxTabs, tabOf } from '../../entities/inbox/inbox-tabs.tsx';
import { useMatterActs } from '../../entities/inbox/use-matter-acts.tsx';
import { useAddress } from '../../lib/hooks/use-address.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { EmptyState, Unread } from '../../ui/states/states.tsx';

/** Maximum rows here; the page of work orders has all. */
const MOST = 7;

/** Matters that need somebody: the most urgent rows of the chosen tab. */
export default function InboxPanel() {
  const t = useText('inbox');
  const [parameters, change] = useAddress();
  const tab = tabOf(parameters.get('tab'));
  const read = useQuery(
    'workOrdersInbox',
    { query: { tab, limit: MOST } },
    {
      live: ['matters'],
      pollingInterval: 60_000,
    },
  );
  const { acts, dialogs } = useMatterActs(read.refetch);
  const setTab = (next: string): void => change({ tab: next });
  const rows = read.data?.results ?? [];
  return (
    <Paper component="section" aria-labelledby="inbox" style={{ overflow: 'clip' }}>
      <Group justify="space-between" px="md" pt="xs" gap="xs" align="end">
        <Title order={2} size="h4" id="inbox" mb={6}>
          {t('title')}
        </Title>
        <InboxTabs tab={tab} counts={read.data?.counts} onTab={setTab} />
      </Group>
      {read.data === undefined ? (
        <div style={{ padding: 16 }}>
          <Unread read={read} lines={7} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState title={t('empty')} icon={IconCircleCheck} text={t('empty_text')} />
      ) : (
        <InboxList rows={rows} acts={acts} label={t('title')} />
      )}
      {read.data !== undefined && read.data.counts[tab] > 0 ? (
        <Group justify="flex-end" px="md" py="xs" style={{ borderTop: '1px solid var(--aw-border)' }}>
          <TextLink to={paths.workOrders({ tab })} fw={600}>
            {t('all', { count: read.data.counts[tab] })}
          </TextLink>
        </Group>
      ) : null}
      {dialogs}
    </Paper>
  );
}
