import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { ownTarget, type World } from '../access-walk/walk.ts';
import type { Worst } from './requests.ts';
import type { makeClient } from './watch.ts';

/** Most requests at the same time, and the bytes of their bodies. */
const TOGETHER = { requests: 8, bytes: 1_500_000 };

/** Groups the requests into batches within these limits. */
export function* together(all: Iterable<Worst>): Generator<Worst[]> {
  let some: Worst[] = [];
  let bytes = 0;
  for (const worst of all) {
    const size = worst.body?.length ?? 0;
    if (some.length >= TOGETHER.requests || (some.length > 0 && bytes + size > TOGETHER.bytes)) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(worst);
    bytes += size;
  }
  if (some.length > 0) yield some;
}

/** Sends the requests of one endpoint. */
export interface Asker {
  /** Sends one request; returns its status. */
  ask(worst: Worst): Promise<number>;
  /** Sends all of them at once; returns those that must be repeated alone. */
  askAll(some: readonly Worst[]): Promise<readonly Worst[]>;
}

/** An actor with a session, and the things in the endpoint's URL. */
interface Standing {
  readonly token: string;
  readonly target: number;
}

/**
 * The requests come from one administrator until one succeeds. A request that succeeded may have ended the
 * session, the user or the thing: the next one then uses another actor and another thing.
 */
export function makeAsker(world: World, client: ReturnType<typeof makeClient>, endpoint: AnyEndpoint): Asker {
  let standing: Promise<Standing> | undefined;
  const stand = async (): Promise<Standing> => {
    const { id, token } = await world.server.createUser({ level: 'admin', client: world.own.client });
    const caller = { actor: 'admin', level: 'admin', authorization: token, userId: id, sees: true } as const;
    return { token, target: await ownTarget(world, endpoint, caller) };
  };
  const ask = async (worst: Worst): Promise<number> => {
    standing ??= stand();
    const mine = standing;
    const { status } = await client.act(requestOf(world.server.url, endpoint, worst, await mine));
    if (isSpent(status) && standing === mine) standing = undefined;
    return status;
  };
  return {
    ask,
    async askAll(some) {
      const statuses = await Promise.all(some.map(ask));
      return some.filter((_worst, at) => isUnheard(statuses[at] ?? 0));
    },
  };
}

/** The request changed something, or was refused without a check because of an earlier one. */
const isSpent = (status: number) => status < 300 || isUnheard(status);
const isUnheard = (status: number) => [0, 401, 404, 409, 429, 500].includes(status);

function requestOf(
  url: string,
  endpoint: AnyEndpoint,
  { query = {}, body, type }: Worst,
  { token, target }: Standing,
) {
  const path = endpoint.path.replace('{id}', String(target)).replace(/\{\w+\}/g, 'x'.repeat(43));
  const asked = new URLSearchParams(query).toString();
  const isSent = body !== undefined && endpoint.method !== 'GET';
  return {
    kind: 'http',
    url: `${url}/api${path}${asked === '' ? '' : `?${asked}`}`,
    method: endpoint.method,
    headers: {
      Authorization: `Token ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': type ?? 'application/json' }),
    },
    ...(isSent ? { body } : {}),
  } as const;
}
