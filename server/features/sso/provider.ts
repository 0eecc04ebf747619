import * as oidc from 'openid-client';
import type { OidcConfig } from '../../config.ts';
import type { Clock } from '../../platform/clock.ts';
import { ApiError, BadRequest } from '../../platform/errors.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Claims, joined, wordsAt } from './claims.ts';
import { type EndedSession, endedBy } from './logout-token.ts';

/** The provider's metadata is reloaded after this time: keys and addresses change. */
const KNOWN_MS = 3_600_000;
const SCOPE = 'openid email profile';
/** To confirm, people must have signed in at the provider within this many seconds. */
const FRESH_SECONDS = 300;

/** What the provider returned through the browser. */
export interface RedirectParameters {
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}
/** Request parameters: those that come back, and those that stay here. */
export interface AuthorizationRequest {
  readonly verifier: string;
  readonly nonce: string;
  readonly state: string;
}
export interface ProviderAnswer {
  readonly claims: Claims;
  readonly idToken: string;
}

/** The OpenID provider of this console. Its metadata is loaded at first use, so that the server starts without it. */
export interface Provider {
  readonly settings: OidcConfig;
  /** Throws 503 `sso_unreachable`. */
  reach(): Promise<void>;
  /** The provider's sign-in address; `again` makes it ask for the password even with an existing session. */
  begin(back: string, again: boolean): Promise<{ url: string; request: AuthorizationRequest }>;
  /** Who signed in. Throws 400 `sso_denied`, `sso_failed`, 503. */
  finish(
    back: string,
    request: AuthorizationRequest,
    returned: RedirectParameters,
    again: boolean,
  ): Promise<ProviderAnswer>;
  /** Who or which session it ended, by a logout token. Throws 400 `logout_token`, 503. */
  ended(logoutToken: string): Promise<EndedSession>;
  /** The provider's sign-out address; null where it has none. */
  signOutUrl(back: string, idToken: string): Promise<string | null>;
}

export function makeProvider(settings: OidcConfig, clock: Clock, log: Log): Provider {
  let known: { readonly until: number; readonly configuration: Promise<oidc.Configuration> } | null = null;
  const configuration = async (): Promise<oidc.Configuration> => {
    if (known === null || known.until < clock.now())
      known = { until: clock.now() + KNOWN_MS, configuration: discover(settings) };
    try {
      return await known.configuration;
    } catch (error) {
      known = null;
      log.warn({ err: reasonOf(error), issuer: settings.issuer }, 'the OpenID provider was not reached');
      throw unreachable();
    }
  };
  return {
    settings,
    reach: async () => {
      await configuration();
    },
    async begin(back, again) {
      return authorizationOf(await configuration(), back, again);
    },
    async finish(back, request, returned, again) {
      const found = await configuration();
      if (returned.error !== undefined) throw new BadRequest('sso_denied');
      const url = new URL(back);
      for (const name of ['state', 'code', 'iss'] as const)
        if (returned[name] !== undefined) url.searchParams.set(name, returned[name]);
      try {
        const tokens = await oidc.authorizationCodeGrant(found, url, {
          pkceCodeVerifier: request.verifier,
          expectedState: request.state,
          expectedNonce: request.nonce,
          idTokenExpected: true,
          ...(again ? { maxAge: FRESH_SECONDS } : {}),
        });
        const claimed = tokens.claims() as Claims;
        return {
          claims: await wholeClaims(found, settings, tokens.access_token, claimed),
          idToken: tokens.id_token ?? '',
        };
      } catch (error) {
        log.warn({ err: reasonOf(error), issuer: settings.issuer }, 'a single sign-on failed');
        if (isOutage(error)) throw unreachable();
        throw new BadRequest('sso_failed');
      }
    },
    ended: async (token) =>
      ended(token, (await configuration()).serverMetadata(), { settings, log, now: clock.date() }),
    async signOutUrl(back, idToken) {
      const found = await configuration();
      if (found.serverMetadata().end_session_endpoint === undefined) return null;
      return oidc.buildEndSessionUrl(found, { id_token_hint: idToken, post_logout_redirect_uri: back }).href;
    },
  };
}

interface Ending {
  readonly settings: OidcConfig;
  readonly log: Log;
  readonly now: Date;
}
async function ended(token: string, found: oidc.ServerMetadata, { settings, log, now }: Ending) {
  try {
    return await endedBy(token, found, settings.clientId, now);
  } catch (error) {
    log.warn({ err: reasonOf(error), issuer: settings.issuer }, 'a logout token was refused');
    if (isOutage(error)) throw unreachable();
    throw new BadRequest({ logout_token: ['logout_token'] });
  }
}

/** A request to sign in at the provider, and the address that makes it. */
async function authorizationOf(
  configuration: oidc.Configuration,
  back: string,
  again: boolean,
): Promise<{ url: string; request: AuthorizationRequest }> {
  const request = {
    verifier: oidc.randomPKCECodeVerifier(),
    nonce: oidc.randomNonce(),
    state: oidc.randomState(),
  };
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: back,
    scope: SCOPE,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    ...(again ? { prompt: 'login', max_age: '0' } : {}),
  });
  return { url: url.href, request };
}

async function discover(settings: OidcConfig): Promise<oidc.Configuration> {
  const inClear = settings.issuer.startsWith('http:');
  const found = await oidc.discovery(
    new URL(settings.issuer),
    settings.clientId,
    {},
    settings.clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(settings.clientSecret),
    { timeout: 5, execute: inClear ? [oidc.allowInsecureRequests] : [] },
  );
  // TLS already authenticates the sender of an ID token; its signature is checked too.
  oidc.enableNonRepudiationChecks(found);
  return found;
}

/**
 * Whether the ID token contains every claim needed: then nothing else is requested, and the provider needs no
 * other address.
 */
function isWhole(claimed: Claims, { claimClient, claimGroups }: OidcConfig): boolean {
  const deciding = [claimClient, claimGroups].filter((name) => name !== null);
  const verified = claimed.email_verified ?? claimed.xms_edov;
  const isNamed =
    claimed.name !== undefined || (claimed.given_name !== undefined && claimed.family_name !== undefined);
  return (
    isNamed &&
    [claimed.email, verified].every((one) => one !== undefined) &&
    deciding.every((name) => wordsAt(claimed, name).length > 0)
  );
}

/**
 * Some providers put only the identity into the ID token, and the rest behind the userinfo endpoint. Without
 * such an endpoint the ID token must do.
 */
async function wholeClaims(
  found: oidc.Configuration,
  settings: OidcConfig,
  access: string,
  claimed: Claims,
): Promise<Claims> {
  if (isWhole(claimed, settings) || found.serverMetadata().userinfo_endpoint === undefined)
    return joined([claimed]);
  const more = await oidc.fetchUserInfo(found, access, claimed.sub);
  return joined([claimed, more]);
}

const unreachable = () => new ApiError(503, 'sso_unreachable', 'sso_unreachable', { 'Retry-After': '30' });

/** The provider did not answer, or reported that it cannot. */
function isOutage(error: unknown): boolean {
  if (error instanceof TypeError || (error as Error)?.name === 'TimeoutError') return true;
  const status = (error as { status?: unknown; cause?: { status?: unknown } })?.status;
  return typeof status === 'number' && status >= 500;
}

/** Codes and messages of the library; they contain no tokens. */
function reasonOf(error: unknown): string {
  const { code, error: claimed, message } = error as { code?: string; error?: string; message?: string };
  return [code, claimed, message].filter((part) => typeof part === 'string').join(': ');
}
