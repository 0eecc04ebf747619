import type { HandOver } from '@aerowatch/contracts/api/boxes';
import type { BoxConfiguration } from '@aerowatch/domain/box/box-configuration';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { atField, BadRequest, type FieldErrors, Forbidden } from '../../platform/errors.ts';
import { type Change, recordChanges } from '../../platform/events/events.ts';
import { mustBeConfirmed } from '../../platform/http/callers/confirm.ts';
import { may, type Viewer } from '../../platform/viewer.ts';
import { type AeroFields, aeroFieldsOf } from '../aeros/rules.ts';
import { updateAero } from '../aeros/store.ts';
import { askDiagnoses } from '../diagnostics/store-requests.ts';
import { changeDesired, planDesired } from '../twin/desired.ts';
import { desiredOf } from '../twin/row.ts';
import { foreignTag, serialConflict } from './create.ts';
import { handOver } from './hand-over/store-hand-over.ts';
import { BOX_COLUMNS, type BoxChange, desiredChange, placeProblems, planAeros } from './rules.ts';
import type { BoxRow } from './store.ts';
import { deleteAeros } from './store-delete.ts';
import {
  aerosOfBox,
  assignableClients,
  clientOfTags,
  insertAero,
  leaveClient,
  ownersOfSerials,
  replaceTags,
  tagsOfBox,
  updateBox,
} from './store-write.ts';

/** Its end stops depend on these fields. */
const PLACE = ['latitude', 'longitude', 'altitude', 'temperature_coldest', 'temperature_hottest'];

type PatchParts = Pick<Parts, 'vault' | 'clock' | 'hooks'>;

/** Changes a locked box in one transaction: its own fields, its AEROs, its desired configuration. */
export async function patchBox(
  trx: Trx,
  parts: PatchParts,
  viewer: Viewer,
  before: BoxRow,
  change: BoxChange & { hand_over?: readonly HandOver[] | undefined },
): Promise<void> {
  // A comment that is not handed over is hidden from the new client, also in its audit log.
  const leaves = isMove(before, change) && change.hand_over?.includes('notes') !== true;
  const row = leaves ? { ...before, comment: '' } : before;
  const edit = await planEdit(trx, parts, viewer, row, change);
  const errors = await problemsOf(trx, viewer, edit);
  if (Object.keys(errors).length > 0) throw new BadRequest(errors);
  // The box must sign in again: its user name or owner changed, or measures were deleted with their AERO.
  if ('serial_number' in edit.columns || edit.moves || edit.removed.length > 0)
    mustBeConfirmed(viewer, parts.clock);

  const events = await writeEdit(trx, parts, edit);
  const { columns, clientId } = edit;
  const after = { ...row, ...columns, client_id: clientId };
  await atField('desired', () =>
    changeDesired(trx, parts, viewer, [{ row: after, next: edit.plan.next }], { isAudited: false }),
  );
  await recordAudit(trx, viewer, auditOf(edit, String(after.serial_number)));
  if (isEdited(edit) && !edit.moves) events.push({ entity: 'boxes', type: 'updated', id: row.id, clientId });
  await recordChanges(trx, events);
}

const isMove = (row: BoxRow, { client }: BoxChange) => client !== undefined && client !== row.client_id;

/** Compares a change with the current box; refuses what this person may not do. */
async function planEdit(
  trx: Trx,
  parts: PatchParts,
  viewer: Viewer,
  row: BoxRow,
  change: BoxChange & { hand_over?: readonly HandOver[] | undefined },
) {
  const moves = isMove(row, change);
  if (moves && !may(viewer, 'admin')) throw new Forbidden();
  const [oldTags, oldAeros] = [await tagsOfBox(trx, row.id), await aerosOfBox(trx, row.id)];
  const aeros = planAeros(
    new Map(oldAeros.map((aero) => [aero.position, aeroFieldsOf(aero) as AeroFields])),
    change.aeros ?? [],
  );
  if (aeros.removed.length > 0 && !may(viewer, 'privileged')) throw new Forbidden();
  const current = desiredOf(parts.vault, row);
  const requested = change.desired as Partial<BoxConfiguration> | undefined;
  const desired = desiredChange(current, requested, aeros.plans, aeros.removed);
  const changed = BOX_COLUMNS.filter((key) => change[key] !== undefined && change[key] !== row[key]);
  const newTags = change.tags === undefined ? undefined : [...new Set(change.tags)].sort((a, b) => a - b);
  return {
    row,
    change,
    moves,
    clientId: moves ? (change.client ?? null) : row.client_id,
    columns: Object.fromEntries(changed.map((key) => [key, change[key]])),
    oldAeros,
    touched: aeros.plans.filter(({ before, next }) => JSON.stringify(before) !== JSON.stringify(next)),
    removed: oldAeros.filter(({ position }) => aeros.removed.includes(position as 1 | 2)),
    aeroErrors: aeros.errors,
    oldTags,
    /** Undefined means unchanged. */
    newTags: JSON.stringify(newTags) === JSON.stringify(oldTags) ? undefined : newTags,
    current,
    plan: planDesired(parts.vault, row, desired),
  };
}
type Edit = Awaited<ReturnType<typeof planEdit>>;

const isEdited = ({ columns, moves, newTags, touched, removed }: Edit) =>
  Object.keys(columns).length > 0 ||
  moves ||
  newTags !== undefined ||
  touched.length > 0 ||
  removed.length > 0;

/** Problems of an edit, by field. */
async function problemsOf(trx: Trx, viewer: Viewer, edit: Edit): Promise<FieldErrors> {
  const { row, change, clientId } = edit;
  const errors: FieldErrors = placeProblems({ ...row, ...change });
  const serial = change.serial_number;
  const owner =
    serial === undefined || serial === row.serial_number
      ? undefined
      : (await ownersOfSerials(trx, [serial])).get(serial);
  if (owner !== undefined) errors.serial_number = [serialConflict(viewer, owner)];
  if (edit.moves && clientId !== null && !(await assignableClients(trx, viewer, [clientId])).has(clientId))
    errors.client = ['unknown'];
  const { tags } = change;
  if (tags !== undefined && foreignTag(tags, clientId, await clientOfTags(trx, viewer, tags)))
    errors.tags = ['unknown'];
  if (Object.keys(edit.aeroErrors).length > 0) errors.aeros = edit.aeroErrors;
  if (Object.keys(edit.plan.errors).length > 0) errors.desired = edit.plan.errors;
  return errors;
}

/** Writes the box, its client, tags and AEROs; returns the events of all but the box itself. */
async function writeEdit(trx: Trx, parts: PatchParts, edit: Edit): Promise<Change[]> {
  const { row, clientId, columns, oldAeros, removed } = edit;
  const aeroIds = oldAeros.map(({ id }) => id);
  if (PLACE.some((key) => key in columns)) await askDiagnoses(trx, aeroIds);
  const events = [
    ...(edit.moves ? await moveBox(trx, edit, parts.clock.date()) : []),
    ...(await writeTags(trx, edit)),
    ...(await writeAeros(trx, edit)),
    ...(removed.length > 0 ? await removeAeros(trx, row, removed) : []),
  ];
  if (isEdited(edit)) await updateBox(trx, row.id, { ...columns, client_id: clientId });
  return events;
}

/** Replaces the tags; added and removed ones update their box counts. */
async function writeTags(trx: Trx, { row, clientId, oldTags, newTags }: Edit): Promise<Change[]> {
  if (newTags === undefined) return [];
  await replaceTags(trx, row.id, newTags);
  return [...oldTags, ...newTags]
    .filter((tag) => oldTags.includes(tag) !== newTags.includes(tag))
    .map((id): Change => ({ entity: 'tags', type: 'updated', id, clientId }));
}

async function writeAeros(trx: Trx, { row, clientId, oldAeros, touched }: Edit): Promise<Change[]> {
  const events: Change[] = [];
  for (const { position, before, next } of touched) {
    const old = oldAeros.find((aero) => aero.position === position);
    if (old !== undefined && before !== undefined) await updateAero(trx, old.id, next);
    const id = old?.id ?? (await insertAero(trx, { box_id: row.id, position, ...next }));
    events.push({ entity: 'aeros', type: old === undefined ? 'added' : 'updated', id, clientId });
  }
  return events;
}

function auditOf(edit: Edit, name: string) {
  const { row, clientId, columns, touched, removed, oldTags, newTags } = edit;
  const byPosition = (fields: readonly { position: number; fields: object | undefined }[]) =>
    Object.fromEntries(fields.map(({ position, fields }) => [position, fields ?? null]));
  return {
    action: 'update' as const,
    entity: 'boxes',
    id: row.id,
    name,
    clientId,
    before: {
      ...Object.fromEntries(BOX_COLUMNS.map((key) => [key, row[key]])),
      client: row.client_id,
      tags: oldTags,
      aeros: byPosition([
        ...touched.map(({ position, before }) => ({ position, fields: before })),
        ...removed.map((aero) => ({ position: aero.position, fields: aeroFieldsOf(aero) })),
      ]),
      desired: edit.current,
    },
    after: {
      ...columns,
      client: clientId,
      ...(newTags === undefined ? {} : { tags: newTags }),
      aeros: byPosition([
        ...touched.map(({ position, next }) => ({ position, fields: next })),
        ...removed.map(({ position }) => ({ position, fields: undefined })),
      ]),
      desired: edit.plan.next,
    },
  };
}

/** Deletes AEROs of a box for good: rules and browsers drop them too. */
async function removeAeros(trx: Trx, row: BoxRow, aeros: readonly { id: number }[]): Promise<Change[]> {
  const ids = aeros.map(({ id }) => id);
  const gone = await deleteAeros(trx, row.id, ids);
  const eventsOf = (entity: Change['entity'], type: Change['type'], of: readonly number[]) =>
    of.map((id): Change => ({ entity, type, id, clientId: row.client_id }));
  return [
    ...eventsOf('alerts', 'deleted', gone.alerts),
    ...eventsOf('aeros', 'deleted', ids),
    ...eventsOf('supervisors', 'updated', gone.supervisors),
  ];
}

/** Moves the box to another client: removed from the old one, added to the new one. */
async function moveBox(trx: Trx, { row, clientId, change }: Edit, at: Date): Promise<Change[]> {
  await handOver(trx, row, clientId, change.hand_over ?? []);
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
