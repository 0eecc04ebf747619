import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import { ChanceBadge } from '../../entities/forecast/chance-badge.tsx';
import { ForecastOrder } from '../../entities/forecast/forecast-order.tsx';
import { isPossible, type Peak } from '../../entities/forecast/peak.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';

/** One AERO per row: its highest probability of the week, when, towards which end, and the work about it. */
export function usePeakColumns(): Column<Peak>[] {
  const t = useText('forecast');
  const formats = useFormats();
  const name = useAeroName();
  return useMemo(
    () => [
      {
        key: 'aero',
        label: 'AERO',
        fixed: true,
        value: (peak) => name(peak.aero),
        cell: (peak) => (
          <TextLink to={paths.box(peak.box)} fw={600}>
            {name(peak.aero)}
          </TextLink>
        ),
      },
      {
        key: 'chance',
        label: t('chance'),
        value: (peak) => peak.chance ?? -1,
        searched: (peak) => (peak.unavailable === null ? '' : t(`unavailable.${peak.unavailable}`)),
        wrap: true,
        cell: (peak) =>
          peak.unavailable === null ? (
            <ChanceBadge peak={peak} />
          ) : (
            <Text c="dimmed" maw={320}>
              {t(`unavailable.${peak.unavailable}`)}
            </Text>
          ),
      },
      {
        key: 'day',
        label: t('list.day'),
        // Of a chance of nothing, neither the day nor the stop tells anything.
        value: (peak) => (isPossible(peak) ? peak.day : null),
        cell: (peak) => <Text>{!isPossible(peak) || peak.day === null ? '–' : formats.day(peak.day)}</Text>,
      },
      {
        key: 'side',
        label: t('list.side'),
        value: (peak) => (isPossible(peak) ? peak.side : null),
        searched: (peak) => (isPossible(peak) ? t(`list.${peak.side}`) : ''),
        cell: (peak) => <Text>{isPossible(peak) ? t(`list.${peak.side}`) : '–'}</Text>,
      },
      {
        key: 'order',
        label: t('list.order'),
        value: (peak) => peak.order,
        cell: (peak) => <ForecastOrder peak={peak} />,
      },
    ],
    [t, formats, name],
  );
}
