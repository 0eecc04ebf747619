import {
  type BoxConfiguration,
  DEFAULT_CONFIGURATION,
  isLinkKey,
} from '@aerowatch/domain/box/box-configuration';
import { configurationProblems } from '@aerowatch/domain/box/configuration-problems';
import { diffConfigurations, maskSecrets, mergeConfiguration } from '@aerowatch/domain/box/twin';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import type { Db, Trx } from '../../platform/database/db.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import { BadRequest, type FieldErrors } from '../../platform/errors.ts';
import { recordChanges } from '../../platform/events/events.ts';
import { clientScope, userIdOf, type Viewer } from '../../platform/viewer.ts';
import { guardLinks } from '../twin/desired.ts';
import { sealSecrets } from '../twin/secrets.ts';
import {
  type AeroPlan,
  BOX_COLUMNS,
  type BoxChange,
  desiredChange,
  placeProblems,
  planAeros,
} from './rules.ts';
import {
  assignableClients,
  clientOfTags,
  insertBoxes,
  type NewBox,
  ownersOfSerials,
  reserveBoxIds,
} from './store-write.ts';

export type BoxInput = BoxChange & { serial_number: string };
/** Data that the inputs refer to, read once for all of them. */
export interface References {
  /** Serial numbers in use, each with its client. */
  readonly taken: ReadonlyMap<string, number | null>;
  readonly clients: ReadonlySet<number>;
  readonly tags: ReadonlyMap<number, number>;
}
export interface PlannedBox {
  readonly input: BoxInput;
  readonly clientId: number | null;
  readonly aeros: readonly AeroPlan[];
  readonly desired: BoxConfiguration;
}

export async function loadReferences(
  db: Db,
  viewer: Viewer,
  inputs: readonly BoxInput[],
): Promise<References> {
  const [taken, clients, tags] = await Promise.all([
    ownersOfSerials(
      db,
      inputs.map((input) => input.serial_number),
    ),
    assignableClients(
      db,
      viewer,
      inputs.flatMap((input) => input.client ?? []),
    ),
    clientOfTags(
      db,
      viewer,
      inputs.flatMap((input) => input.tags ?? []),
    ),
  ]);
  return { taken, clients, tags };
}

/** Does not reveal that a box of another client has this number, only that it cannot be used. */
export function serialConflict(viewer: Viewer, owner: number | null): 'taken' | 'serial_unavailable' {
  const scope = clientScope(viewer);
  return scope === null || scope === owner ? 'taken' : 'serial_unavailable';
}

/** The new box, and its problems by field. */
export function planBox(
  viewer: Viewer,
  input: BoxInput,
  references: References,
): { plan: PlannedBox; errors: FieldErrors } {
  const errors: FieldErrors = placeProblems(input);
  const owner = references.taken.get(input.serial_number);
  if (owner !== undefined) errors.serial_number = [serialConflict(viewer, owner)];
  const scope = clientScope(viewer);
  // Members of a client add boxes to that client only.
  const clientId = input.client ?? (typeof scope === 'number' ? scope : null);
  if (input.client != null && !references.clients.has(input.client)) errors.client = ['unknown'];
  else if (scope === 'none') errors.client = ['required'];
  if (foreignTag(input.tags ?? [], clientId, references.tags)) errors.tags = ['unknown'];
  const aeros = planAeros(new Map(), input.aeros ?? []);
  if (Object.keys(aeros.errors).length > 0) errors.aeros = aeros.errors;
  const change = desiredChange(
    DEFAULT_CONFIGURATION,
    input.desired as Partial<BoxConfiguration> | undefined,
    aeros.plans,
  );
  const desired = mergeConfiguration(DEFAULT_CONFIGURATION, change);
  const problems = configurationProblems(desired);
  if (problems.length > 0)
    errors.desired = Object.fromEntries(problems.map(({ field, message }) => [field, [message]]));
  return { plan: { input, clientId, aeros: aeros.plans, desired }, errors };
}

/** Whether a tag is invisible to this viewer, or belongs to another client than the box. */
export function foreignTag(
  tags: readonly number[],
  clientId: number | null,
  known: ReadonlyMap<number, number>,
): boolean {
  return tags.some((tag) => clientId === null || known.get(tag) !== clientId);
}

/** The rows of a planned box: its encrypted document, its AEROs and tags. */
function newBox(vault: Parts['vault'], id: number, plan: PlannedBox, at: Date): NewBox {
  const columns = Object.fromEntries(
    BOX_COLUMNS.map((key) => [key, plan.input[key]]).filter(([, value]) => value !== undefined),
  );
  const { configuration_version: _, ...document } = plan.desired;
  return {
    box: {
      ...columns,
      id,
      serial_number: plan.input.serial_number,
      client_id: plan.clientId,
      desired: JSON.stringify(sealSecrets(vault, id, 'desired', document)),
      // Version 0 is the default configuration; anything else is its first change.
      desired_version: diffConfigurations(DEFAULT_CONFIGURATION, plan.desired).length > 0 ? 1 : 0,
      desired_at: at,
    },
    aeros: plan.aeros.map(({ position, next }) => ({ position, ...next })),
    tags: [...new Set(plan.input.tags ?? [])],
  };
}

/** Inserts planned boxes; returns their ids in order. */
export async function createBoxes(
  trx: Trx,
  { vault, clock }: Pick<Parts, 'vault' | 'clock'>,
  viewer: Viewer,
  plans: readonly PlannedBox[],
): Promise<number[]> {
  const ids = await reserveBoxIds(trx, plans.length);
  const at = clock.date();
  const rows = plans.map((plan, index) => newBox(vault, ids[index]!, plan, at));
  const aeroIds = await insertBoxes(trx, rows, userIdOf(viewer));
  const clientOfAero = plans.flatMap((plan) => plan.aeros.map(() => plan.clientId));
  await recordAudit(
    trx,
    viewer,
    plans.map((plan, index) => ({
      action: 'create',
      entity: 'boxes',
      id: ids[index]!,
      name: plan.input.serial_number,
      clientId: plan.clientId,
      after: {
        ...plan.input,
        client: plan.clientId,
        ...(plan.input.desired === undefined ? {} : { desired: maskSecrets(plan.desired) }),
      },
    })),
  );
  await recordChanges(trx, [
    ...plans.map((plan, index) => ({
      entity: 'boxes' as const,
      type: 'added' as const,
      id: ids[index]!,
      clientId: plan.clientId,
    })),
    ...aeroIds.map((id, index) => ({
      entity: 'aeros' as const,
      type: 'added' as const,
      id,
      clientId: clientOfAero[index] ?? null,
    })),
    ...tagChanges(plans),
  ]);
  return ids;
}

function tagChanges(plans: readonly PlannedBox[]) {
  const clientOf = new Map(
    plans.flatMap((plan) => (plan.input.tags ?? []).map((tag) => [tag, plan.clientId] as const)),
  );
  return [...clientOf].map(([id, clientId]) => ({
    entity: 'tags' as const,
    type: 'updated' as const,
    id,
    clientId,
  }));
}

/** Creates one box, or 400 with the problems by field. */
export async function createBox(
  trx: Trx,
  parts: Pick<Parts, 'vault' | 'clock'>,
  viewer: Viewer,
  input: BoxInput,
): Promise<number> {
  const { plan, errors } = planBox(viewer, input, await loadReferences(trx, viewer, [input]));
  if (Object.keys(errors).length > 0) throw new BadRequest(errors);
  const isLinked = diffConfigurations(DEFAULT_CONFIGURATION, plan.desired).some(({ key }) => isLinkKey(key));
  guardLinks(parts, viewer, isLinked ? 1 : 0);
  const [id] = await refuseTaken(() => createBoxes(trx, parts, viewer, [plan]));
  return id!;
}

/** Another request may take the serial number between check and insert. */
export async function refuseTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'boxes_serial_number_key'))
      throw new BadRequest({ serial_number: ['taken'] });
    throw error;
  }
}
