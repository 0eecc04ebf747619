import {
  BOX_CONFIGURATION,
  type ConfigurationField,
  type ConfigurationKey,
} from '@aerowatch/domain/box-configuration';
import { SECRET_MASK } from '@aerowatch/domain/configuration-documents';
import type { QuantityKey } from '@aerowatch/domain/units';
import { type DurationUnit, splitDuration } from '@aerowatch/domain/validation';
import { useCallback } from 'react';
import { type Formats, useFormats } from '../../lib/format.ts';
import { type TextOf, useText } from '../../lib/text.ts';

export const fieldOf = (key: ConfigurationKey): ConfigurationField => BOX_CONFIGURATION[key];

/** Name of an AERO model: 0 not connected, 1 and 2 known, others undefined. */
export function modelName(t: TextOf<'domain'>, type: number | null | undefined): string {
  if (type === null || type === undefined || type === 0) return t('model.not_connected');
  if (type === 1) return t('model.aero_480');
  if (type === 2) return t('model.aero_1000');
  return t('model.undefined', { type });
}

/** `1 h 30 min`, `45 s`; milliseconds that are not whole seconds stay milliseconds. */
export function durationText(value: number, unit: DurationUnit, t: TextOf<'common'>): string {
  if (unit === 'ms' && (value % 1000 !== 0 || value === 0)) return `${value}\u00a0ms`;
  const { hours, minutes, seconds } = splitDuration(value, unit);
  const parts = [
    hours > 0 ? `${hours}\u00a0${t('form.hours')}` : '',
    minutes > 0 ? `${minutes}\u00a0${t('form.minutes')}` : '',
    seconds > 0 ? `${seconds}\u00a0${t('form.seconds')}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? `0\u00a0${t('form.seconds')}` : parts.join(' ');
}

/** How an integer field with a unit is shown: its quantity, and what one step of it is worth. */
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
  readonly common: TextOf<'common'>;
  readonly domain: TextOf<'domain'>;
  readonly formats: Formats;
}
function valueText({ t, common, domain, formats }: Words, key: ConfigurationKey, value: unknown): string {
  const field = fieldOf(key);
  if (value === null || value === undefined || value === '') return t('value.none');
  if (field.secret && value === SECRET_MASK) return t('value.secret');
  if (typeof value === 'boolean') return t(value ? 'value.on' : 'value.off');
  if (key === 'aero1_type' || key === 'aero2_type') return modelName(domain, Number(value));
  if (field.kind === 'integer' && field.duration) return durationText(Number(value), field.duration, common);
  const shown = quantityOf(key);
  return shown === null ? String(value) : formats.quantity(shown.quantity, Number(value) * shown.step);
}

/** A configuration value as text: durations, units, models, on and off, masks in words. */
export function useConfigurationValue(): (key: ConfigurationKey, value: unknown) => string {
  const t = useText('configuration');
  const common = useText('common');
  const domain = useText('domain');
  const formats = useFormats();
  return useCallback(
    (key, value) => valueText({ t, common, domain, formats }, key, value),
    [t, common, domain, formats],
  );
}
