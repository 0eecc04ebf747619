import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Db, type Trx, transaction } from '../database/db.ts';
import { fromOf } from '../http/callers/authenticate.ts';
import type { Log } from '../log/log.ts';
import { networkOf } from '../machine/address.ts';
import { type From, system, type Viewer } from '../viewer.ts';
import { type Actor, type AuditEntry, holdPeople, idOfEmail, recordAudit } from './store-audit.ts';

/** A user whom an answer shows as signed in. */
export interface SignedIn {
  readonly id: number;
  readonly email: string;
  readonly client: number | null;
}
interface Happened {
  readonly actor: Actor;
  readonly entry: AuditEntry;
  /** The e-mail somebody tried to sign in with; its account when it was first recorded, undefined until then. */
  readonly tried?: { readonly email: string; account?: number | null };
  /** Events that may be repeated without limit are recorded once and then counted by this key. */
  readonly key?: string;
}

/**
 * The first event of a kind is recorded at once, those that follow within this time become one entry with
 * their count.
 */
const WINDOW_MS = 10 * 60_000;
/**
 * Maximum number of separate kinds, and of first ones recorded per minute: beyond it, all others share one.
 */
const MAX_KINDS = 1000;
const MAX_A_MINUTE = 120;
const REFUSALS = new Set([401, 403, 429]);

/**
 * Records sign-ins, refusals, exports and revealed secrets, as calls are answered. Events that it cannot
 * write are logged.
 */
export interface Recorder {
  answered(request: FastifyRequest, reply: FastifyReply): void;
  /** Writes counted events; `all` also those that are not old enough. */
  flush(now: number, all?: boolean): Promise<void>;
  stop(): Promise<void>;
}

export function makeRecorder(db: Db, log: Log): Recorder {
  const counted = new Map<string, { since: number; more: number; happened: Happened }>();
  const pending = new Set<Promise<void>>();
  let minute = { began: 0, told: 0 };
  const write = (happened: Happened) => {
    const written = writeDown(db, happened).catch((error) =>
      log.warn(
        { err: (error as Error).message, action: happened.entry.action },
        'an entry of the audit log was not written',
      ),
    );
    pending.add(written);
    void written.finally(() => pending.delete(written));
  };
  const hasRoom = (now: number) => {
    if (now - minute.began > 60_000) minute = { began: now, told: 0 };
    minute.told += 1;
    return minute.told <= MAX_A_MINUTE;
  };
  const take = (happened: Happened, now: number) => {
    if (happened.key === undefined) return write(happened);
    const known = counted.get(happened.key);
    if (known !== undefined) {
      known.more += 1;
      return;
    }
    if (counted.size < MAX_KINDS && hasRoom(now)) {
      counted.set(happened.key, { since: now, more: 0, happened });
      return write(happened);
    }
    const others = counted.get('others') ?? { since: now, more: 0, happened: OTHERS };
    others.more += 1;
    counted.set('others', others);
  };
  const flush = async (now: number, all = false) => {
    for (const [key, { since, more, happened }] of counted) {
      if (!all && now - since < WINDOW_MS) continue;
      counted.delete(key);
      if (more > 0)
        write({
          ...happened,
          entry: { ...happened.entry, after: { ...happened.entry.after, repeated: more } },
        });
    }
    await Promise.all(pending);
  };
  const timer = setInterval(() => void flush(Date.now()), 30_000).unref();
  return {
    answered(request, reply) {
      const happened = happenedIn(request, reply);
      if (happened !== undefined) take(happened, Date.now());
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush(Date.now(), true);
    },
  };
}

const OTHERS: Happened = {
  actor: { kind: 'system' },
  entry: { action: 'refused', entity: 'requests', id: null, name: 'others', clientId: null },
};

type Named = Pick<AnyEndpoint, 'method' | 'path'>;
/** What a route declares: an endpoint of the API, or a route of which only refusals are recorded. */
interface Recorded {
  readonly endpoint?: AnyEndpoint;
  readonly refusals?: Named;
}

function happenedIn(request: FastifyRequest, reply: FastifyReply): Happened | undefined {
  const { endpoint, refusals } = request.routeOptions.config as Recorded;
  const { statusCode: status } = reply;
  const from = fromOf(request);
  if (endpoint !== undefined) return happenedAt(endpoint, request, status, from);
  return refusals !== undefined && REFUSALS.has(status)
    ? refused(request, refusals, status, from)
    : undefined;
}

function happenedAt(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  status: number,
  from: From,
): Happened | undefined {
  if (endpoint.recorded === 'sign_in' && status < 300) return signedIn(request, from);
  if (endpoint.recorded === 'sign_in' && status === 400) return failedSignIn(request, from);
  if (endpoint.recorded === 'confirm' && (status === 200 || status === 400))
    return confirmed(request, status, from);
  if (REFUSALS.has(status)) return refused(request, endpoint, status, from);
  if (status >= 300 || endpoint.recorded === 'sign_in' || endpoint.recorded === 'confirm') return undefined;
  // An answer with masked secrets, or without any, reveals nothing, whatever it contains.
  if (endpoint.recorded === 'reveal' || endpoint.recorded === undefined)
    return request.revealed === true ? done(request, endpoint, 'reveal', from) : undefined;
  return done(request, endpoint, endpoint.recorded, from);
}

/**
 * Writes it without data of a person deleted in the meantime, also for events that were only counted so far.
 */
function writeDown(db: Db, happened: Happened): Promise<void> {
  return transaction(db, async (trx) => {
    const { actor, entry } = await resolved(trx, happened);
    const people = [actor.kind === 'user' ? actor.id : null, entry.entity === 'users' ? entry.id : null];
    const ids = people.filter((id) => id !== null);
    const here = await holdPeople(trx, system, ids);
    if (ids.every((id) => here.has(id))) return recordAudit(trx, actor, entry);
    const nobody = actor.kind === 'user' && !here.has(actor.id) ? { ...actor, name: `#${actor.id}` } : actor;
    const name = entry.entity === 'users' ? '' : (entry.name ?? '');
    await recordAudit(trx, nobody, { ...entry, name, address: null, device: null });
  });
}

/** A failed sign-in concerns the account whose e-mail was tried, if there is one. */
async function resolved(trx: Trx, { actor, entry, tried }: Happened): Promise<Omit<Happened, 'key'>> {
  if (tried === undefined) return { actor, entry };
  tried.account ??= await idOfEmail(trx, system, tried.email);
  if (tried.account === null) return { actor, entry };
  return { actor, entry: { ...entry, entity: 'users', id: tried.account } };
}

function signedIn(request: FastifyRequest, from: From): Happened | undefined {
  const { signedIn: user } = request;
  // The right password of a user with a second factor grants nothing yet.
  if (user === undefined) return undefined;
  const actor = { kind: 'user', id: user.id, name: user.email } as const;
  return {
    actor,
    entry: {
      action: 'sign_in',
      entity: 'users',
      id: user.id,
      name: user.email,
      clientId: user.client,
      after: methodOf(request),
      ...from,
    },
  };
}

/** Kinds of proof that somebody sends: one of these, or the provider's answer. */
const METHODS = ['totp', 'recovery', 'passkey', 'sso', 'password'] as const;

/** The kind of proof with which somebody signed in, or tried to. */
function methodOf({ body }: FastifyRequest): { method?: string } {
  const fields = (body ?? {}) as Record<string, unknown>;
  const method = METHODS.find((one) => fields[one] !== undefined);
  if (method !== undefined) return { method };
  return fields.state === undefined ? {} : { method: 'sso' };
}

/** A signed-in user confirmed, or failed to. */
function confirmed(request: FastifyRequest, status: number, from: From): Happened {
  const { viewer } = request;
  const actor = actorOf(viewer);
  const entry = {
    action: status === 200 ? 'confirm' : 'confirm_failed',
    ...theirs(actor, viewer),
    clientId: clientOf(viewer),
    after: methodOf(request),
    ...from,
  };
  return status === 200 ? { actor, entry } : { actor, entry, key: `confirm_failed ${entry.id}` };
}

/**
 * The name that was tried is deleted with the person it belongs to, or after retention; a password is never
 * recorded.
 */
function failedSignIn(request: FastifyRequest, from: From): Happened {
  const body = (request.body ?? {}) as { username?: unknown; email?: unknown };
  // PostgreSQL cannot store U+0000, and nobody has such a name.
  const email = String(request.tried ?? body.username ?? body.email ?? '')
    .replaceAll('\u0000', '\ufffd')
    .trim()
    .slice(0, 200)
    .toWellFormed();
  const entry = {
    action: 'sign_in_failed',
    entity: 'sessions',
    id: null,
    name: email,
    isTyped: true,
    clientId: null,
    after: methodOf(request),
    ...from,
  };
  return {
    actor: { kind: 'visitor' },
    entry,
    tried: { email },
    key: `sign_in_failed ${networkOf(request.ip)} ${email} ${entry.after.method}`,
  };
}

function refused(request: FastifyRequest, endpoint: Named, status: number, from: From): Happened {
  const actor = actorOf(request.viewer);
  const who = 'id' in actor ? `${actor.kind} ${actor.id}` : networkOf(request.ip);
  const entry = {
    action: 'refused',
    entity: 'requests',
    id: null,
    name: `${endpoint.method} ${endpoint.path}`,
    clientId: clientOf(request.viewer),
    after: { status },
    ...from,
  };
  return { actor, entry, key: `refused ${status} ${who}` };
}

function done(
  request: FastifyRequest,
  endpoint: AnyEndpoint,
  recorded: 'sign_out' | 'export' | 'reveal',
  from: From,
): Happened {
  const { viewer } = request;
  const actor = actorOf(viewer);
  const about = recorded === 'sign_out' ? theirs(actor, viewer) : requested(request, endpoint);
  const entry = { action: recorded, ...about, clientId: clientOf(viewer), ...from };
  if (recorded !== 'reveal') return { actor, entry };
  const who = 'id' in actor ? `${actor.kind} ${actor.id}` : networkOf(request.ip);
  return { actor, entry, key: `reveal ${who} ${about.id}` };
}

/** For signing out and confirming, the user is both the actor and the subject. */
function theirs(actor: Actor, viewer: Viewer | undefined) {
  const id = 'id' in actor ? actor.id : null;
  return { entity: 'users', id, name: viewer?.kind === 'user' ? viewer.email : '' };
}

/** The resource of an endpoint, and the requested item. */
function requested(request: FastifyRequest, endpoint: AnyEndpoint) {
  const number = Number((request.params as { id?: string }).id);
  const id = Number.isInteger(number) ? number : null;
  return { entity: endpoint.name.split('.')[0] ?? 'requests', id, name: id === null ? '' : String(id) };
}

const clientOf = (viewer: Viewer | undefined) =>
  viewer?.kind === 'user' || viewer?.kind === 'key' ? viewer.clientId : null;
const actorOf = (viewer: Viewer | undefined): Actor => viewer ?? { kind: 'visitor' };
