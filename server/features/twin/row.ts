import type { BoxConfiguration, ConfigurationKey } from '@aerowatch/domain/box/box-configuration';
import { DEFAULT_CONFIGURATION } from '@aerowatch/domain/box/box-configuration';
import { type Twin, twinState } from '@aerowatch/domain/box/twin';
import type { Selectable } from 'kysely';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database/schema.ts';
import { openSecrets } from './secrets.ts';

/** The columns from which a box's twin is computed. */
export type TwinRow = Pick<
  Selectable<Database['boxes']>,
  | 'id'
  | 'desired'
  | 'desired_version'
  | 'desired_at'
  | 'desired_fields_at'
  | 'reported'
  | 'reported_version'
  | 'reported_at'
  | 'refused'
  | 'firmware_fell_back'
>;

/** The desired configuration, secrets in clear, with its version. */
export function desiredOf(vault: Vault, row: TwinRow): BoxConfiguration {
  return {
    ...DEFAULT_CONFIGURATION,
    ...openSecrets(vault, row.id, 'desired', row.desired),
    configuration_version: row.desired_version,
  };
}

/** The reported configuration, secrets in clear; fields the box did not send are null. */
export function reportedOf(vault: Vault, row: TwinRow): BoxConfiguration | null {
  if (row.reported === null) return null;
  const absent = Object.fromEntries(Object.keys(DEFAULT_CONFIGURATION).map((key) => [key, null]));
  return { ...absent, ...openSecrets(vault, row.id, 'reported', row.reported) } as BoxConfiguration;
}

/** The state of each field. The reported upload time is the one in use. */
export function twinOf(
  desired: BoxConfiguration,
  reported: BoxConfiguration | null,
  row: TwinRow,
  now: number,
): Twin {
  const at = Object.entries(row.desired_fields_at as Record<string, string>);
  const { wish, refused } = withFirmware(desired, reported, row);
  return twinState(wish, reported, refused, {
    desiredAt: row.desired_at.getTime(),
    fieldChangedAt: Object.fromEntries(at.map(([key, time]) => [key, Date.parse(time)])),
    now,
    uploadTime: uploadMinutes(desired, reported),
    ...(row.reported_at === null ? {} : { refusedAt: row.reported_at.getTime() }),
  });
}

/**
 * A box that reverted to an older firmware counts as refusing the newer one, whether a field or an update
 * requested it.
 */
function withFirmware(desired: BoxConfiguration, reported: BoxConfiguration | null, row: TwinRow) {
  const refused = row.refused as Partial<Record<ConfigurationKey, string>>;
  const from = row.firmware_fell_back;
  if (from === null) return { wish: desired, refused };
  return {
    wish: { ...desired, firmware_version: from },
    refused: { ...refused, firmware_version: `fell_back|${from}|${reported?.firmware_version ?? ''}` },
  };
}

export function uploadMinutes(desired: BoxConfiguration, reported: BoxConfiguration | null): number {
  return reported?.upload_time ?? desired.upload_time ?? 60;
}

/** The part of a twin needed by lists and filters, as columns of the box. */
export function twinColumns(twin: Twin): { twin_pending_since: Date | null; twin_refused: boolean } {
  const fields = Object.values(twin.fields);
  const waiting = fields.filter((field) => field.state === 'pending' || field.state === 'overdue');
  return {
    twin_pending_since:
      waiting.length === 0 ? null : new Date(Math.min(...waiting.map((field) => field.since ?? 0))),
    twin_refused: fields.some((field) => field.state === 'refused'),
  };
}
