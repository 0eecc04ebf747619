import { batteryEstimate } from '@aerowatch/domain/box/battery';
import {
  BOX_CONFIGURATION,
  type BoxConfiguration,
  CONFIGURATION_KEYS,
  type ConfigurationKey,
  LINK_KEYS,
  SECRET_KEYS,
} from '@aerowatch/domain/box/box-configuration';
import { SECRET_MASK } from '@aerowatch/domain/box/twin';
import type { Language } from '@aerowatch/domain/languages';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { type DesiredChange, type DesiredRow, type Plan, planDesired } from '../desired.ts';
import { desiredOf } from '../row.ts';

/**
 * Fields copied from another box only if requested by name: those specific to a box, and its connection to
 * the server.
 */
const OWN_TO_A_BOX = new Set<ConfigurationKey>([
  'configuration_version',
  'firmware_version',
  'aero1_type',
  'aero2_type',
  ...LINK_KEYS,
]);

export interface BulkBox extends DesiredRow {
  readonly latitude: number | null;
  readonly last_contact: Date | null;
  readonly last_send: Date | null;
  readonly upload_time: number;
}
export interface BulkPreview {
  box: number;
  serial_number: string;
  changes: Record<string, { from: unknown; to: unknown }>;
  errors: Record<string, string[]>;
  warnings: string[];
}

/** The fields to copy from a box: the requested ones, else all except those specific to a box. */
export function copiedFields(
  vault: Vault,
  source: DesiredRow,
  fields: readonly string[] | undefined,
): Partial<BoxConfiguration> {
  const from = desiredOf(vault, source);
  const wanted = fields ?? CONFIGURATION_KEYS.filter((key) => !OWN_TO_A_BOX.has(key));
  if (wanted.some((key) => !(key in BOX_CONFIGURATION) || key === 'configuration_version'))
    throw new BadRequest({ fields: ['unknown'] });
  return Object.fromEntries(wanted.map((key) => [key, from[key as ConfigurationKey]]));
}

/** The effect of a change on each box: values that differ, reasons against it, cost for the battery. */
export function planBulk(
  vault: Vault,
  rows: readonly BulkBox[],
  change: Partial<BoxConfiguration>,
  language: Language,
): { previews: BulkPreview[]; changes: DesiredChange[] } {
  const previews: BulkPreview[] = [];
  const changes: DesiredChange[] = [];
  for (const row of rows) {
    const plan = planDesired(vault, row, change);
    previews.push({
      box: row.id,
      serial_number: row.serial_number,
      changes: Object.fromEntries(
        plan.differences.map(({ key, from, to }) => [key, { from: shown(key, from), to: shown(key, to) }]),
      ),
      errors: Object.fromEntries(
        Object.entries(plan.errors).map(([key, messages]) => [
          key,
          messages.map((message) => translateMessage(message, language)),
        ]),
      ),
      warnings: warningsOf(plan, desiredOf(vault, row), row.latitude),
    });
    if (plan.differences.length > 0) changes.push({ row, next: plan.next });
  }
  return { previews, changes };
}

function shown(key: ConfigurationKey, value: unknown): unknown {
  const secret = (SECRET_KEYS as readonly string[]).includes(key);
  return secret && value !== null && value !== '' ? SECRET_MASK : value;
}

/** `battery_upload_time|consumption|december|days` (mAh a day, mAh a day, days from full to empty). */
function warningsOf(plan: Plan, before: BoxConfiguration, latitude: number | null): string[] {
  if (plan.differences.length === 0) return [];
  const estimate = batteryEstimate(plan.next, latitude);
  const had = batteryEstimate(before, latitude);
  // For an unchanged value the warning was given when it was set.
  const costsMore = (field: string) =>
    field === 'upload_time_alert'
      ? estimate.consumptionInAlert > had.consumptionInAlert
      : estimate.consumption > had.consumption;
  return estimate.warnings.filter(costsMore).map((field) => {
    const inAlert = field === 'upload_time_alert';
    const used = inAlert ? estimate.consumptionInAlert : estimate.consumption;
    const days = inAlert ? estimate.daysLeftInAlert : estimate.daysLeft;
    return [`battery_${field}`, Math.round(used), Math.round(estimate.december), Math.floor(days ?? 0)].join(
      '|',
    );
  });
}
