import { firstAt, reserveOf } from '@aerowatch/domain/line/stop-candidates';
import { nearnessOf } from '@aerowatch/domain/physics/nearness';
import { Anchor, Table } from '@mantine/core';
import { useMemo } from 'react';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';
import classes from './line-screen.module.css';
import type { Shown } from './picture/draw-glyph.ts';
import type { Item } from './picture/track-layout.ts';
import { useLineWords } from './use-line-words.ts';
import type { ItemsReached } from './use-reached.ts';

/** More rows are never read here, and cost memory: the table of the line has all. */
const LISTED = 100;

interface Props {
  items: readonly Item[];
  shown: (item: Item) => Shown;
  /** °C of the slider, whether moved or not. */
  temperature: number;
  /** The AEROs that reach a margin or stop at that temperature; null while the slider is unused. */
  at: ItemsReached | null;
  /** Shows the table of the line, which explains AEROs that cannot be computed. */
  onTable: () => void;
}

/** The distance of each AERO from its nearer stop, the nearest first; of constant height. */
export function ReachedTable({ items, shown, temperature, at, onTable }: Props) {
  const t = useText('line');
  const rows = useMemo(() => rowsOf(items, shown, temperature), [items, shown, temperature]);
  const perhaps = new Set(at?.possible.map(({ aero }) => aero.item.aero.id));
  return (
    <div className={classes.reached} tabIndex={rows.length > 0 ? 0 : undefined}>
      <Table stickyHeader verticalSpacing={4} aria-label={t('temperature.list')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('column.aero')}</Table.Th>
            <Table.Th ta="right">{t('column.reserve')}</Table.Th>
            <Table.Th ta="right">{t('column.first_at')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('column.reaches')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, LISTED).map((row) => (
            <OneRow key={row.item.aero.id} row={row} perhaps={perhaps.has(row.item.aero.id)} />
          ))}
        </Table.Tbody>
      </Table>
      {at !== null && at.unknown > 0 ? (
        <Anchor component="button" type="button" onClick={onTable}>
          {t('temperature.not_computed', { count: at.unknown })}
        </Anchor>
      ) : null}
    </div>
  );
}

/** An AERO with its distance to the nearer stop (mm), and the temperature (°C) at which it first reaches a margin. */
interface Row {
  readonly item: Item;
  readonly reserve: number;
  readonly first: number | null;
  readonly reached: ReturnType<typeof nearnessOf>;
}
function rowsOf(items: readonly Item[], shown: Props['shown'], temperature: number): Row[] {
  const rows = items.flatMap((item): Row[] => {
    const { stroke } = shown(item);
    const { travel, aero } = item;
    if (travel === null || stroke === null) return [];
    const first = aero.model && firstAt(aero.model, travel, temperature);
    return [{ item, reserve: reserveOf(stroke, travel), first, reached: nearnessOf(stroke, travel) }];
  });
  return rows.sort((a, b) => a.reserve - b.reserve);
}

function OneRow({ row: { item, reserve, first, reached }, perhaps }: { row: Row; perhaps: boolean }) {
  const t = useText('line');
  const gauge = useText('gauge');
  const words = useLineWords();
  const formats = useFormats();
  const { aero } = item;
  const { nearness, end } = reached;
  const state = nearness !== 'free' ? gauge(`${nearness}.${end}`) : perhaps ? t('temperature.perhaps') : '–';
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to={paths.box(aero.box, { tab: `aero${aero.position}` })} style={{ whiteSpace: 'nowrap' }}>
          {words.name(aero)}
        </TextLink>
        {state === '–' ? null : <SmallText hiddenFrom="sm">{state}</SmallText>}
      </Table.Td>
      <Table.Td ta="right" className="aw-figures">
        {formats.metric('stroke', reserve)}
      </Table.Td>
      <Table.Td ta="right" className="aw-figures">
        {first === null ? '–' : formats.metric('temperature', first)}
      </Table.Td>
      <Table.Td visibleFrom="sm">{state}</Table.Td>
    </Table.Tr>
  );
}
