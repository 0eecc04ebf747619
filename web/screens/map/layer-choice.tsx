import { Select } from '@mantine/core';
import { useText } from '../../lib/text.ts';
import type { ForecastLayer } from './forecast-layer.ts';

interface Props {
  /** Null: SAMI; `week`, or a day. */
  layer: string | null;
  found: ForecastLayer | undefined;
  onChange: (layer: string | null) => void;
}

/** The layer of the map: the state of each box, or its forecast for the week or a day. */
export function LayerChoice({ layer, found, onChange }: Props) {
  const t = useText('map');
  return (
    <Select
      label={t('layer.title')}
      allowDeselect={false}
      w={{ base: '100%', xs: 280 }}
      ml={{ base: 0, md: 'auto' }}
      value={layer === null ? 'sami' : (found?.shows ?? 'week')}
      data={[
        { value: 'sami', label: t('layer.sami') },
        { value: 'week', label: t('layer.week') },
        ...(found?.days ?? []).map((day) => ({
          value: day.value,
          label: t('layer.day', { day: day.label }),
        })),
      ]}
      onChange={(value) => onChange(value === 'sami' ? null : value)}
    />
  );
}
