import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { type Db, transaction } from '../../platform/database/db.ts';
import { BadRequest, Conflict } from '../../platform/errors.ts';
import { system, type UserViewer } from '../../platform/viewer.ts';
import { linkedSince, userOfIdentity } from '../credentials/store-identities.ts';
import { removeHits } from '../credentials/store-throttle.ts';
import { endSsoSessions, idTokenOf, keepIdToken } from '../credentials/store-tokens.ts';
import { askLimits, count } from '../credentials/throttle.ts';
import { openChallenge, useChallenge } from '../second-factor/challenge.ts';
import { takeChallenge } from '../second-factor/store-challenges.ts';
import { aboutUser } from '../users/about.ts';
import { admit, linkOwn } from './admit.ts';
import { type Claims, type Person, personOf } from './claims.ts';
import {
  type AuthorizationRequest,
  makeProvider,
  type Provider,
  type RedirectParameters,
} from './provider.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'vault' | 'config'>;
export type SsoAnswer = RedirectParameters & { readonly challenge: string };

/** Longer ones than this are kept by nobody. */
const MAX_SID = 500;
/** The context that an ID token's encryption is bound to. */
export const sealedIdTokenAs = (tokenId: number) => `sso:${tokenId}`;

/** Single sign-on of an installation: through one OpenID provider, or none. */
export interface SignOn {
  readonly provider: Provider | null;
  /** The address for signing in; a `user` confirms, and must enter the password there. */
  begin(address: string, user: UserViewer | null): Promise<{ challenge: string; url: string }>;
  /** The account id of the user who returned. `tell` is called with the e-mail before anything is refused. */
  finish(answer: SsoAnswer, address: string, tell: (email: string) => void): Promise<SignIn>;
  /** Whether the user who returned is this user. */
  isSame(answer: SsoAnswer, address: string, user: UserViewer): Promise<boolean>;
  /** Links the account of the signed-in user to the identity that returned. */
  link(answer: SsoAnswer, address: string, user: UserViewer): Promise<void>;
  isLinked(user: UserViewer): Promise<Date | null>;
  /** Stores what the provider needs at sign-out, and which of its sessions this one came from. */
  keep(tokenId: number, came: Pick<SignIn, 'idToken' | 'sid'>): Promise<void>;
  /** Ends the sessions that the provider says have ended (back-channel logout). */
  end(logoutToken: string, address: string): Promise<void>;
  /**
   * Reads the data for sign-out before a session ends; then returns the provider's sign-out address, null for
   * other sessions.
   */
  leaving(user: UserViewer): Promise<() => Promise<string | null>>;
}
/** Contents of a challenge besides the request parameters. */
interface Begun extends Omit<AuthorizationRequest, 'verifier'> {
  readonly sealed: string;
  readonly hits?: readonly number[];
}
export interface SignIn {
  readonly userId: number;
  readonly email: string;
  readonly idToken: string;
  /** The provider's session; null where it names none. */
  readonly sid: string | null;
}

export function makeSignOn(parts: Tools & Pick<Parts, 'log'>): SignOn {
  const { db, clock, vault, config } = parts;
  const provider = config.oidc === null ? null : makeProvider(config.oidc, clock, parts.log);
  const needed = (): Provider => {
    if (provider === null) throw new Conflict('sso_off');
    return provider;
  };
  const back = (path: string) => `${config.publicUrl}${path}`;
  const returned = async (answer: SsoAnswer, address: string, user: UserViewer | null) => {
    const { request, hits } = await takeRequest(parts, answer, address, user);
    const came = await needed().finish(back('/sso'), request, answer, user !== null);
    // Successful returns do not count, because an office shares one address.
    await removeHits(db, hits);
    return came;
  };
  return {
    provider,
    async begin(address, user) {
      const hits = await count(db, clock, askLimits('sso', address));
      const { url, request } = await needed().begin(back('/sso'), user !== null);
      const { verifier, ...open } = request;
      const data = { ...open, hits, sealed: vault.seal(verifier, `sso:${request.state}`) };
      return { url, challenge: await openChallenge(parts, 'sso', user?.id ?? null, address, data) };
    },
    async finish(answer, address, tell) {
      const { settings } = needed();
      const { claims, idToken } = await returned(answer, address, null);
      const person: Person = personOf(claims, settings);
      tell(person.claimed);
      const user = await admit(db, person, settings.create, { ...system, from: { address, device: null } });
      return { userId: user.id, email: user.email, idToken, sid: sidOf(claims) };
    },
    async isSame(answer, address, user) {
      const { claims } = await returned(answer, address, user);
      const found = await userOfIdentity(db, system, needed().settings.linkedAs, claims.sub);
      return found?.id === user.id;
    },
    async link(answer, address, user) {
      const { settings } = needed();
      const { claims } = await returned(answer, address, user);
      await linkOwn(db, personOf(claims, settings), user);
    },
    isLinked: async (user) =>
      provider === null ? null : linkedSince(db, user, provider.settings.linkedAs, user.id),
    keep: (tokenId, { idToken, sid }) =>
      keepIdToken(db, tokenId, vault.seal(idToken, sealedIdTokenAs(tokenId)), sid),
    end: (logoutToken, address) => endThere(db, needed(), logoutToken, address),
    leaving: (user) => leaving(parts, provider, back('/login'), user),
  };
}

/** The name of the provider's own session, by which it ends it (`sid`). */
const sidOf = ({ sid }: Claims) => (typeof sid === 'string' && sid.length <= MAX_SID ? sid : null);

/** The provider's sign-out address of a session, read before that ends. */
async function leaving(
  { db, vault }: Tools,
  provider: Provider | null,
  back: string,
  user: UserViewer,
): Promise<() => Promise<string | null>> {
  const { tokenId } = user;
  const sealed = tokenId === null ? null : await idTokenOf(db, user, tokenId);
  return async () => {
    if (provider === null || sealed === null || tokenId === null) return null;
    try {
      return await provider.signOutUrl(back, vault.open(sealed, sealedIdTokenAs(tokenId)));
    } catch {
      // The session here has ended in any case.
      return null;
    }
  };
}

/** Ends the sessions that a logout token names; the audit log says whose they were. */
async function endThere(
  db: Db,
  { settings, ended }: Provider,
  token: string,
  address: string,
): Promise<void> {
  const there = { issuer: settings.linkedAs, ...(await ended(token)) };
  const by = { ...system, from: { address, device: null } };
  await transaction(db, async (trx) => {
    for (const user of await endSsoSessions(trx, system, there))
      await recordAudit(trx, by, { action: 'sign_out', ...aboutUser(user), after: { by: 'sso' } });
  });
}

/** The request that this answer belongs to, usable once and only by the browser that started it. */
async function takeRequest(
  parts: Tools,
  answer: SsoAnswer,
  address: string,
  user: UserViewer | null,
): Promise<{ request: AuthorizationRequest; hits: readonly number[] }> {
  const { id, user_id, data } = await useChallenge(parts, ['sso'], answer.challenge, address);
  const { state, nonce, sealed, hits = [] } = data as unknown as Begun;
  if (user_id !== (user?.id ?? null)) throw new BadRequest({ challenge: ['challenge_over'] });
  // The state of another browser's round trip: the answer is ignored.
  if (answer.state !== state) throw new BadRequest('sso_failed');
  if (!(await takeChallenge(parts.db, id))) throw new BadRequest({ challenge: ['challenge_over'] });
  return { request: { state, nonce, verifier: parts.vault.open(sealed, `sso:${state}`) }, hits };
}
