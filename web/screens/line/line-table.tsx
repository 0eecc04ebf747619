import type { AeroOnLine } from '@aerowatch/contracts/api/line';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { ChanceBadge } from '../../entities/forecast/chance-badge.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { SamiBadge } from '../../ui/badges/sami-mark.tsx';
import { StatusBadge } from '../../ui/badges/status-badge.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import type { Shown } from './picture/draw-glyph.ts';
import { type Item, layoutOf, troubleOf } from './picture/track-layout.ts';
import { useLineWords } from './use-line-words.ts';

interface Props {
  aeros: readonly AeroOnLine[];
  shown: (item: Item) => Shown;
}
const rowId = (row: AeroOnLine) => row.id;

/** The same as a table: for people who cannot see the picture, and for AEROs without a kilometre point. */
export function LineTable({ aeros, shown }: Props) {
  const t = useText('line');
  const words = useLineWords();
  const columns = useColumns(aeros, shown);
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

/** Columns of the picture's table, with the strokes that the picture shows. */
function useColumns(aeros: readonly AeroOnLine[], shown: (item: Item) => Shown): Column<AeroOnLine>[] {
  const t = useText('line');
  const domain = useText('domain');
  const words = useLineWords();
  const formats = useFormats();
  const items = useMemo(
    () =>
      new Map(
        layoutOf(aeros).lanes.flatMap(({ items: own }) => own.map((item) => [item.aero.id, item] as const)),
      ),
    [aeros],
  );
  return useMemo(() => {
    const text = (key: string, label: string, of: (row: AeroOnLine) => string): Column<AeroOnLine> => ({
      key,
      label,
      value: of,
      cell: (row) => <Text>{of(row) || '–'}</Text>,
    });
    const figure = (
      key: string,
      label: string,
      of: (row: AeroOnLine) => number | null,
      say: (value: number | null) => string,
    ): Column<AeroOnLine> => ({
      key,
      label,
      align: 'right',
      value: of,
      cell: (row) => <Text>{say(of(row))}</Text>,
    });
    const strokes = (row: AeroOnLine): Shown => {
      const item = items.get(row.id);
      return item ? shown(item) : { stroke: row.stroke, expected: null };
    };
    const mm = (value: number | null) => formats.metric('stroke', value);
    return [
      {
        key: 'aero',
        label: t('column.aero'),
        fixed: true,
        value: words.name,
        cell: (row) => (
          <TextLink to={paths.box(row.box, { tab: `aero${row.position}` })} fw={600}>
            {words.name(row)}
          </TextLink>
        ),
      },
      text('line', t('line'), (row) => row.line),
      text('track', t('track'), (row) => row.track),
      figure('km', domain('field.kilometer_point'), (row) => row.kilometer_point, formats.kilometerPoint),
      figure('stroke', domain('metric.stroke.name'), (row) => strokes(row).stroke, mm),
      figure('expected', t('column.expected'), (row) => strokes(row).expected, mm),
      {
        key: 'fault',
        label: t('column.fault'),
        wrap: true,
        value: troubleOf,
        cell: (row) => <Text>{words.fault(row) ?? '–'}</Text>,
      },
      {
        key: 'chance',
        label: t('column.chance'),
        value: (row) => row.chance ?? -1,
        searched: () => '',
        cell: (row) => <ChanceBadge peak={row} />,
      },
      {
        key: 'sami',
        label: domain('field.sami'),
        value: (row) => row.sami,
        cell: (row) => <SamiBadge level={row.sami} />,
      },
      {
        key: 'status',
        label: domain('field.status'),
        value: (row) => row.status,
        cell: (row) => <StatusBadge status={row.status} />,
      },
      figure('alerts', t('column.alerts'), (row) => row.alerts, formats.number),
    ];
  }, [t, domain, words, formats, items, shown]);
}
