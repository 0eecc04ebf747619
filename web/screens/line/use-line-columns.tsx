import type { AeroOnLine } from '@aerowatch/contracts/api/line';
import { firstAt, reserveOf } from '@aerowatch/domain/line/stop-candidates';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { ChanceBadge } from '../../entities/forecast/chance-badge.tsx';
import { useChanceLook } from '../../entities/forecast/use-chance-look.ts';
import { type Formats, useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { SamiBadge } from '../../ui/badges/sami-mark.tsx';
import { StatusBadge } from '../../ui/badges/status-badge.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import type { Shown } from './picture/draw-glyph.ts';
import { type Item, troubleOf } from './picture/track-layout.ts';
import { useLayout } from './use-layout.ts';
import { useLineWords } from './use-line-words.ts';

type Row = AeroOnLine;
/** Used for a device without a temperature, °C: distances to margins are computed from here. */
const MILD = 15;

const text = (key: string, label: string, of: (row: Row) => string): Column<Row> => ({
  key,
  label,
  value: of,
  cell: (row) => <Text>{of(row) || '–'}</Text>,
});
const figure = (
  key: string,
  label: string,
  of: (row: Row) => number | null,
  say: (value: number | null) => string,
): Column<Row> => ({ key, label, align: 'right', value: of, cell: (row) => <Text>{say(of(row))}</Text> });

/** Columns of the chart's table, with the strokes shown in the chart. */
export function useLineColumns(
  aeros: readonly Row[],
  shown: (item: Item) => Shown,
  temperature: number | null,
): Column<Row>[] {
  const t = useText('line');
  const domain = useText('domain');
  const words = useLineWords();
  const formats = useFormats();
  const lookOf = useChanceLook();
  const { lanes } = useLayout(aeros);
  const items = useMemo(
    () => new Map(lanes.flatMap(({ items: own }) => own.map((item) => [item.aero.id, item] as const))),
    [lanes],
  );
  return useMemo(
    () => [
      ...placeColumns(t, domain, words, formats),
      ...standingColumns(t, domain, formats, items, shown, temperature),
      ...stateColumns(t, domain, words, formats, lookOf),
    ],
    [t, domain, words, formats, items, shown, temperature, lookOf],
  );
}

type Words = ReturnType<typeof useLineWords>;

/** Name and place of an AERO. */
const placeColumns = (
  t: TextOf<'line'>,
  domain: TextOf<'domain'>,
  words: Words,
  formats: Formats,
): Column<Row>[] => [
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
];

/** Position of the ram, its distance from a stop, and the temperature at which it first reaches a margin. */
function standingColumns(
  t: TextOf<'line'>,
  domain: TextOf<'domain'>,
  formats: Formats,
  items: ReadonlyMap<number, Item>,
  shown: (item: Item) => Shown,
  temperature: number | null,
): Column<Row>[] {
  const strokes = (row: Row): Shown => {
    const item = items.get(row.id);
    return item ? shown(item) : { stroke: row.stroke, expected: null };
  };
  const reserve = (row: Row): number | null => {
    const travel = items.get(row.id)?.travel;
    const { stroke } = strokes(row);
    return travel && stroke !== null ? reserveOf(stroke, travel) : null;
  };
  const first = (row: Row): number | null => {
    const travel = items.get(row.id)?.travel;
    const now = temperature ?? row.temperature ?? MILD;
    return travel && row.model ? firstAt(row.model, travel, now) : null;
  };
  const mm = (value: number | null) => formats.metric('stroke', value);
  return [
    figure('stroke', domain('metric.stroke.name'), (row) => strokes(row).stroke, mm),
    figure('expected', t('column.expected'), (row) => strokes(row).expected, mm),
    figure('reserve', t('column.reserve'), reserve, mm),
    figure('first', t('column.first_at'), first, (value) => formats.metric('temperature', value)),
  ];
}

/** Its problems. */
const stateColumns = (
  t: TextOf<'line'>,
  domain: TextOf<'domain'>,
  words: Words,
  formats: Formats,
  lookOf: ReturnType<typeof useChanceLook>,
): Column<Row>[] => [
  {
    key: 'fault',
    label: t('column.fault'),
    wrap: true,
    value: (row) => troubleOf(row, lookOf(row.chance, row.client)),
    cell: (row) => <Text>{words.fault(row) ?? '–'}</Text>,
  },
  {
    key: 'chance',
    label: t('column.chance'),
    value: (row) => row.chance ?? -1,
    searched: () => '',
    cell: (row) => <ChanceBadge peak={row} look={lookOf(row.chance, row.client)} />,
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
