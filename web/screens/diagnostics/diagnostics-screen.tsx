import { VERDICTS } from '@aerowatch/domain/faults/finding';
import { FAULTS } from '@aerowatch/domain/faults/list';
import { Button, Select } from '@mantine/core';
import { IconBellOff, IconStethoscope, IconTool } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import { type FleetRow, useFindings } from '../../entities/diagnostics/finding-value.ts';
import { SilenceDialog } from '../../entities/silences/silence-dialog.tsx';
import { CreateOrderDialog, type OrderTarget } from '../../entities/work/create-order-dialog.tsx';
import { useFormats } from '../../lib/format.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import type { Selection } from '../../table/bulk-bar.tsx';
import { ListScreen } from '../../table/list-screen.tsx';
import { useAddressFilters } from '../../table/use-address-filters.ts';
import { useTableState } from '../../table/use-table-state.ts';
import { useFleetColumns } from './columns.tsx';
import { PrecisionOfFaults } from './precision.tsx';

const FILTERS = ['fault', 'verdict'] as const;
/** Sort orders the server supports. */
const ORDERS = ['aero', 'verdict', 'fault', 'since', 'confidence', 'act_by'];
const SORT = '-verdict';
const rowId = (row: FleetRow) => row.aero;

/** All AEROs with their diagnosis, page by page, optionally by the next step. */
export default function DiagnosticsScreen() {
  const t = useText('diagnostics');
  const name = useAeroName();
  const columns = useFleetColumns();
  const state = useTableState({ initialSort: SORT, columns });
  const filters = useAddressFilters(FILTERS);
  const ordering = ORDERS.includes((state.ordering ?? '').replace(/^-/, '')) ? state.ordering : SORT;
  const read = useQuery('diagnosticsList', {
    query: {
      ...filters.chosen,
      ...(state.search === '' ? {} : { search: state.search }),
      ordering,
      page: state.page,
      page_size: state.pageSize,
    },
  });
  const rows = read.data?.results ?? [];
  const orders = useOrders(rows);
  return (
    <ListScreen
      title={t('title')}
      header={{ description: t('description') }}
      dense
      rows={rows}
      columns={columns}
      manual
      total={read.data?.count}
      rowId={rowId}
      rowName={(row) => name(row.aero)}
      read={read}
      initialSort={SORT}
      filters={<Filters {...filters} />}
      filterCount={filters.count}
      onClearFilters={filters.clear}
      bulk={orders.bulk}
      empty={{ title: t('empty'), icon: IconStethoscope, advice: t('emptyText') }}
    >
      <PrecisionOfFaults />
      {orders.dialog}
    </ListScreen>
  );
}

type Chosen = ReturnType<typeof useAddressFilters<(typeof FILTERS)[number]>>;
/** By fault and by verdict. */
function Filters({ chosen, choose }: Chosen) {
  const t = useText('diagnostics');
  const say = useFindings();
  const { compare } = useFormats();
  const faults = FAULTS.map((fault) => ({ value: fault, label: say.cause(fault) })).sort((a, b) =>
    compare(a.label, b.label),
  );
  return (
    <>
      <Select
        label={t('fault_column')}
        data={faults}
        value={chosen.fault ?? null}
        onChange={(value) => choose('fault', value)}
        clearable
        searchable
      />
      <Select
        label={t('verdictLabel')}
        data={VERDICTS.map((verdict) => ({ value: verdict, label: t(`verdict.${verdict}`) }))}
        value={chosen.verdict ?? null}
        onChange={(value) => choose('verdict', value)}
        clearable
      />
    </>
  );
}

/** Creates work orders for, and silences over, the selected rows, if the user may. */
function useOrders(rows: readonly FleetRow[]) {
  const t = useText('work');
  const silences = useText('silences');
  const edits = useGrants('member');
  const [making, setMaking] = useState<{ rows: FleetRow[]; clear: () => void } | null>(null);
  const [silencing, setSilencing] = useState<{ boxes: number[]; clear: () => void } | null>(null);
  // A selection may reach over pages.
  const seen = useRef(new Map<number, FleetRow>()).current;
  for (const row of rows) seen.set(row.aero, row);
  const chosen = (ids: number[]) => ids.flatMap((id) => seen.get(id) ?? []);
  const bulk = ({ ids, clear }: Selection) => (
    <>
      <Button
        size="xs"
        leftSection={<IconTool size={16} aria-hidden />}
        onClick={() => setMaking({ rows: chosen(ids), clear })}
      >
        {t('create.action')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBellOff size={16} aria-hidden />}
        onClick={() => setSilencing({ boxes: [...new Set(chosen(ids).map(({ box }) => box))], clear })}
      >
        {silences('action')}
      </Button>
    </>
  );
  const dialog = (
    <>
      <SilenceDialog
        boxes={silencing?.boxes ?? null}
        onClose={() => setSilencing(null)}
        onDone={silencing?.clear}
      />
      <CreateOrderDialog
        targets={making?.rows.map(targetOf) ?? []}
        onClose={() => setMaking(null)}
        onDone={making?.clear}
      />
    </>
  );
  return { bulk: edits ? bulk : undefined, dialog };
}

/** An order for the main fault; an inspection for an AERO without one. */
function targetOf(row: FleetRow): OrderTarget {
  const [fault] = row.faults;
  return { box: row.box, aero: row.aero, type: 'finding', ...(fault === undefined ? {} : { kind: fault }) };
}
