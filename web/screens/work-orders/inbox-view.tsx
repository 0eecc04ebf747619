import { Button, Group, Paper, Text } from '@mantine/core';
import { IconCircleCheck, IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { InboxList } from '../../entities/inbox/inbox-list.tsx';
import { InboxTabs, tabOf } from '../../entities/inbox/inbox-tabs.tsx';
import type { Matter, MatterActs } from '../../entities/inbox/matter.ts';
import { useMatterActs } from '../../entities/inbox/use-matter-acts.tsx';
import { useAddress } from '../../lib/hooks/use-address.ts';
import { useTyped } from '../../lib/hooks/use-typed.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { useAddressFilters } from '../../table/use-address-filters.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { EmptyState, Unread } from '../../ui/states/states.tsx';
import { LineFilter, SeverityFilter } from './order-filters.tsx';
import classes from './work-orders.module.css';

/** Rows at first, and further rows per click; the server's maximum page size. */
const STEP = 50;
const MOST = 200;
const FILTERS = ['severity', 'line', 'search'] as const;

/** The same list as on the dashboard, with filters and a selection. */
export function InboxView() {
  const t = useText('inbox');
  const common = useText('common');
  const [parameters, change] = useAddress();
  const tab = tabOf(parameters.get('tab'));
  const [wanted, setWanted] = useState(STEP);
  const { chosen, choose } = useAddressFilters(FILTERS);
  const search = useTyped(chosen.search ?? '', (text) => choose('search', text));
  const read = useQuery('workOrdersInbox', { query: { ...chosen, tab, limit: String(wanted) } } as never, {
    live: ['matters'],
  });
  const { acts, dialogs } = useMatterActs(read.refetch);
  const { selection, selected, clear } = useSelection();
  const member = useGrants('member');
  const rows = read.data?.results ?? [];
  const setTab = (next: string): void => change({ tab: next });
  return (
    <Paper style={{ overflow: 'clip' }}>
      <div className={classes.tools}>
        <InboxTabs tab={tab} counts={read.data?.counts} onTab={setTab} />
        <SearchInput
          label={common('labelled', { label: common('table.search'), value: t('title') })}
          placeholder={common('table.search')}
          search={search}
        />
        <SeverityFilter value={chosen.severity} choose={choose} label={false} />
        <LineFilter value={chosen.line} choose={choose} label={false} />
      </div>
      {selected.length > 0 ? <Bulk selected={selected} acts={acts} onDone={clear} /> : null}
      {read.data === undefined ? (
        <div style={{ padding: 16 }}>
          <Unread read={read} lines={8} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState title={t('empty')} icon={IconCircleCheck} text={t('empty_text')} />
      ) : (
        <InboxList rows={rows} acts={acts} label={t('title')} selection={member ? selection : undefined} />
      )}
      {read.data?.next_cursor != null && wanted < MOST ? (
        <Group justify="center" p="sm" className="aw-no-print">
          <Button variant="default" loading={read.isFetching} onClick={() => setWanted(wanted + STEP)}>
            {common('table.more', { count: STEP })}
          </Button>
        </Group>
      ) : null}
      {dialogs}
    </Paper>
  );
}

function useSelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Matter>>(new Map());
  const isSelected = (id: number): boolean => chosen.has(id);
  const toggle = (matters: readonly Matter[]): void => {
    const next = new Map(chosen);
    const all = matters.every(({ id }) => next.has(id));
    for (const matter of matters) {
      if (all) next.delete(matter.id);
      else next.set(matter.id, matter);
    }
    setChosen(next);
  };
  return {
    selection: { isSelected, toggle },
    selected: [...chosen.values()],
    clear: () => setChosen(new Map()),
  };
}

interface BulkProps {
  selected: readonly Matter[];
  acts: MatterActs;
  onDone: () => void;
}
/** Actions on the selected matters. */
function Bulk({ selected, acts, onDone }: BulkProps) {
  const t = useText('inbox');
  const common = useText('common');
  const navigate = useNavigate();
  const proposed = selected.filter(({ stage }) => stage === 'proposed');
  const oneBox = selected.length > 1 && new Set(selected.map(({ box }) => box)).size === 1;
  const plain = { size: 'xs', variant: 'default', disabled: acts.busy } as const;
  const label = common('table.selected', { count: selected.length });
  const after = (act: () => void) => () => {
    act();
    onDone();
  };
  return (
    <section className={classes.bulk} aria-label={label}>
      <Text fw={600}>{label}</Text>
      {proposed.length > 0 ? (
        <>
          <Button size="xs" disabled={acts.busy} onClick={after(() => acts.accept(proposed))}>
            {t('accept_all', { count: proposed.length })}
          </Button>
          <Button {...plain} onClick={() => acts.ask('dismiss', proposed, onDone)}>
            {t('dismiss_ask')}
          </Button>
        </>
      ) : null}
      <Button {...plain} onClick={() => acts.ask('hand_over', selected, onDone)}>
        {t('hand_over_ask')}
      </Button>
      <Button {...plain} onClick={() => acts.ask('plan', selected, onDone)}>
        {t('plan_ask')}
      </Button>
      <Button {...plain} onClick={() => acts.ask('silence', selected, onDone)}>
        {t('silence_ask')}
      </Button>
      {oneBox ? (
        <Button {...plain} onClick={after(() => acts.join(selected))}>
          {t('join')}
        </Button>
      ) : null}
      <Button
        {...plain}
        leftSection={<IconTool size={16} aria-hidden />}
        onClick={() => navigate(paths.workRound({ ids: selected.map(({ id }) => id) }))}
      >
        {t('round')}
      </Button>
    </section>
  );
}
