import { WORK_STAGES } from '@aerowatch/domain/work/orders';
import { Button, Group, SegmentedControl, Select, Switch } from '@mantine/core';
import { IconPrinter, IconRoute, IconTool } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { Order } from '../../entities/work/work-words.ts';
import { useAddress } from '../../lib/hooks/use-address.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { useAddressFilters } from '../../table/use-address-filters.ts';
import { usePagedRead } from '../../table/use-paged-read.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Board } from './board.tsx';
import { useOrderColumns } from './columns.tsx';
import { InboxView } from './inbox-view.tsx';
import { LineFilter, SeverityFilter } from './order-filters.tsx';

const VIEWS = ['inbox', 'board', 'list'] as const;
type View = (typeof VIEWS)[number];
const viewOf = (written: string | null): View => VIEWS.find((one) => one === written) ?? 'inbox';

/** Work orders: the inbox, as a board by state, or all as a list. */
export default function WorkOrdersScreen() {
  const t = useText('work');
  const [search, change] = useAddress();
  const view = viewOf(search.get('view'));
  return (
    <>
      <PageHeader
        compact
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <SegmentedControl
              aria-label={t('view.label')}
              value={view}
              data={VIEWS.map((one) => ({ value: one, label: t(`view.${one}`) }))}
              onChange={(next) => change({ view: next === 'inbox' ? null : next })}
            />
            <LinkButton
              to={paths.workRound()}
              variant="default"
              leftSection={<IconRoute size={16} aria-hidden />}
            >
              {t('round.title')}
            </LinkButton>
          </>
        }
      />
      {view === 'inbox' ? <InboxView /> : view === 'board' ? <BoardView /> : <List />}
    </>
  );
}

const ACCEPTED_STAGES = WORK_STAGES.filter((stage) => stage !== 'proposed' && stage !== 'dismissed');
const FILTERS = ['stage', 'severity', 'line', 'mine'] as const;
/** The newest first: finished ones are the older. */
const SORT = '-created_at';
const rowName = (order: Order) => order.title;

function BoardView() {
  const t = useText('work');
  const { chosen, choose } = useAddressFilters(FILTERS);
  const { stage: _stage, ...shared } = chosen;
  return (
    <>
      <Group mb="sm" gap="lg">
        <Switch
          label={t('mine')}
          checked={chosen.mine === 'true'}
          onChange={(event) => choose('mine', event.currentTarget.checked ? 'true' : null)}
        />
        <LineFilter value={chosen.line} choose={choose} label={false} />
      </Group>
      <Board query={shared} />
    </>
  );
}

/** All orders, including closed ones. */
function List() {
  const t = useText('work');
  const navigate = useNavigate();
  const columns = useOrderColumns();
  const { chosen, count, choose, clear } = useAddressFilters(FILTERS);
  const { table } = usePagedRead('workOrdersList', {
    columns,
    initialSort: SORT,
    query: chosen,
    live: ['work_orders'],
  });
  return (
    <ListScreen
      title={t('title')}
      dense
      {...table}
      rowName={rowName}
      onRowClick={(order) => navigate(paths.workOrder(order.id))}
      bulk={({ ids }) => (
        <Button
          size="xs"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => navigate(paths.workRound({ ids }))}
        >
          {t('round.print')}
        </Button>
      )}
      filters={
        <>
          <Select
            label={t('field.state')}
            clearable
            data={ACCEPTED_STAGES.map((stage) => ({ value: stage, label: t(`stage.${stage}`) }))}
            value={chosen.stage ?? null}
            onChange={(value) => choose('stage', value)}
          />
          <SeverityFilter value={chosen.severity} choose={choose} />
          <LineFilter value={chosen.line} choose={choose} />
        </>
      }
      filterCount={count}
      onClearFilters={clear}
      empty={{ title: t('empty'), icon: IconTool, advice: t('empty_text') }}
    />
  );
}
