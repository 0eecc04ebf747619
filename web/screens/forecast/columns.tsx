import { Badge, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import { usePlace } from '../../entities/alerts/use-place.ts';
import { ChanceBadge } from '../../entities/forecast/chance-badge.tsx';
import { ForecastOrder } from '../../entities/forecast/forecast-order.tsx';
import { type ChanceLook, useChanceLook, useRiskFrom } from '../../entities/forecast/use-chance-look.ts';
import { type Formats, useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';
import type { WeekRow } from './use-week-rows.ts';

type LookOf = (row: WeekRow, chance: number | null) => ChanceLook;

/**
 * One AERO per row: its place, when it is first at risk, and each of its next days with stroke and chance.
 */
export function useWeekColumns(days: readonly string[], narrow: boolean): Column<WeekRow>[] {
  const t = useText('forecast');
  const formats = useFormats();
  const name = useAeroName();
  const place = usePlace();
  const boxes = useTable('boxes');
  const look = useChanceLook();
  const from = useRiskFrom();
  return useMemo(() => {
    const clientOf = (row: WeekRow) => boxes[row.box]?.client;
    const lookOf: LookOf = (row, chance) => look(chance, clientOf(row), row.basis);
    const isRisky = (row: WeekRow, chance: number | null) => (chance ?? 0) >= from(clientOf(row));
    return [
      {
        key: 'aero',
        label: 'AERO',
        fixed: true,
        wrap: true,
        minWidth: 190,
        value: (row) => `${name(row.aero)} ${place(row.box)}`,
        cell: (row) => (
          <Stack gap={0}>
            <TextLink to={paths.box(row.box)} fw={600}>
              {name(row.aero)}
            </TextLink>
            <SmallText>{place(row.box)}</SmallText>
          </Stack>
        ),
      },
      ...riskColumns(t, formats, lookOf),
      ...(narrow
        ? [riskyDays(t, formats, isRisky)]
        : days.map((day, at) => dayColumn(day, at, formats, lookOf))),
      {
        key: 'order',
        label: t('list.order'),
        value: (row) => row.order,
        cell: (row) => <ForecastOrder peak={row} />,
      },
    ];
  }, [t, formats, name, place, boxes, look, from, days, narrow]);
}

/** The first day at risk and towards which stop; the highest chance of the week, or why there is none. */
const riskColumns = (t: TextOf<'forecast'>, formats: Formats, lookOf: LookOf): Column<WeekRow>[] => [
  {
    key: 'first',
    label: t('list.first'),
    value: (row) => row.first,
    searched: (row) => (row.first === null ? '' : t(`list.${row.side}`)),
    cell: (row) =>
      row.first === null ? (
        <Text>–</Text>
      ) : (
        <Stack gap={0}>
          <Text fw={600}>{formats.day(row.first)}</Text>
          <SmallText>{t(`list.${row.side}`)}</SmallText>
        </Stack>
      ),
  },
  {
    key: 'chance',
    label: t('chance'),
    value: (row) => row.chance ?? -1,
    searched: (row) => (row.unavailable === null ? '' : t(`unavailable.${row.unavailable}`)),
    wrap: true,
    cell: (row) =>
      row.unavailable === null ? (
        <ChanceBadge peak={row} look={lookOf(row, row.chance)} />
      ) : (
        <Text c="dimmed" maw={320}>
          {t(`unavailable.${row.unavailable}`)}
        </Text>
      ),
  },
];

/** From lowest to highest stroke. */
const strokes = (stroke: readonly [number, number] | null, formats: Formats): string =>
  stroke === null
    ? ''
    : `${formats.metric('stroke', stroke[0], false)} – ${formats.metric('stroke', stroke[1])}`;

/** One of the next days: the chance of a margin, and between which strokes the ram would move. */
const dayColumn = (day: string, at: number, formats: Formats, lookOf: LookOf): Column<WeekRow> => ({
  key: day,
  label: new Intl.DateTimeFormat(formats.locale, {
    weekday: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`)),
  align: 'right',
  value: (row) => row.days[at]?.chance ?? -1,
  searched: () => '',
  cell: (row) => {
    const one = row.days[at];
    if (one === undefined || one.chance === null) return <Text>–</Text>;
    const share = formats.percent(one.chance);
    const look = lookOf(row, one.chance);
    return (
      <Stack gap={0} align="flex-end">
        {look === 'risk' || look === 'likely' ? (
          <Badge color={look === 'likely' ? 'red' : 'amber'}>{share}</Badge>
        ) : (
          <Text c={look === 'unproven' ? 'dimmed' : undefined}>{share}</Text>
        )}
        <SmallText className="aw-figures">{strokes(one.stroke, formats)}</SmallText>
      </Stack>
    );
  },
});

/** On a phone: only the days on which it is at risk, a line each. */
const riskyDays = (
  t: TextOf<'forecast'>,
  formats: Formats,
  isRisky: (row: WeekRow, chance: number | null) => boolean,
): Column<WeekRow> => ({
  key: 'days',
  label: t('list.days'),
  wrap: true,
  cell: (row) => {
    const risky = row.days.filter(({ chance }) => isRisky(row, chance));
    if (risky.length === 0) return <Text>–</Text>;
    return (
      <Stack gap={0}>
        {risky.map(({ day, chance, stroke }) => (
          <Text key={day}>
            {[formats.day(day), formats.percent(chance), strokes(stroke, formats)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        ))}
      </Stack>
    );
  },
});
