import type { Aero } from '@aerowatch/contracts/api/aeros';
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { modelName } from '../../../entities/boxes/form/configuration-value.ts';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';

/** The entered properties of one AERO. */
export function AeroFacts({ aero }: { aero: Aero }) {
  const t = useText('box');
  const words = useText('domain');
  const formats = useFormats();
  const between = (
    low: number | null,
    high: number | null,
    show: (value: number) => string,
  ): string | null =>
    low === null && high === null
      ? null
      : t('aero.from', { min: low === null ? '–' : show(low), max: high === null ? '–' : show(high) });
  const rows: [string, ReactNode][] = [
    [words('field.model_type'), modelName(words, aero.model_type)],
    [words('field.serial_number'), aero.serial_number || '–'],
    [t('aero.track'), aero.track_number || '–'],
    [t('aero.conductor'), aero.conductor_type ? words(`conductor.${aero.conductor_type}`) : '–'],
    [words('field.mechanical_tension'), formats.quantity('force', aero.mechanical_tension)],
    [words('field.regularized_length'), formats.quantity('length', aero.regularized_length)],
    [
      words('field.expansion_coefficient'),
      aero.expansion_coefficient === null
        ? '–'
        : `${formats.number(aero.expansion_coefficient * 1e6, 1)}\u00a0µm/(m·K)`,
    ],
    [
      words('metric.stroke.name'),
      between(aero.stroke_min, aero.stroke_max, (value) => formats.metric('stroke', value)) ?? '–',
    ],
    [
      words('metric.pressure.name'),
      between(aero.pressure_min, aero.pressure_max, (value) => formats.metric('pressure', value)) ?? '–',
    ],
    [
      words('metric.temperature.name'),
      between(aero.temperature_min, aero.temperature_max, (value) => formats.metric('temperature', value)) ??
        '–',
    ],
    [
      words('metric.battery_voltage.short'),
      aero.battery_min === null
        ? '–'
        : t('aero.least', { min: formats.metric('battery_voltage', aero.battery_min) }),
    ],
  ];
  return (
    <Stack gap={4} component="dl" m={0}>
      {rows.map(([label, value]) => (
        <Group key={label} justify="space-between" gap="xs" wrap="nowrap">
          <Text component="dt" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} ta="right">
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
