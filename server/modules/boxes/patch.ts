import type { BoxConfiguration } from '@aerowatch/domain/box-configuration';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { BadRequest, type FieldErrors, Forbidden } from '../../platform/errors.ts';
import { type Change, recordChanges } from '../../platform/events/events.ts';
import { may, type Viewer } from '../../platform/viewer.ts';
import { changeDesired, planDesired } from '../../twin/desired.ts';
import { desiredOf } from '../../twin/row.ts';
import { type AeroFields, aeroFieldsOf } from '../aeros/rules.ts';
import { updateAero } from '../aeros/store.ts';
import { askDiagnoses } from '../diagnostics/store-asked.ts';
import { foreignTag, takenFor } from './create.ts';
import { BOX_COLUMNS, type BoxChange, desiredChange, placeProblems, planAeros } from './rules.ts';
import type { BoxRow } from './store.ts';
import { deleteAeros } from './store-delete.ts';
import {
  aerosOfBox,
  clientOfTags,
  insertAero,
  knownClients,
  leaveClient,
  replaceTags,
  tagsOfBox,
  takenSerials,
  updateBox,
} from './store-write.ts';

/** By which a stop is judged. */
const PLACE = ['latitude', 'longitude', 'altitude', 'temperature_coldest', 'temperature_hottest'];

/** Changes a locked box in one transaction: its own fields, its AEROs, its desired configuration. */
export async function patchBox(
  trx: Trx,
  parts: Pick<Parts, 'vault' | 'clock'>,
  viewer: Viewer,
  row: BoxRow,
  change: BoxChange,
  address: string | null,
): Promise<void> {
  const moves = change.client !== undefined && change.client !== row.client_id;
  if (moves && !may(viewer, 'admin')) throw new Forbidden();
  const clientId = moves ? (change.client ?? null) : row.client_id;
  const [oldTags, oldAeros] = [await tagsOfBox(trx, row.id), await aerosOfBox(trx, row.id)];
  const aeros = planAeros(
    new Map(oldAeros.map((aero) => [aero.position, aeroFieldsOf(aero) as AeroFields])),
    change.aeros ?? [],
  );
  if (aeros.removed.length > 0 && !may(viewer, 'privileged')) throw new Forbidden();
  const current = desiredOf(parts.vault, row);
  const plan = planDesired(
    parts.vault,
    row,
    desiredChange(
      current,
      change.desired as Partial<BoxConfiguration> | undefined,
      aeros.plans,
      aeros.removed,
    ),
  );

  const errors: FieldErrors = placeProblems({ ...row, ...change });
  const renamed = change.serial_number !== undefined && change.serial_number !== row.serial_number;
  const owner = renamed
    ? (await takenSerials(trx, [change.serial_number!])).get(change.serial_number!)
    : undefined;
  if (owner !== undefined) errors.serial_number = [takenFor(viewer, owner)];
  if (moves && clientId !== null && !(await knownClients(trx, viewer, [clientId])).has(clientId))
    errors.client = ['unknown'];
  if (
    change.tags !== undefined &&
    foreignTag(change.tags, clientId, await clientOfTags(trx, viewer, change.tags))
  )
    errors.tags = ['unknown'];
  if (Object.keys(aeros.errors).length > 0) errors.aeros = aeros.errors;
  if (Object.keys(plan.errors).length > 0) errors.desired = plan.errors;
  if (Object.keys(errors).length > 0) throw new BadRequest(errors);

  const events: Change[] = [];
  const columns = Object.fromEntries(
    BOX_COLUMNS.filter((key) => change[key] !== undefined && change[key] !== row[key]).map((key) => [
      key,
      change[key],
    ]),
  );
  if (PLACE.some((key) => key in columns))
    await askDiagnoses(
      trx,
      oldAeros.map(({ id }) => id),
    );
  if (moves) events.push(...(await moveBox(trx, row, clientId, parts.clock.date())));
  const newTags = change.tags === undefined ? undefined : [...new Set(change.tags)].sort((a, b) => a - b);
  const tagged = newTags !== undefined && JSON.stringify(newTags) !== JSON.stringify(oldTags);
  if (tagged) {
    await replaceTags(trx, row.id, newTags);
    for (const id of [...oldTags, ...newTags].filter(
      (tag) => oldTags.includes(tag) !== newTags.includes(tag),
    ))
      events.push({ entity: 'tags', type: 'updated', id, clientId });
  }
  const touched = aeros.plans.filter(({ before, next }) => JSON.stringify(before) !== JSON.stringify(next));
  for (const { position, before, next } of touched) {
    const old = oldAeros.find((aero) => aero.position === position);
    if (old !== undefined && before !== undefined) await updateAero(trx, old.id, next);
    const id = old?.id ?? (await insertAero(trx, { box_id: row.id, position, ...next }));
    events.push({ entity: 'aeros', type: old === undefined ? 'added' : 'updated', id, clientId });
  }
  const removed = oldAeros.filter(({ position }) => aeros.removed.includes(position as 1 | 2));
  if (removed.length > 0) events.push(...(await removeAeros(trx, row, removed)));
  const edited =
    Object.keys(columns).length > 0 || moves || tagged || touched.length > 0 || removed.length > 0;
  if (edited) await updateBox(trx, row.id, { ...columns, client_id: clientId });
  const after = { ...row, ...columns, client_id: clientId };
  await changeDesired(trx, parts, viewer, [{ row: after, next: plan.next }], { audit: false });

  const told = (fields: readonly { position: number; fields: object | undefined }[]) =>
    Object.fromEntries(fields.map(({ position, fields }) => [position, fields ?? null]));
  await recordAudit(trx, viewer, {
    action: 'update',
    entity: 'boxes',
    id: row.id,
    name: String(after.serial_number),
    clientId,
    before: {
      ...Object.fromEntries(BOX_COLUMNS.map((key) => [key, row[key]])),
      client: row.client_id,
      tags: oldTags,
      aeros: told([
        ...touched.map(({ position, before }) => ({ position, fields: before })),
        ...removed.map((aero) => ({ position: aero.position, fields: aeroFieldsOf(aero) })),
      ]),
      desired: current,
    },
    after: {
      ...columns,
      client: clientId,
      ...(tagged ? { tags: newTags } : {}),
      aeros: told([
        ...touched.map(({ position, next }) => ({ position, fields: next })),
        ...removed.map(({ position }) => ({ position, fields: undefined })),
      ]),
      desired: plan.next,
    },
    address,
  });
  if (edited && !moves) events.push({ entity: 'boxes', type: 'updated', id: row.id, clientId });
  await recordChanges(trx, events);
}

/** Takes AEROs off a box for good: rules and browsers forget them. */
async function removeAeros(trx: Trx, row: BoxRow, aeros: readonly { id: number }[]): Promise<Change[]> {
  const ids = aeros.map(({ id }) => id);
  const gone = await deleteAeros(trx, row.id, ids);
  const told = (entity: Change['entity'], type: Change['type'], of: readonly number[]) =>
    of.map((id): Change => ({ entity, type, id, clientId: row.client_id }));
  return [
    ...told('alerts', 'deleted', gone.alerts),
    ...told('aeros', 'deleted', ids),
    ...told('supervisors', 'updated', gone.supervisors),
  ];
}

/** To another client: the old one forgets the box, the new one gets to know it. */
async function moveBox(trx: Trx, row: BoxRow, clientId: number | null, at: Date): Promise<Change[]> {
  const left = await leaveClient(trx, row.id, clientId, at);
  const aeros = await aerosOfBox(trx, row.id);
  const both = (entity: 'boxes' | 'aeros', id: number): Change[] => [
    { entity, type: 'deleted', id, clientId: row.client_id },
    { entity, type: 'added', id, clientId },
  ];
  return [
    ...both('boxes', row.id),
    ...aeros.flatMap(({ id }) => both('aeros', id)),
    ...left.supervisors.map(
      (id): Change => ({ entity: 'supervisors', type: 'updated', id, clientId: row.client_id }),
    ),
    ...left.alerts.map((id): Change => ({ entity: 'alerts', type: 'updated', id, clientId: row.client_id })),
  ];
}
