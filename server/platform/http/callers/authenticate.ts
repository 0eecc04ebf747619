import { createHash } from 'node:crypto';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { grants } from '@aerowatch/domain/access';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import { ApiError, Forbidden, Unauthorized } from '../../errors.ts';
import { type From, levelOfViewer, type Viewer, visitor } from '../../viewer.ts';
import type { CallerRate } from './caller-rate.ts';
import type { NetworkLimits } from './network-limits.ts';
import { keyOfValue, type SessionRules, userOfToken } from './store-credentials.ts';

/** The dependencies for identifying a caller. */
export interface Admission {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: SessionRules;
  /** Limits callers; without it, credentials that were accepted before are looked up again. */
  readonly networkLimits?: NetworkLimits;
}

export const fromOf = ({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): From => ({
  address: ip,
  device: headers['user-agent']?.slice(0, 200) ?? null,
});

/**
 * Identifies the caller by `Authorization: Token …` or `Api-Key …`; missing credentials are a visitor,
 * invalid ones a 401. 429 for a network that is not signed in and sends too many requests, or that tries
 * credentials.
 */
export async function authenticate(
  admission: Admission,
  request: FastifyRequest,
  isUse = request.headers['x-unattended'] === undefined,
): Promise<Viewer> {
  const { networkLimits } = admission;
  const header = request.headers.authorization;
  if (header === undefined) {
    networkLimits?.countRequest(request.ip);
    return visitor;
  }
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S{1,512})\s*$/.exec(header) ?? [];
  const hash = createHash('sha256').update(value).digest();
  networkLimits?.checkCredentials(request.ip, hash);
  try {
    const viewer = await holderOf(admission, scheme.toLowerCase(), value === '' ? undefined : hash, isUse);
    networkLimits?.noteValid(hash);
    return { ...viewer, from: fromOf(request) };
  } catch (error) {
    if (error instanceof Unauthorized) networkLimits?.noteInvalid(request.ip);
    throw error;
  }
}

async function holderOf(
  { db, clock, sessions }: Admission,
  scheme: string,
  hash: Buffer | undefined,
  isUse: boolean,
) {
  if (scheme === 'token') {
    const user = hash && (await userOfToken(db, hash, clock.date(), sessions, isUse));
    if (user === undefined) throw new Unauthorized('bad_token');
    return user;
  }
  if (scheme !== 'api-key') throw new Unauthorized();
  const key = hash && (await keyOfValue(db, hash, clock.date()));
  if (key === undefined) throw new Unauthorized('bad_key');
  if (key === 'expired') throw new Unauthorized('key_expired');
  return key;
}

/**
 * The caller of this endpoint, or a refusal: 401 for visitors, 403 for lower levels and for keys without its
 * scope, 429 for too many calls.
 */
export async function admit(
  admission: Admission & { readonly callers: CallerRate },
  request: FastifyRequest,
  endpoint: AnyEndpoint,
): Promise<Viewer> {
  if (endpoint.level === 'visitor') return admitAnybody(admission, request);
  const viewer = await authenticate(admission, request);
  // Set also for refused calls: the audit log records the caller.
  request.viewer = viewer;
  if (viewer.kind === 'visitor') throw new Unauthorized();
  // Also for calls refused below: each attempt is counted.
  admission.callers.count(viewer, request.method);
  if (viewer.kind === 'key') {
    // For keys the scope replaces the level, and this is the only place that checks it.
    if (endpoint.apiKey === false) throw new Forbidden();
    if (!viewer.scopes.includes(endpoint.apiKey)) throw new Forbidden(`key_scope|${endpoint.apiKey}`);
    return viewer;
  }
  if (viewer.kind === 'user' && viewer.limited !== null && endpoint.whileLimited !== true)
    throw new ApiError(403, viewer.limited);
  if (endpoint.ownRecord !== true && !grants(levelOfViewer(viewer), endpoint.level)) throw new Forbidden();
  return viewer;
}

async function admitAnybody(
  admission: Admission & { readonly callers: CallerRate },
  request: FastifyRequest,
): Promise<Viewer> {
  const viewer = await authenticate(admission, request).catch(asVisitor);
  if (viewer.kind !== 'visitor') admission.callers.count(viewer, request.method);
  return viewer;
}

/** Public endpoints stay open to users whose session has ended, because they sign in there. */
function asVisitor(error: unknown): Viewer {
  if (error instanceof Unauthorized) return visitor;
  throw error;
}
