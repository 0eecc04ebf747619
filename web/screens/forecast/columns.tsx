import { AT_RISK, LIKELY } from '@aerowatch/domain/forecast/basis';
import { Badge, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import { usePlace } from '../../entities/alerts/use-place.ts';
import { ChanceBadge } from '../../entities/forecast/chance-badge.tsx';
import { ForecastOrder } from '../../entities/forecast/forecast-order.tsx';
import { useProven } from '../../entities/forecast/use-proven.ts';
import { type Formats, useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';
import type { WeekRow } from './use-week-rows.ts';

type Proof = (row: WeekRow) => boolean | undefined;

/**
 * One AERO per row: its place, when it is first at risk, and each of its next days with stroke and chance.
 */
export function useWeekColumns(days: readonly string[], narrow: boolean): Column<WeekRow>[] {
  const t = useText('forecast');
  const formats = useFormats();
  const name = useAeroName();
  const place = usePlace();
  const boxes = useTable('boxes');
  const proven = useProven();
  return useMemo(() => {
    const proof: Proof = (row) => proven(boxes[row.box]?.client, row.basis);
    return [
      {
        key: 'aero',
        label: 'AERO',
        fixed: true,
        wrap: true,
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
      ...riskColumns(t, formats, proof),
      ...(narrow ? [riskyDays(t, formats)] : days.map((day, at) => dayColumn(day, at, formats, proof))),
      {
        key: 'order',
        label: t('list.order'),
        value: (row) => row.order,
        cell: (row) => <ForecastOrder peak={row} />,
      },
    ];
  }, [t, formats, name, place, boxes, proven, days, narrow]);
}

/** The first day at risk and towards which stop; the highest chance of the week, or why there is none. */
const riskColumns = (t: TextOf<'forecast'>, formats: Formats, proof: Proof): Column<WeekRow>[] => [
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
        <ChanceBadge peak={row} proven={proof(row)} />
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

/** From lowest to highest stroke. */
const dayColumn = (day: string, at: number, formats: Formats, proof: Proof): Column<WeekRow> => ({
  key: day,
  label: formats.day(day),
  align: 'right',
  value: (row) => row.days[at]?.chance ?? -1,
  searched: () => '',
  cell: (row) => {
    const one = row.days[at];
    if (one === undefined || one.chance === null) return <Text>–</Text>;
    const share = formats.percent(one.chance);
    const urgent = one.chance >= AT_RISK && proof(row) === true;
    return (
      <Stack gap={0} align="flex-end">
        {urgent ? (
          <Badge color={one.chance >= LIKELY ? 'red' : 'amber'}>{share}</Badge>
        ) : (
          <Text c={proof(row) === false ? 'dimmed' : undefined}>{share}</Text>
        )}
        <SmallText className="aw-figures">{strokes(one.stroke, formats)}</SmallText>
      </Stack>
    );
  },
});

/** On a phone: only the days at risk, one line each. */
const riskyDays = (t: TextOf<'forecast'>, formats: Formats): Column<WeekRow> => ({
  key: 'days',
  label: t('list.days'),
  wrap: true,
  cell: (row) => {
    const risky = row.days.filter(({ chance }) => (chance ?? 0) >= AT_RISK);
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
