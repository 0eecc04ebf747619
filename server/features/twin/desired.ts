import {
  BOX_CONFIGURATION,
  type BoxConfiguration,
  type ConfigurationKey,
  isLinkKey,
} from '@aerowatch/domain/box/box-configuration';
import { configurationProblems } from '@aerowatch/domain/box/configuration-problems';
import {
  type ConfigurationDifference,
  diffConfigurations,
  mergeConfiguration,
} from '@aerowatch/domain/box/twin';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Trx } from '../../platform/database/db.ts';
import { Forbidden } from '../../platform/errors.ts';
import { recordChanges } from '../../platform/events/events.ts';
import { mustBeConfirmed } from '../../platform/http/callers/confirm.ts';
import { may, userIdOf, type Viewer } from '../../platform/viewer.ts';
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
  // Earlier problems in unchanged fields do not prevent another change.
  if (differences.length > 0)
    for (const { field, message } of newProblems(before, next)) errors[field] = [message];
  return { next, differences, errors };
}

function newProblems(before: BoxConfiguration, next: BoxConfiguration) {
  const old = new Set(configurationProblems(before).map(({ field, message }) => `${field} ${message}`));
  return configurationProblems(next).filter(({ field, message }) => !old.has(`${field} ${message}`));
}

/**
 * Makes documents desired: version, history, audit, live change and downlink in this transaction. Boxes with
 * an unchanged document are skipped. Returns how many changed.
 */
export async function changeDesired(
  trx: Trx,
  parts: Pick<Parts, 'vault' | 'clock' | 'hooks'>,
  viewer: Viewer,
  changes: readonly DesiredChange[],
  { isAudited = true, startsUpdates = true }: { isAudited?: boolean; startsUpdates?: boolean } = {},
): Promise<number> {
  const at = parts.clock.date();
  const edits = changes.flatMap((change) => editOf(parts.vault, change));
  if (edits.length === 0) return 0;
  guardLinks(parts, viewer, edits.filter(({ keys }) => keys.some(isLinkKey)).length);
  const updates = edits.map(({ row, next, keys }) => updateOf(parts.vault, row, next, keys, at));
  const audit = edits.map(({ row, before, next }) => ({
    action: 'update',
    ...aboutBox(row),
    before: { desired: before },
    after: { desired: next },
  }));
  await writeDesired(trx, updates, userIdOf(viewer), at);
  if (isAudited) await recordAudit(trx, viewer, audit);
  const ids = updates.map(({ id }) => id);
  const rows = new Map(changes.map(({ row }) => [row.id, row]));
  await nudgeAll(trx, ids, 'desired');
  await recordChanges(
    trx,
    ids.map((id) => ({ entity: 'boxes', type: 'updated', id, clientId: rows.get(id)!.client_id })),
  );
  if (startsUpdates)
    for (const [version, boxes] of wishesOf(parts.vault, edits))
      for (const start of parts.hooks.firmwareWished) await start(trx, viewer, version, boxes);
  return updates.length;
}

interface Edit extends DesiredChange {
  readonly before: BoxConfiguration;
  readonly keys: readonly ConfigurationKey[];
}

/** A change with the changed fields; none if the document stays the same. */
function editOf(vault: Vault, { row, next }: DesiredChange): Edit[] {
  const before = desiredOf(vault, row);
  const keys = diffConfigurations(before, next)
    .map(({ key }) => key)
    .filter((key) => !('readOnly' in BOX_CONFIGURATION[key]));
  return keys.length === 0 ? [] : [{ row, next, before, keys }];
}

/** Boxes by the version that they newly desire and do not run. */
function wishesOf(vault: Vault, edits: readonly Edit[]): Map<string, number[]> {
  const wishes = new Map<string, number[]>();
  for (const { row, next, keys } of edits) {
    const wish = next.firmware_version ?? '';
    if (!keys.includes('firmware_version') || wish === '') continue;
    if (wish !== reportedOf(vault, row)?.firmware_version)
      wishes.set(wish, [...(wishes.get(wish) ?? []), row.id]);
  }
  return wishes;
}

/**
 * Everybody may edit a box, its connection only after confirming. Changing the connection of several boxes
 * needs a privileged user: one wrong value cuts a fleet off, another server's address hands it over.
 */
export function guardLinks({ clock }: Pick<Parts, 'clock'>, viewer: Viewer, boxes: number): void {
  if (boxes === 0) return;
  if (boxes > 1 && !may(viewer, 'privileged')) throw new Forbidden();
  mustBeConfirmed(viewer, clock);
}

function updateOf(
  vault: Vault,
  row: TwinRow,
  next: BoxConfiguration,
  changed: readonly ConfigurationKey[],
  at: Date,
): DesiredUpdate {
  // A box known earlier under a higher version accepts only newer ones.
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
