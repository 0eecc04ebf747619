import type { SamiLevel } from '@aerowatch/domain/sami';
import type { Selectable } from 'kysely';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { BadRequest, NotFound } from '../../platform/errors.ts';
import { type Change, recordChanges } from '../../platform/events/events.ts';
import { userIdOf, type Viewer } from '../../platform/viewer.ts';
import { changeDesired, type DesiredRow, planDesired } from '../twin/desired.ts';
import { type AeroChange, type AeroFields, aeroFieldsOf, aeroProblems, mergeAero } from './rules.ts';
import type { AerosTable } from './schema.ts';
import { insertSamiChange, loadAero, lockAero, lockBoxOfAero, markBoxEdited, updateAero } from './store.ts';

export interface LockedAero {
  readonly aero: Selectable<AerosTable>;
  readonly box: DesiredRow;
}

/** An AERO and its box, locked in the order used everywhere: box first. */
export async function aeroForUpdate(trx: Trx, viewer: Viewer, id: number): Promise<LockedAero> {
  const { box_id } = await loadAero(trx, viewer, id, new Date());
  const box = await lockBoxOfAero(trx, viewer, box_id);
  const aero = await lockAero(trx, id);
  if (box === undefined || aero === undefined) throw new NotFound();
  return { aero, box };
}

/** Changes an AERO: its own fields, its box's desired type (from its model), its SAMI with the reason. */
export async function patchAero(
  trx: Trx,
  parts: Pick<Parts, 'vault' | 'clock' | 'hooks'>,
  viewer: Viewer,
  { aero, box }: LockedAero,
  { sami, reason, ...change }: AeroChange & { sami?: SamiLevel | undefined; reason?: string | undefined },
): Promise<void> {
  const before = aeroFieldsOf(aero) as AeroFields;
  const next = mergeAero(before, change);
  const errors = aeroProblems(next);
  const type = { [`aero${aero.position}_type`]: next.model_type };
  const plan = planDesired(parts.vault, box, next.model_type === before.model_type ? {} : type);
  const stroke = Object.values(plan.errors)[0];
  // If the box's own stroke limits do not fit the new model, the error is reported at the model.
  if (stroke !== undefined) errors.model_type ??= stroke;
  if (Object.keys(errors).length > 0) throw new BadRequest(errors);

  const events: Change[] = [];
  const clientId = box.client_id;
  const edited = JSON.stringify(before) !== JSON.stringify(next);
  const judged = sami !== undefined && sami !== aero.sami;
  const at = parts.clock.date();
  if (edited) await updateAero(trx, aero.id, next);
  if (judged) {
    await updateAero(trx, aero.id, { sami, sami_since: at });
    await insertSamiChange(trx, {
      aero_id: aero.id,
      from_level: aero.sami,
      to_level: sami,
      at,
      user_id: userIdOf(viewer),
      reason: reason ?? '',
    });
  }
  if (edited) await markBoxEdited(trx, box.id);
  if (edited || judged)
    events.push(
      { entity: 'aeros', type: 'updated', id: aero.id, clientId },
      { entity: 'boxes', type: 'updated', id: box.id, clientId },
    );
  await recordAudit(trx, viewer, {
    action: 'update',
    entity: 'aeros',
    id: aero.id,
    name: `${box.serial_number}/${aero.position}`,
    clientId,
    before: { ...before, sami: aero.sami, ...(judged ? { reason: '' } : {}) },
    after: { ...next, ...(judged ? { sami, reason: reason ?? '' } : {}) },
  });
  await changeDesired(trx, parts, viewer, [{ row: box, next: plan.next }]);
  await recordChanges(trx, events);
}
