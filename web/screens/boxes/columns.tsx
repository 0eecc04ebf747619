import type { Box } from '@aerowatch/contracts/api/boxes';
import { samiRank } from '@aerowatch/domain/sami';
import { Badge, Group, Text, Tooltip } from '@mantine/core';
import { IconBell, IconWifiOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { listPlaceOf } from '../../entities/alerts/use-place.ts';
import { stoppedAlone } from '../../entities/boxes/stopped-alone.ts';
import { StrokeSpark } from '../../entities/boxes/stroke-spark.tsx';
import { TagList } from '../../entities/boxes/tags-of.tsx';
import { TwinBadge } from '../../entities/boxes/twin-badge.tsx';
import { type PeakOfBox, useBoxPeaks } from '../../entities/forecast/use-forecast.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { SamiBadge } from '../../ui/badges/sami-mark.tsx';
import { StatusBadge } from '../../ui/badges/status-badge.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { BoxChance } from './box-chance.tsx';
import type { ColumnParts } from './column-parts.ts';
import { componentColumns, descriptionColumns } from './hidden-columns.tsx';

const STATUS_ORDER = { new: 0, online: 1, late: 2, silent: 3 } as const;

/** Columns of a list of boxes; in a list paged by the server some of them cannot be sorted. */
export function useBoxColumnsOfList({ manual }: { manual: boolean }): Column<Box>[] {
  const t = useText('boxes');
  const domain = useText('domain');
  const formats = useFormats();
  const clients = useTable('clients');
  const tags = useTable('tags');
  const forecast = useText('forecast');
  const peakOf = useBoxPeaks();
  const several = Object.keys(clients).length > 1;
  return useMemo(() => {
    const parts: ColumnParts = {
      t,
      domain,
      forecast,
      formats,
      clientOf: (box) => clients[box.client ?? 0]?.name ?? '',
      tagName: (id) => tags[id]?.name ?? '',
      peakOf,
      sorts: !manual,
    };
    return [
      ...identityColumns(parts),
      ...stateColumns(parts),
      ...outlookColumns(parts),
      ...(several ? [clientColumn(parts)] : []),
      tagsColumn(parts),
      ...descriptionColumns(parts),
      ...componentColumns(parts),
    ];
  }, [t, domain, formats, clients, tags, several, manual, peakOf, forecast]);
}

/** Identity and place of a box. */
function identityColumns({ t, domain, formats }: ColumnParts): Column<Box>[] {
  return [
    {
      key: 'serial_number',
      label: domain('field.serial_number'),
      fixed: true,
      value: (box) => box.serial_number,
      cell: (box) => (
        <>
          <TextLink to={paths.box(box.id)} fw={600}>
            {box.serial_number}
          </TextLink>
          {box.name === '' ? null : (
            <SmallText maw={140} truncate title={box.name}>
              {box.name}
            </SmallText>
          )}
        </>
      ),
    },
    {
      key: 'name',
      label: domain('field.name'),
      hidden: true,
      value: (box) => box.name,
      cell: (box) => <Text>{box.name}</Text>,
    },
    {
      key: 'line',
      label: t('column.place'),
      plain: true,
      value: (box) => placeOrder(box),
      searched: (box) => `${box.line} ${box.pole}`,
      cell: (box) => {
        const place = listPlaceOf(box, formats);
        return (
          <SmallText maw={PLACE_WIDTH} truncate title={place} data-truncate>
            {place}
          </SmallText>
        );
      },
    },
  ];
}
/** The width of the place column, as far as the window allows. */
const PLACE_WIDTH = 'clamp(110px, calc(130px + (100vw - 1440px) * 0.6), 420px)';

/** State and contact of a box. */
function stateColumns({ t, domain, formats, sorts }: ColumnParts): Column<Box>[] {
  return [
    {
      key: 'sami',
      label: domain('field.sami'),
      besideName: true,
      value: (box) => samiRank(box.sami),
      searched: (box) => domain(`sami.${box.sami}`),
      cell: (box) => <SamiBadge level={box.sami} />,
    },
    {
      key: 'status',
      label: domain('field.status'),
      plain: true,
      value: (box) => STATUS_ORDER[box.status],
      searched: (box) => domain(`status.${box.status}`),
      cell: (box) => <StatusBadge status={box.status} />,
    },
    {
      key: 'last_send',
      label: domain('field.last_send'),
      plain: true,
      value: (box) => box.last_send,
      searched: () => '',
      cell: (box) => <LastSend box={box} />,
    },
    {
      key: 'alerts',
      label: t('column.alerts'),
      align: 'right',
      plain: true,
      value: sorts ? (box) => box.open_alerts : undefined,
      cell: (box) =>
        box.open_alerts === 0 ? null : (
          <Badge
            component={Link}
            to={paths.alerts({ box: box.id })}
            color="red"
            leftSection={<IconBell size={12} aria-hidden />}
            style={{ cursor: 'pointer' }}
          >
            {formats.number(box.open_alerts)}
          </Badge>
        ),
    },
  ];
}

/** Outlook: strokes of the week, pending configuration, chance of reaching a margin. */
function outlookColumns({ t, domain, forecast, sorts, peakOf }: ColumnParts): Column<Box>[] {
  return [
    {
      key: 'stroke',
      label: t('column.stroke'),
      plain: true,
      searched: () => '',
      cell: (box) => <StrokeSpark aeros={box.aeros} />,
    },
    {
      key: 'twin',
      label: t('column.twin'),
      plain: true,
      value: sorts ? (box) => domain(`twin.${box.twin.state}`) : undefined,
      cell: (box) => <TwinBadge state={box.twin.state} />,
    },
    {
      key: 'forecast',
      label: forecast('chance'),
      align: 'right',
      plain: true,
      value: sorts ? (box) => chanceOf(peakOf(box.id)) : undefined,
      searched: () => '',
      cell: (box) => <BoxChance peak={peakOf(box.id)} client={box.client} />,
    },
  ];
}

function clientColumn({ domain, clientOf }: ColumnParts): Column<Box> {
  return {
    key: 'client',
    label: domain('field.client'),
    plain: true,
    value: clientOf,
    cell: (box) => clientOf(box) || '–',
  };
}

function tagsColumn({ domain, tagName, sorts }: ColumnParts): Column<Box> {
  return {
    key: 'tags',
    label: domain('field.tags'),
    plain: true,
    value: sorts ? (box) => box.tags.map(tagName).join(' ') : undefined,
    cell: (box) => (box.tags.length === 0 ? null : <TagList ids={box.tags} />),
  };
}

/** Boxes without a chance come before those with the smallest. */
const chanceOf = (peak: PeakOfBox): number =>
  typeof peak === 'object' && 'chance' in peak ? (peak.chance ?? -1) : -1;

/** By line, then along it; boxes without a line come last. */
function placeOrder({ line, kilometer_point }: Box): string {
  return line === ''
    ? ''
    : `${line} ${String(Math.round(((kilometer_point ?? 0) + 100) * 1000)).padStart(8, '0')}`;
}

function LastSend({ box }: { box: Box }) {
  const t = useText('boxes');
  if (box.status !== 'silent') return <RelativeTime time={box.last_send} />;
  const alone = stoppedAlone(box).find(({ status }) => status === 'silent');
  const label = alone ? t('no_data_week_aero', { position: alone.position }) : t('no_data_week');
  return (
    <Group gap={6} wrap="nowrap">
      <Tooltip label={label}>
        <IconWifiOff size={16} color="var(--mantine-color-error)" aria-label={label} role="img" />
      </Tooltip>
      <RelativeTime time={box.last_send} />
    </Group>
  );
}
