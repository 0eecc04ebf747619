import { WORK_SEVERITIES, WORK_STATES } from '@aerowatch/domain/work/orders';
import { Button, Group, SegmentedControl, Select, Switch } from '@mantine/core';
import { IconPrinter, IconTool } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Order } from '../../entities/work/work-words.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { useAddressFilters } from '../../table/use-address-filters.ts';
import { usePagedRead } from '../../table/use-paged-read.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Board } from './board.tsx';
import { useOrderColumns } from './columns.tsx';

const FILTERS = ['state', 'severity', 'line', 'mine'] as const;
const SORT = 'due_on';
const rowName = (order: Order) => order.title;

/** Work orders, as a list or as a board by state; all or the reader's own, by line. */
export default function WorkOrdersScreen() {
  const t = useText('work');
  const [search, setSearch] = useSearchParams();
  const isBoard = search.get('view') === 'board';
  const { chosen, choose } = useAddressFilters(FILTERS);
  const { state: _state, ...shared } = chosen;
  const round = {
    ...(chosen.line === undefined ? {} : { line: chosen.line }),
    ...(chosen.mine ? { mine: 'true' } : {}),
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <LinkButton
            to={paths.workRound(round)}
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
          >
            {t('round.title')}
          </LinkButton>
        }
      />
      <Group mb="sm" gap="lg">
        <SegmentedControl
          aria-label={t('view.label')}
          value={isBoard ? 'board' : 'list'}
          data={[
            { value: 'list', label: t('view.list') },
            { value: 'board', label: t('view.board') },
          ]}
          onChange={(view) =>
            setSearch((before) => {
              if (view === 'board') before.set('view', view);
              else before.delete('view');
              return before;
            })
          }
        />
        <Switch
          label={t('mine')}
          checked={chosen.mine === 'true'}
          onChange={(event) => choose('mine', event.currentTarget.checked ? 'true' : null)}
        />
        {isBoard ? <LineFilter value={chosen.line} choose={choose} label={false} /> : null}
      </Group>
      {isBoard ? <Board query={shared} /> : <List />}
    </>
  );
}

function List() {
  const t = useText('work');
  const navigate = useNavigate();
  const columns = useOrderColumns();
  const { chosen, count, choose, clear } = useAddressFilters(FILTERS);
  const query = { state: 'open,planned', ...chosen };
  const { table } = usePagedRead('workOrdersList', {
    columns,
    initialSort: SORT,
    query,
    live: ['work_orders'],
  });
  return (
    <ListScreen
      title={t('title')}
      {...table}
      rowName={rowName}
      onRowClick={(order) => navigate(paths.workOrder(order.id))}
      bulk={(ids) => (
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
            placeholder={t('state_open')}
            clearable
            data={WORK_STATES.map((state) => ({ value: state, label: t(`state.${state}`) }))}
            value={chosen.state ?? null}
            onChange={(value) => choose('state', value)}
          />
          <Select
            label={t('field.severity')}
            clearable
            data={WORK_SEVERITIES.map((one) => ({ value: one, label: t(`severity.${one}`) }))}
            value={chosen.severity ?? null}
            onChange={(value) => choose('severity', value)}
          />
          <LineFilter value={chosen.line} choose={choose} />
        </>
      }
      filterCount={count}
      onClearFilters={clear}
      empty={{ title: t('empty'), icon: IconTool, advice: t('empty_text') }}
    />
  );
}

interface LineProps {
  value: string | undefined;
  choose: (name: 'line', value: string | null) => void;
  label?: boolean;
}
/** Filters by the lines that boxes stand on. */
function LineFilter({ value, choose, label = true }: LineProps) {
  const t = useText('work');
  const boxes = useCollection('boxes');
  const { compare } = useFormats();
  const lines = useMemo(
    () => [...new Set(boxes.map((box) => box.line).filter((line) => line !== ''))].sort(compare),
    [boxes, compare],
  );
  return (
    <Select
      {...(label
        ? { label: t('field.line') }
        : { 'aria-label': t('field.line'), placeholder: t('field.line') })}
      searchable
      clearable
      data={lines}
      value={value ?? null}
      onChange={(line) => choose('line', line)}
    />
  );
}
