import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { grants, type Level } from '@aerowatch/domain/access';
import { hashPassword } from '../../server/features/credentials/passwords.ts';
import type { TestServer } from '../start-test-server.ts';
import { type CallAnswer, call, plain } from './call.ts';
import { NOT_ALWAYS, PASSWORD, referencesOf, type Sample, sampleOf } from './samples.ts';
import { MAKE, MAKE_ORDERS, makeKey, type Side } from './store-things.ts';
import { aerosOf, CANARY, FOREIGN_ID, foreignRows, makeSide, withForeignIds } from './store-world.ts';
import type { Tally } from './table.ts';

/**
 * All actors: without a session, with an expired session, each level in the own client and in none, a key.
 */
export const ACTORS = [
  'visitor',
  'ended',
  'half',
  'observer',
  'member',
  'privileged',
  'admin',
  'key',
  'member of none',
  'privileged of none',
] as const;
export type Actor = (typeof ACTORS)[number];
export interface Caller {
  readonly actor: Actor;
  readonly level: Level;
  readonly authorization: string | undefined;
  readonly userId: number;
  /** Sees the own side. */
  readonly sees: boolean;
  /** Must complete another step first, and has no rights until then. */
  readonly half?: boolean;
}
export const MISSING = 777_888_999;

/** Two clients, each with one thing of every kind. */
export interface World {
  readonly server: TestServer;
  readonly own: Side;
  readonly foreign: Side;
  readonly foreignIds: ReadonlyMap<string, number>;
  readonly hash: string;
  /** All foreign rows before the walk. */
  readonly before: string;
}

export async function makeWorld(server: TestServer): Promise<World> {
  const own = await makeSide(server, 'Matterhorn');
  const foreignIds = new Map<string, number>();
  const foreign = await withForeignIds(server.db, async () => {
    const side = await makeSide(server, CANARY);
    const names = { first_name: CANARY, last_name: CANARY };
    const owner = await server.createUser({ client: side.client, level: 'privileged', ...names });
    for (const [name, make] of Object.entries(MAKE)) foreignIds.set(name, await make(server, side, owner.id));
    return side;
  });
  const before = await foreignRows(server.db);
  return { server, own, foreign, foreignIds, hash: await hashPassword(PASSWORD), before };
}

export async function become({ server, own, hash }: World, actor: Actor): Promise<Caller> {
  const nobody = { actor, level: 'visitor', userId: 0, sees: false } as const;
  if (actor === 'visitor') return { ...nobody, authorization: undefined };
  if (actor === 'ended') return { ...nobody, authorization: 'Token dead' };
  if (actor === 'key') {
    const { value } = await makeKey(server.db, own);
    return { actor, level: 'member', authorization: `Api-Key ${value}`, userId: 0, sees: true };
  }
  if (actor === 'half') {
    const limits = { must_change_password: true, password_hash: hash };
    const { id, token } = await server.createUser({ level: 'admin', client: own.client, ...limits });
    return { actor, level: 'admin', authorization: `Token ${token}`, userId: id, sees: true, half: true };
  }
  const level = actor.split(' ')[0] as 'observer' | 'member' | 'privileged' | 'admin';
  const sees = !actor.endsWith('none');
  const user = await server.createUser({ level, client: sees ? own.client : null, password_hash: hash });
  return { actor, level, authorization: `Token ${user.token}`, userId: user.id, sees };
}

/** A request that succeeds, with new things of the own side; only those that it refers to are created. */
export async function freshSample(world: World, endpoint: AnyEndpoint, userId: number): Promise<Sample> {
  const { server, own } = world;
  const named = referencesOf(endpoint);
  const make = (name: 'tag' | 'firmware' | 'alert' | 'box') => MAKE[name](server, own, userId);
  const fresh = async (name: 'tag' | 'firmware' | 'alert') => (named.has(name) ? await make(name) : 0);
  const [tag, firmware, alert, box] = await Promise.all([
    fresh('tag'),
    fresh('firmware'),
    fresh('alert'),
    named.has('box') || named.has('aeros') ? make('box') : own.box,
  ]);
  const orders = { order: 0, proposal: 0, finished: 0 };
  for (const name of ['order', 'proposal', 'finished'] as const)
    if (named.has(name)) orders[name] = await MAKE_ORDERS[name](server, own, userId);
  const aeros = box === own.box ? own.aeros : await aerosOf(server.db, box);
  return sampleOf(endpoint, { ...own, tag, firmware, alert, box, aeros, user: userId, ...orders });
}

/** A new thing of the own side for the id in the path. */
export async function ownTarget(
  { server, own }: World,
  endpoint: AnyEndpoint,
  caller: Caller,
): Promise<number> {
  if (endpoint.resource === undefined) return 0;
  // An administrator deletes and renames clients: not the client that the walk uses.
  if (endpoint.resource === 'client' && caller.level === 'admin') return (await server.createClient()).id;
  // Notes, views and jobs belong to the caller; for callers without a user, to a user of the own side.
  const userId = caller.userId !== 0 ? caller.userId : (await server.createUser({ client: own.client })).id;
  return MAKE[endpoint.resource](server, own, userId);
}

/** The expected status of a call on the own side, by the endpoint's own level. */
function expected(endpoint: AnyEndpoint, caller: Caller): readonly number[] {
  const success = [endpoint.status, ...(NOT_ALWAYS[endpoint.name] ?? [])];
  if (endpoint.level === 'visitor') return success;
  if (caller.level === 'visitor') return [401];
  if (caller.actor === 'key') return ofKey(endpoint, success);
  if (caller.half === true && endpoint.whileLimited !== true) return [403];
  const granted = grants(caller.level, endpoint.level);
  if (!granted && endpoint.ownRecord !== true) return [403];
  const personal = ['saved_view', 'job', 'push_browser'].includes(endpoint.resource ?? '');
  const isOfClient = endpoint.resource !== undefined && endpoint.resource !== 'group' && !personal;
  if (!caller.sees && isOfClient) return [404];
  // On their own record all users may; on another user's of their client they may not.
  if (!granted) return [403];
  return caller.sees ? success : [...success, 400, 403, 404];
}

/** A key with every scope may call the endpoints open to keys; jobs of users are not its own. */
function ofKey(endpoint: AnyEndpoint, success: readonly number[]): readonly number[] {
  if (endpoint.apiKey === false) return [403];
  return endpoint.resource === 'job' ? [404] : success;
}

/** Calls an endpoint as every actor, on the own and the foreign side; returns the errors. */
export async function walk(world: World, endpoint: AnyEndpoint, tally?: Tally): Promise<string[]> {
  const failures: string[] = [];
  for (const actor of ACTORS) {
    const caller = await become(world, actor);
    const sample = await freshSample(world, endpoint, caller.userId);
    const id = await ownTarget(world, endpoint, caller);
    const said = await call(world.server.url, endpoint, id, sample, caller.authorization);
    tally?.add(endpoint, actor, 'own', said.status);
    failures.push(...problemsOnOwn(endpoint, caller, said));
    if (endpoint.resource === undefined || endpoint.resource === 'group' || caller.level === 'admin')
      continue;
    failures.push(...(await problemsOnForeign(world, endpoint, caller, tally)));
  }
  return failures;
}

function problemsOnOwn(endpoint: AnyEndpoint, caller: Caller, said: CallAnswer): string[] {
  const problems: string[] = [];
  const wanted = expected(endpoint, caller);
  if (!wanted.includes(said.status))
    problems.push(`${said.status}, expected ${wanted.join(' or ')}: ${said.text.slice(0, 300)}`);
  if (said.status === 401 && said.authenticate !== 'Token') problems.push('401 without WWW-Authenticate');
  if (said.cacheControl !== 'no-store') problems.push(`the browser may keep it: ${said.cacheControl}`);
  if (caller.level !== 'admin' && revealsForeign(said))
    problems.push(`was told of the foreign client: ${said.text.slice(0, 500)}`);
  return problems.map((problem) => `${caller.actor} on own: ${problem}`);
}

async function problemsOnForeign(
  world: World,
  endpoint: AnyEndpoint,
  caller: Caller,
  tally?: Tally,
): Promise<string[]> {
  const { url } = world.server;
  // The same body for both, so that only the id differs.
  const sample = await freshSample(world, endpoint, caller.userId);
  const theirs = world.foreignIds.get(endpoint.resource ?? '') ?? 0;
  const there = await call(url, endpoint, theirs, sample, caller.authorization);
  const nowhere = await call(url, endpoint, MISSING, sample, caller.authorization);
  tally?.add(endpoint, caller.actor, 'foreign', there.status);
  const problems: string[] = [];
  const [a, b] = [plain(there, theirs), plain(nowhere, MISSING)];
  if (a !== b) problems.push(`differs from missing:\n${a}\n${b}`);
  if (![401, 403, 404].includes(there.status)) problems.push(`${there.status}`);
  const levelFirst =
    grants(caller.level, endpoint.level) || endpoint.ownRecord === true || caller.actor === 'key';
  if (there.status === 404 && !levelFirst) problems.push('404 before the level was asked');
  if (there.text.includes(CANARY)) problems.push(`tells: ${there.text.slice(0, 300)}`);
  return problems.map((problem) => `${caller.actor} on foreign: ${problem}`);
}

/** Whether an answer contains anything foreign. */
export function revealsForeign(said: Pick<CallAnswer, 'text'>): boolean {
  return said.text.includes(CANARY) || FOREIGN_ID.test(said.text);
}
