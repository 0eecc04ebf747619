import type { SamiLevel } from '@aerowatch/domain/sami';
import { Badge, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { BoxColumns } from '../../entities/box-map/columns.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { SamiShapeMark } from '../../ui/badges/sami-mark.tsx';
import { IconButton } from '../../ui/links/link-button.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { EmptyState } from '../../ui/states/states.tsx';
import classes from './map-screen.module.css';

interface Props {
  columns: BoxColumns;
  rows: readonly number[];
  picked: number | null;
  onPick: (id: number) => void;
}
const HEIGHT = 56;

/** The boxes of the map as a list: for keyboards, screen readers and touch. */
export function BoxList({ columns, rows, picked, onPick }: Props) {
  const t = useText('map');
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 8,
  });
  if (rows.length === 0) return <EmptyState title={t('no_match')} text={t('no_match_text')} />;
  return (
    <div ref={scroller} className={classes.scroller}>
      <ul
        aria-label={t('list')}
        style={{
          height: virtual.getTotalSize(),
          position: 'relative',
          margin: 0,
          padding: 0,
          listStyle: 'none',
        }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const id = columns.id[row]!;
          return (
            <li
              key={id}
              className={classes.row}
              style={{ top: start, height: HEIGHT }}
              data-picked={id === picked ? true : undefined}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <BoxOfRow columns={columns} row={row} picked={id === picked} onPick={onPick} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface RowProps extends Pick<Props, 'columns' | 'onPick'> {
  row: number;
  picked: boolean;
}
/** One box: state, serial number, place, alerts, and a link to its page. */
function BoxOfRow({ columns, row, picked, onPick }: RowProps) {
  const t = useText('map');
  const domain = useText('domain');
  const id = columns.id[row]!;
  const serial = columns.serial_number[row]!;
  const level = columns.levels[columns.sami[row]!] as SamiLevel;
  const status = columns.statuses[columns.status[row]!] as 'new' | 'online' | 'late' | 'silent';
  const alerts = columns.alerts[row]!;
  const place = [columns.lines[columns.line[row]!], columns.pole[row]].filter(Boolean).join(' · ');
  return (
    <>
      <UnstyledButton className={classes.pick} onClick={() => onPick(id)} aria-pressed={picked}>
        <SamiShapeMark level={level} size={22} />
        <span className={classes.text}>
          <Text fw={600} truncate>
            {serial}
          </Text>
          <SmallText truncate>{[domain(`status.${status}`), place].filter(Boolean).join(' · ')}</SmallText>
        </span>
        {alerts > 0 ? (
          <Badge variant="filled" color="red" size="sm" aria-label={t('alerts', { count: alerts })}>
            {alerts}
          </Badge>
        ) : null}
        <span className="aw-visually-hidden" style={{ position: 'absolute', clip: 'rect(0 0 0 0)' }}>
          {domain(`sami.${level}`)}
        </span>
      </UnstyledButton>
      <IconButton
        label={t('details', { name: serial })}
        to={paths.box(id)}
        icon={<IconChevronRight size={18} aria-hidden />}
        mr={6}
      />
    </>
  );
}
