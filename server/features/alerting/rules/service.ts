import type { supervisorInput, supervisorsPatch } from '@aerowatch/contracts/api/supervisors';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import type { z } from 'zod';
import { recordEdit } from '../../../platform/audit/record-edit.ts';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { BadRequest, type FieldErrors } from '../../../platform/errors.ts';
import { recordChange } from '../../../platform/events/events.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { conditionErrors, definitionOf, type ParsedCondition, sameCondition } from './condition-errors.ts';
import { presentSupervisor } from './present.ts';
import * as store from './store.ts';
import { followAgain } from './store-follow-scopes.ts';
import { tellThem } from './tell.ts';

export type ParsedSupervisor = z.output<typeof supervisorInput>;
export type SupervisorPatch = BodyOf<typeof supervisorsPatch>;

/** AEROs of other clients are reported as unknown, whether they exist or not. */
async function aeroErrors(db: Db, viewer: Viewer, ids: readonly number[], client: number): Promise<string[]> {
  const clients = await store.clientsOfAeros(db, viewer, ids);
  return ids.every((id) => clients.get(id) === client) ? [] : ['unknown'];
}

/** The client: the one in the body, else the viewer's own, else the only one of the AEROs or the tag. */
async function clientOf(
  db: Db,
  viewer: Viewer,
  input: { client?: number | undefined; aeros: readonly number[]; tag?: number | null },
): Promise<number | string> {
  const own = viewer.kind === 'user' ? viewer.clientId : null;
  if (input.client !== undefined)
    return (await store.clientExists(db, viewer, input.client)) ? input.client : 'unknown';
  if (input.tag != null) return (await store.clientOfTag(db, viewer, input.tag)) ?? own ?? 'required';
  const clients = new Set((await store.clientsOfAeros(db, viewer, input.aeros)).values());
  const [only] = clients;
  if (clients.size === 1 && only !== null && only !== undefined) return only;
  return own ?? 'required';
}

interface SupervisorParts {
  client?: number | undefined;
  aeros: readonly number[];
  conditions: readonly ParsedCondition[];
}

/** The watched AEROs: those in the body, or those of a tag or a client. */
async function watched(
  db: Db,
  viewer: Viewer,
  client: number,
  { scope, tag, aeros }: store.Scope & { aeros: readonly number[] },
): Promise<number[] | FieldErrors> {
  if (scope === 'aeros') {
    if (aeros.length === 0) return { aeros: ['required'] };
    const errors = await aeroErrors(db, viewer, aeros, client);
    return errors.length > 0 ? { aeros: errors } : [...new Set(aeros)];
  }
  if (scope === 'tag') {
    if (tag === null) return { tag: ['required'] };
    if ((await store.clientOfTag(db, viewer, tag)) !== client) return { tag: ['unknown'] };
  }
  return store.aerosOfScope(db, client, { scope, tag });
}

/**
 * Everything beyond the schema for which a supervisor's data can be refused; returns its client and the AEROs
 * it watches.
 */
export async function checkSupervisor(
  db: Db,
  viewer: Viewer,
  input: SupervisorParts & store.Scope,
): Promise<{ client: number; aeros: number[] }> {
  const errors: FieldErrors = {};
  const conditions = conditionErrors(input.conditions);
  if (conditions) errors.conditions = conditions;
  const client = await clientOf(db, viewer, input);
  if (typeof client === 'string') throw new BadRequest({ ...errors, client: [client] });
  const aeros = await watched(db, viewer, client, input);
  if (!Array.isArray(aeros)) Object.assign(errors, aeros);
  if (Object.keys(errors).length > 0 || !Array.isArray(aeros)) throw new BadRequest(errors);
  return { client, aeros };
}

/** A tag is used only with the scope `tag`. */
const scopeOf = ({ scope, tag }: store.Scope): store.Scope => ({ scope, tag: scope === 'tag' ? tag : null });

export async function createSupervisor(
  trx: Trx,
  viewer: Viewer,
  body: ParsedSupervisor,
  at: Date,
): Promise<store.SupervisorRow> {
  const { scope, tag } = scopeOf(body);
  const { client, aeros } = await checkSupervisor(trx, viewer, { ...body, scope, tag });
  const id = await store.insertSupervisor(trx, {
    name: body.name,
    client_id: client,
    enabled: body.enabled,
    joined: body.joined,
    whole_client: scope === 'client',
    tag_id: tag,
  });
  await store.addAeros(trx, id, aeros, at);
  await tellThem(trx, viewer, id, client, body.tell);
  for (const [position, condition] of body.conditions.entries())
    await store.insertCondition(trx, id, position, definitionOf(condition), at);
  await store.judgeStates(trx, id);
  if (scope !== 'aeros') await followAgain(trx, id);
  const row = await store.supervisorById(trx, viewer, id);
  await written(trx, viewer, 'create', undefined, row);
  return row;
}

/** Refuses impossible changes; returns the AEROs to watch if a change names any. */
async function checkPatch(
  trx: Trx,
  viewer: Viewer,
  before: store.SupervisorRow,
  { rescoped, scope, tag, aeros, conditions = [] }: SupervisorPatch & store.Scope & { rescoped: boolean },
): Promise<number[] | undefined> {
  if (!rescoped) {
    const refused = conditionErrors(conditions);
    if (refused) throw new BadRequest({ conditions: refused });
    return undefined;
  }
  const { client_id: client } = before;
  const input = { client, scope, tag, aeros: aeros ?? before.aeros, conditions };
  return (await checkSupervisor(trx, viewer, input)).aeros;
}

export async function patchSupervisor(
  trx: Trx,
  viewer: Viewer,
  before: store.SupervisorRow,
  body: SupervisorPatch,
  at: Date,
): Promise<store.SupervisorRow> {
  if (body.client !== undefined && body.client !== before.client_id)
    throw new BadRequest({ client: ['read_only'] });
  const conditions = body.conditions && matched(before, body.conditions);
  const scope = changedScope(before, body);
  const aeros = await checkPatch(trx, viewer, before, {
    ...body,
    ...scope,
    rescoped: body.aeros !== undefined || body.scope !== undefined || body.tag !== undefined,
  });

  const ended: number[] = [];
  const clear = async (ids: readonly number[], ofAeros?: readonly number[]) => {
    ended.push(...(await store.clearStates(trx, ids, ofAeros, at)));
  };
  const { name, enabled, joined } = { ...before, ...onlyDefined(body) };
  const sameConditions = conditions === undefined;
  await store.updateSupervisor(trx, before.id, { name, enabled, joined, sameConditions, ...scope });
  if (aeros) {
    const [wanted, had] = [new Set(aeros), new Set(before.aeros)];
    const removed = before.aeros.filter((aero) => !wanted.has(aero));
    await clear(
      before.conditions.map(({ id }) => id),
      removed,
    );
    await store.removeAeros(trx, before.id, removed);
    await store.addAeros(
      trx,
      before.id,
      aeros.filter((aero) => !had.has(aero)),
      at,
    );
    if (scope.scope !== 'aeros') await followAgain(trx, before.id);
  }
  if (conditions) await writeConditions(trx, before, conditions, clear, at);
  if (body.tell) await tellThem(trx, viewer, before.id, before.client_id, body.tell);
  // Joining or separating conditions changes the set of episodes.
  if (enabled !== before.enabled || joined !== before.joined) {
    // When disabled, nothing is judged and nothing stays firing; when enabled, everything starts from clear.
    await clear(before.conditions.map(({ id }) => id));
    if (enabled) await store.restartConditions(trx, before.id, at);
  }

  await store.judgeStates(trx, before.id);
  for (const id of ended)
    await recordChange(trx, { entity: 'alerts', type: 'updated', id, clientId: before.client_id });
  const after = await store.supervisorById(trx, viewer, before.id);
  await written(trx, viewer, 'update', before, after);
  return after;
}

/**
 * The scope after a change. A list that contains only other AEROs is refused for a supervisor that follows a
 * tag or a client: the sender may have read it before AEROs were added automatically, or may not know that it
 * follows anything.
 */
function changedScope(before: store.SupervisorRow, body: SupervisorPatch): store.Scope {
  if (body.scope !== undefined) return scopeOf({ scope: body.scope, tag: body.tag ?? before.tag_id });
  if (body.tag != null) return { scope: 'tag', tag: body.tag };
  if (body.tag === null && before.scope === 'tag') return { scope: 'aeros', tag: null };
  if (before.scope !== 'aeros' && body.aeros !== undefined) {
    const had = new Set(before.aeros);
    const same = body.aeros.length === had.size && body.aeros.every((one) => had.has(one));
    if (!same) throw new BadRequest({ aeros: [`follows_${before.scope}`] });
  }
  return { scope: before.scope, tag: before.tag_id };
}

/** The plain fields that a change contains. */
function onlyDefined({ name, enabled, joined }: SupervisorPatch) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(joined === undefined ? {} : { joined }),
  };
}

interface Matched {
  parsed: ParsedCondition;
  /** The existing condition, if any; `changed` when it now judges or acts differently. */
  id: number | undefined;
  changed: boolean;
}

/** Matches the conditions of the body with existing ones: by their id, else by equality. */
function matched(before: store.SupervisorRow, parsed: readonly ParsedCondition[]): Matched[] {
  const byId = new Map(before.conditions.map((condition) => [condition.id, condition]));
  const errors: FieldErrors = {};
  const taken = new Set<number>();
  parsed.forEach(({ id }, index) => {
    if (id === undefined) return;
    if (!byId.has(id)) errors[index] = { id: ['unknown'] };
    else if (taken.has(id)) errors[index] = { id: ['duplicate'] };
    taken.add(id);
  });
  if (Object.keys(errors).length > 0) throw new BadRequest({ conditions: errors });
  return parsed.map((one) => {
    const existing =
      one.id === undefined
        ? before.conditions.find((condition) => !taken.has(condition.id) && sameCondition(condition, one))
        : byId.get(one.id);
    if (existing) taken.add(existing.id);
    return { parsed: one, id: existing?.id, changed: !existing || !sameCondition(existing, one) };
  });
}

async function writeConditions(
  trx: Trx,
  before: store.SupervisorRow,
  conditions: readonly Matched[],
  clear: (ids: readonly number[]) => Promise<void>,
  at: Date,
): Promise<void> {
  const kept = new Set(conditions.map(({ id }) => id));
  const removed = before.conditions.map(({ id }) => id).filter((id) => !kept.has(id));
  const changed = conditions.flatMap(({ id, changed }) => (id !== undefined && changed ? [id] : []));
  // Joined conditions share the episode of the first: if another one becomes the first, all start from clear.
  const leads =
    before.joined && before.conditions.length > 1 && conditions[0]?.id !== before.conditions[0]?.id;
  await clear(leads ? before.conditions.map(({ id }) => id) : [...removed, ...changed]);
  await store.deleteConditions(trx, removed);
  for (const [position, { parsed, id, changed }] of conditions.entries()) {
    const definition = definitionOf(parsed);
    if (id === undefined) await store.insertCondition(trx, before.id, position, definition, at);
    else await store.updateCondition(trx, id, position, changed ? { definition, startedAt: at } : undefined);
  }
}

export async function deleteSupervisor(
  trx: Trx,
  viewer: Viewer,
  row: store.SupervisorRow,
  at: Date,
): Promise<void> {
  const ended = await store.clearStates(
    trx,
    row.conditions.map(({ id }) => id),
    undefined,
    at,
  );
  await store.deleteSupervisor(trx, row.id);
  for (const id of ended)
    await recordChange(trx, { entity: 'alerts', type: 'updated', id, clientId: row.client_id });
  await written(trx, viewer, 'delete', row, undefined);
}

async function written(
  trx: Trx,
  viewer: Viewer,
  action: 'create' | 'update' | 'delete',
  before: store.SupervisorRow | undefined,
  after: store.SupervisorRow | undefined,
): Promise<void> {
  const row = (after ?? before)!;
  const tell = (one: store.SupervisorRow | undefined) => one && { ...presentSupervisor(one, 'en') };
  await recordEdit(trx, viewer, {
    action,
    entity: 'supervisors',
    id: row.id,
    name: row.name,
    clientId: row.client_id,
    before: tell(before),
    after: tell(after),
  });
}
