import type { ConfigurationKey } from '@aerowatch/domain/box/box-configuration';
import type { QuantityKey } from '@aerowatch/domain/units';
import { useCallback, useMemo } from 'react';
import { type Formats, useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import {
  EXPANSION_STEP,
  EXPANSION_UNIT,
  PLACE_QUANTITIES,
  type PlaceQuantity,
} from './form/aero-quantities.ts';
import { modelName, useConfigurationValue } from './form/configuration-value.ts';
import type { AeroValues, BoxValues } from './form/form-values.ts';

type OwnField = Exclude<keyof BoxValues, 'aeros' | 'desired'>;
const AERO_QUANTITIES: Partial<Record<keyof AeroValues, QuantityKey>> = {
  mechanical_tension: 'force',
  regularized_length: 'length',
  stroke_min: 'length_small',
  stroke_max: 'length_small',
  stroke_min_offset: 'length_small',
  stroke_max_offset: 'length_small',
  pressure_min: 'pressure',
  pressure_max: 'pressure',
  temperature_min: 'temperature',
  temperature_max: 'temperature',
  battery_min: 'voltage',
};

interface Words {
  readonly t: TextOf<'boxes'>;
  readonly domain: TextOf<'domain'>;
  readonly formats: Formats;
  readonly clients: Readonly<Record<number, { name: string }>>;
  readonly tags: Readonly<Record<number, { name: string }>>;
}
/** Text for a value of the box itself. */
function ownText({ t, formats, clients, tags }: Words, field: string, value: unknown): string {
  if (field === 'client') return clients[Number(value)]?.name ?? String(value);
  if (field === 'tags')
    return (value as number[]).map((id) => tags[id]?.name ?? `#${id}`).join(', ') || t('form.null_value');
  if (field in PLACE_QUANTITIES)
    return formats.quantity(PLACE_QUANTITIES[field as PlaceQuantity], Number(value));
  if (field === 'kilometer_point') return formats.kilometerPoint(Number(value));
  if (field === 'installation_date') return formats.day(String(value));
  if (field === 'latitude' || field === 'longitude') return `${formats.number(Number(value))}°`;
  return String(value);
}
/** Text for a value of one of its AEROs. */
function aeroText({ domain, formats }: Words, field: keyof AeroValues, value: unknown): string {
  const quantity = AERO_QUANTITIES[field];
  if (quantity !== undefined) return formats.quantity(quantity, Number(value));
  if (field === 'model_type') return modelName(domain, Number(value));
  if (field === 'conductor_type') return domain(`conductor.${value as 'wire'}`);
  if (field === 'expansion_coefficient')
    return `${formats.number(Number((Number(value) * EXPANSION_STEP).toPrecision(8)))}\u00a0${EXPANSION_UNIT}`;
  return String(value);
}

/** Name and value texts of a box form's field, by its path. */
export function useFieldText(): {
  name: (path: string) => string;
  value: (path: string, value: unknown) => string;
} {
  const t = useText('boxes');
  const domain = useText('domain');
  const configuration = useText('configuration');
  const configured = useConfigurationValue();
  const formats = useFormats();
  const clients = useTable('clients');
  const tags = useTable('tags');
  const name = useCallback(
    (path: string): string => {
      const [head = '', second = '', key = ''] = path.split('.');
      if (head === 'desired') return configuration(`field.${second as ConfigurationKey}`);
      if (head === 'aeros')
        return `${domain('aero', { position: Number(second) + 1 })} · ${domain(`field.${key as keyof AeroValues}`)}`;
      return domain(`field.${head as OwnField}`);
    },
    [domain, configuration],
  );
  const value = useCallback(
    (path: string, value: unknown): string => {
      const [head = '', second = '', key = ''] = path.split('.');
      if (head === 'desired') return configured(second as ConfigurationKey, value);
      if (value === undefined) return t('merge.aero_removed');
      if (value === null || value === '') return t('form.null_value');
      const words = { t, domain, formats, clients, tags };
      return head === 'aeros' ? aeroText(words, key as keyof AeroValues, value) : ownText(words, head, value);
    },
    [t, domain, configured, formats, clients, tags],
  );
  return useMemo(() => ({ name, value }), [name, value]);
}
