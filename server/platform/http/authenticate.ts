import { createHash } from 'node:crypto';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { grants } from '@aerowatch/domain/access';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/db.ts';
import { ApiError, Forbidden, Unauthorized } from '../errors.ts';
import { type From, levelOfViewer, type Viewer, visitor } from '../viewer.ts';
import type { CallerRate } from './caller-rate.ts';
import { keyOfValue, type SessionRules, userOfToken } from './store-credentials.ts';

/** What it takes to know who calls. */
export interface Admission {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: SessionRules;
}

export const fromOf = ({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): From => ({
  address: ip,
  device: headers['user-agent']?.slice(0, 200) ?? null,
});

/** Who calls, by `Authorization: Token …` or `Api-Key …`; undefined credentials are a visitor, dead ones a 401. */
export async function authenticate(
  { db, clock, sessions }: Admission,
  request: FastifyRequest,
  isUse = request.headers['x-unattended'] === undefined,
): Promise<Viewer> {
  const header = request.headers.authorization;
  if (header === undefined) return visitor;
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S{1,512})\s*$/.exec(header) ?? [];
  const hash = createHash('sha256').update(value).digest();
  if (scheme.toLowerCase() === 'token') {
    const user = value === '' ? undefined : await userOfToken(db, hash, clock.date(), sessions, isUse);
    if (user === undefined) throw new Unauthorized('bad_token');
    return { ...user, from: fromOf(request) };
  }
  if (scheme.toLowerCase() === 'api-key') {
    const key = value === '' ? undefined : await keyOfValue(db, hash, clock.date());
    if (key === undefined) throw new Unauthorized('bad_key');
    if (key === 'expired') throw new Unauthorized('key_expired');
    return { ...key, from: fromOf(request) };
  }
  throw new Unauthorized();
}

/**
 * Who calls this endpoint, or the refusal: 401 for visitors, 403 for lower levels and for keys without its
 * scope, 429 for who calls too often.
 */
export async function admit(
  admission: Admission & { readonly callers: CallerRate },
  request: FastifyRequest,
  endpoint: AnyEndpoint,
): Promise<Viewer> {
  if (endpoint.level === 'visitor') return authenticate(admission, request).catch(asVisitor);
  const viewer = await authenticate(admission, request);
  // Known also when it is refused: the audit log says who was.
  request.viewer = viewer;
  if (viewer.kind === 'visitor') throw new Unauthorized();
  // Also what is refused below: who tries every door is counted at each.
  admission.callers.count(viewer, request.method);
  if (viewer.kind === 'key') {
    // For keys the scope stands in place of the level, and this is the one place that asks for it.
    if (endpoint.apiKey === false) throw new Forbidden();
    if (!viewer.scopes.includes(endpoint.apiKey)) throw new Forbidden(`key_scope|${endpoint.apiKey}`);
    return viewer;
  }
  if (viewer.kind === 'user' && viewer.limited !== null && endpoint.whileLimited !== true)
    throw new ApiError(403, viewer.limited);
  if (endpoint.ownRecord !== true && !grants(levelOfViewer(viewer), endpoint.level)) throw new Forbidden();
  return viewer;
}

/** Public endpoints stay open to people whose session has ended: they come here to sign in. */
function asVisitor(error: unknown): Viewer {
  if (error instanceof Unauthorized) return visitor;
  throw error;
}
