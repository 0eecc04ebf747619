import {
  BOX_CONFIGURATION,
  type BoxConfiguration,
  type ConfigurationKey,
} from '@aerowatch/domain/box-configuration';
import { configurationProblems } from '@aerowatch/domain/configuration-problems';
import { type ConfigurationDifference, diffConfigurations, mergeConfiguration } from '@aerowatch/domain/twin';
import type { Parts } from '../parts.ts';
import { recordAudit } from '../platform/audit/store-audit.ts';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Trx } from '../platform/database/db.ts';
import { recordChanges } from '../platform/events/events.ts';
import { userIdOf, type Viewer } from '../platform/viewer.ts';
import { aboutBox } from './about-box.ts';
import { desiredOf, reportedOf, type TwinRow, twinColumns, twinOf } from './row.ts';
import { sealSecrets } from './secrets.ts';
import { type DesiredUpdate, nudgeAll, writeDesired } from './store-desired.ts';

/** A box whose desired configuration changes. */
export interface DesiredRow extends TwinRow {
  readonly serial_number: string;
  readonly client_id: number | null;
}
export interface DesiredChange {
  readonly row: DesiredRow;
  readonly next: BoxConfiguration;
}
export interface Plan {
  readonly next: BoxConfiguration;
  readonly differences: readonly ConfigurationDifference[];
  /** Messages by field: its own bounds and the rules between fields. */
  readonly errors: Record<string, string[]>;
}

/** What a change would make of a box's desired configuration. Masks leave their secrets as they are. */
export function planDesired(vault: Vault, row: TwinRow, change: Partial<BoxConfiguration>): Plan {
  const before = desiredOf(vault, row);
  const next = mergeConfiguration(before, change);
  const differences = diffConfigurations(before, next);
  const errors: Record<string, string[]> = {};
  // What was wrong before and is not touched does not forbid another change.
  if (differences.length > 0)
    for (const { field, message } of newProblems(before, next)) errors[field] = [message];
  return { next, differences, errors };
}

function newProblems(before: BoxConfiguration, next: BoxConfiguration) {
  const old = new Set(configurationProblems(before).map(({ field, message }) => `${field} ${message}`));
  return configurationProblems(next).filter(({ field, message }) => !old.has(`${field} ${message}`));
}

/**
 * Makes documents desired: version, history, audit, live change and downlink in this transaction.
 * Boxes whose document stays the same are left alone. Answers how many changed.
 */
export async function changeDesired(
  trx: Trx,
  parts: Pick<Parts, 'vault' | 'clock'>,
  viewer: Viewer,
  changes: readonly DesiredChange[],
  { isAudited = true }: { isAudited?: boolean } = {},
): Promise<number> {
  const at = parts.clock.date();
  const updates: DesiredUpdate[] = [];
  const audit = [];
  for (const { row, next } of changes) {
    const before = desiredOf(parts.vault, row);
    const differences = diffConfigurations(before, next).filter(
      ({ key }) => !('readOnly' in BOX_CONFIGURATION[key]),
    );
    if (differences.length === 0) continue;
    updates.push(
      updateOf(
        parts.vault,
        row,
        next,
        differences.map(({ key }) => key),
        at,
      ),
    );
    audit.push({ action: 'update', ...aboutBox(row), before: { desired: before }, after: { desired: next } });
  }
  if (updates.length === 0) return 0;
  await writeDesired(trx, updates, userIdOf(viewer), at);
  if (isAudited) await recordAudit(trx, viewer, audit);
  const ids = updates.map(({ id }) => id);
  const rows = new Map(changes.map(({ row }) => [row.id, row]));
  await nudgeAll(
    trx,
    ids.map((id) => rows.get(id)!.serial_number),
    'desired',
  );
  await recordChanges(
    trx,
    ids.map((id) => ({ entity: 'boxes', type: 'updated', id, clientId: rows.get(id)!.client_id })),
  );
  return updates.length;
}

function updateOf(
  vault: Vault,
  row: TwinRow,
  next: BoxConfiguration,
  changed: readonly ConfigurationKey[],
  at: Date,
): DesiredUpdate {
  // A box that was known before under a higher version takes only what is newer than that.
  const version = Math.max(row.desired_version, row.reported_version ?? 0) + 1;
  const { configuration_version: _, ...document } = next;
  const fields_at = {
    ...(row.desired_fields_at as Record<string, string>),
    ...Object.fromEntries(changed.map((key) => [key, at.toISOString()])),
  };
  const after: TwinRow = { ...row, desired_version: version, desired_at: at, desired_fields_at: fields_at };
  const twin = twinOf(
    { ...next, configuration_version: version },
    reportedOf(vault, row),
    after,
    at.getTime(),
  );
  const columns = twinColumns(twin);
  return {
    id: row.id,
    version,
    desired: sealSecrets(vault, row.id, 'desired', document),
    fields_at,
    pending_since: columns.twin_pending_since,
    refused: columns.twin_refused,
  };
}
