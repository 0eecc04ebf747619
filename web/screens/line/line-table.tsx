import type { AeroOnLine } from '@aerowatch/contracts/api/line';
import { useText } from '../../lib/text.ts';
import { DataTable } from '../../table/data-table.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import type { Shown } from './picture/draw-glyph.ts';
import type { Item } from './picture/track-layout.ts';
import { useLineColumns } from './use-line-columns.tsx';
import { useLineWords } from './use-line-words.ts';

interface Props {
  aeros: readonly AeroOnLine[];
  shown: (item: Item) => Shown;
  /** Of the slider, °C; null: the present temperature of each. */
  temperature: number | null;
}
const rowId = (row: AeroOnLine) => row.id;

/** The same as a table: for people who cannot see the chart, and for AEROs without a kilometre point. */
export function LineTable({ aeros, shown, temperature }: Props) {
  const t = useText('line');
  const words = useLineWords();
  const columns = useLineColumns(aeros, shown, temperature);
  return (
    <DataTable
      label={t('title')}
      rows={aeros}
      columns={columns}
      rowId={rowId}
      rowName={words.name}
      initialSort="km"
      empty={<EmptyState title={t('empty')} text={t('empty_text')} />}
    />
  );
}
