import {
  BOX_CONFIGURATION,
  type ConfigurationField,
  type ConfigurationKey,
} from '@aerowatch/domain/box/box-configuration';
import { SECRET_MASK } from '@aerowatch/domain/box/configuration-documents';
import type { QuantityKey } from '@aerowatch/domain/units';
import { useCallback } from 'react';
import { type Formats, useFormats } from '../../../lib/format.ts';
import { type TextOf, useText } from '../../../lib/text.ts';
import { durationText } from '../../../lib/words/duration-text.ts';

export const fieldOf = (key: ConfigurationKey): ConfigurationField => BOX_CONFIGURATION[key];

/** Name of an AERO model: 0 not connected, 1 and 2 known, others undefined. */
export function modelName(t: TextOf<'domain'>, type: number | null | undefined): string {
  if (type === null || type === undefined || type === 0) return t('model.not_connected');
  if (type === 1) return t('model.aero_480');
  if (type === 2) return t('model.aero_1000');
  return t('model.undefined', { type });
}

/** Display of an integer field with a unit: its quantity, and the value of one step. */
export function quantityOf(key: ConfigurationKey): { quantity: QuantityKey; step: number } | null {
  const field = fieldOf(key);
  if (field.kind !== 'integer') return null;
  if (field.unit === 'mm') return { quantity: 'length_small', step: 1 };
  if (field.unit === 'bar') return { quantity: 'pressure', step: 1 };
  if (field.unit === '0.1 mm/°C') return { quantity: 'slope_temperature', step: 0.1 };
  if (field.unit === 'mm/h') return { quantity: 'slope_time', step: 1 };
  return null;
}

interface Words {
  readonly t: TextOf<'configuration'>;
  readonly domain: TextOf<'domain'>;
  readonly formats: Formats;
}
function valueText({ t, domain, formats }: Words, key: ConfigurationKey, value: unknown): string {
  const field = fieldOf(key);
  if (value === null || value === undefined || value === '') return t('value.none');
  if (field.secret && value === SECRET_MASK) return t('value.secret');
  if (typeof value === 'boolean') return t(value ? 'value.on' : 'value.off');
  if (key === 'aero1_type' || key === 'aero2_type') return modelName(domain, Number(value));
  if (field.kind === 'integer' && field.duration) return durationText(Number(value), field.duration);
  const shown = quantityOf(key);
  return shown === null ? String(value) : formats.quantity(shown.quantity, Number(value) * shown.step);
}

/** The text of a configuration value: durations, units, models, on and off, masks in words. */
export function useConfigurationValue(): (key: ConfigurationKey, value: unknown) => string {
  const t = useText('configuration');
  const domain = useText('domain');
  const formats = useFormats();
  return useCallback((key, value) => valueText({ t, domain, formats }, key, value), [t, domain, formats]);
}
