import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import type { ServerMetadata } from 'openid-client';

/** Whom a provider signed out: everything of `sub`, or its session `sid` alone. One of them is not null. */
export interface EndedSession {
  readonly sub: string | null;
  readonly sid: string | null;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A token says that something has just happened: older than this it is a copy that somebody kept. */
const OLDEST = '5 minutes';
const SKEW_SECONDS = 60;
/** Signatures by the provider's private key: a secret that the console knows too would prove nothing. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** The provider's keys by their address, each fetched once and again when an unknown key is named. */
const keysOf = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/**
 * Whom a logout token ends, checked as OpenID Connect Back-Channel Logout 1.0, section 2.6, prescribes. A
 * token of another kind, such as an ID token, is refused: it lacks the event, or holds a nonce. A token sent a
 * second time ends sessions again, for five minutes: whoever can send one has it from the provider's line.
 * Throws what is wrong.
 */
export async function endedBy(
  token: string,
  { issuer, jwks_uri }: Pick<ServerMetadata, 'issuer' | 'jwks_uri'>,
  clientId: string,
  now: Date,
): Promise<EndedSession> {
  if (jwks_uri === undefined) throw new Error('the provider names no keys');
  const keys = keysOf.get(jwks_uri) ?? createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: 5000 });
  keysOf.set(jwks_uri, keys);
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
    maxTokenAge: OLDEST,
    clockTolerance: SKEW_SECONDS,
    currentDate: now,
  });
  const typ = protectedHeader.typ?.toLowerCase().replace(/^application\//, '') ?? 'logout+jwt';
  if (!['logout+jwt', 'jwt'].includes(typ)) throw new Error(`a token of type ${typ.slice(0, 40)}`);
  return subjectOf(payload);
}

function subjectOf({ events, nonce, sub, sid }: JWTPayload): EndedSession {
  const event =
    typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[EVENT] : null;
  if (typeof event !== 'object' || event === null || Array.isArray(event)) throw new Error('no logout event');
  if (nonce !== undefined) throw new Error('a nonce, as in ID tokens');
  const ended = { sub: textOf(sub), sid: textOf(sid) };
  if (ended.sub === null && ended.sid === null) throw new Error('neither sub nor sid');
  return ended;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
