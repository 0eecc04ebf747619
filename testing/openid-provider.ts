import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';

/** Claims of a user known to the provider, by `sub`. */
export type Person = Readonly<Record<string, unknown>>;
/**
 * Where the provider puts claims: those of `inIdToken` in the ID token beside the subject; `all`: there is no
 * userinfo endpoint.
 */
export interface ClaimsAt {
  readonly inIdToken?: readonly string[] | 'all';
}
export interface OpenIdProvider {
  readonly issuer: string;
  /** Environment of a console that uses this provider for sign-in. */
  readonly env: Readonly<Record<string, string>>;
  /** Users it knows; the provider asks for a `sub` on its own page. */
  readonly people: Map<string, Person>;
  /** Tells the provider the console's URL, once that is known. */
  serve(console: string, where?: ClaimsAt): void;
  /** The first path segments of the requests received. */
  readonly requests: readonly string[];
  /**
   * Follows the browser redirects from the console to the provider and back, signing in as a user; returns
   * the final URL.
   */
  visit(url: string, sub: string, cookies?: Map<string, string>): Promise<Record<string, string>>;
  /** Sends the console a logout token (back-channel logout); rejects unless it is accepted. */
  signOut(sub: string, sid: string): Promise<void>;
  /** A token with these claims, signed by the provider's key; `header` replaces parts of the usual one. */
  sign(claims: object, header?: object): string;
  stop(): Promise<void>;
}

const CLIENT = { id: 'aerowatch', secret: 'a secret that the provider gave' };

/**
 * A real OpenID provider (oidc-provider) on a port of its own, whose sign-in page accepts every known user.
 */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const people = new Map<string, Person>();
  let provider: Provider | undefined;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const requests: string[] = [];
  const server = createServer((request, response) => {
    if (provider === undefined) return response.writeHead(503).end();
    const [, room = '', uid = ''] = (request.url ?? '').split('/');
    requests.push(room.split('?')[0] ?? '');
    if (room === 'interaction') return void interact(provider, uid, request, response);
    void provider.callback()(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    people,
    requests,
    serve(console, where = {}) {
      provider = makeProvider({ issuer, console, people, privateKey }, where);
    },
    visit: (url, sub, cookies = new Map()) => visit(url, sub, cookies, issuer),
    async signOut(sub, sid) {
      const client = await provider?.Client.find(CLIENT.id);
      await (client as unknown as BackChannel).backchannelLogout(sub, sid);
    },
    sign: (claims, header = {}) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const signed = `${part({ alg: 'RS256', typ: 'logout+jwt', ...header })}.${part(claims)}`;
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** What the library does when somebody signs out; its types leave it out. */
interface BackChannel {
  backchannelLogout(sub: string, sid: string): Promise<void>;
}
const SCOPES = {
  openid: ['sub'],
  email: ['email', 'email_verified'],
  profile: ['name', 'given_name', 'family_name', 'locale', 'groups', 'organisation'],
};
interface Making {
  readonly issuer: string;
  readonly console: string;
  readonly people: ReadonlyMap<string, Person>;
  readonly privateKey: KeyObject;
}
function makeProvider(
  { issuer, console, people, privateKey }: Making,
  { inIdToken = [] }: ClaimsAt,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${console}/sso`],
        post_logout_redirect_uris: [`${console}/login`],
        backchannel_logout_uri: `${console}/api/sso/backchannel-logout/`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: ['keys of a test'] },
    pkce: { required: () => true },
    claims: SCOPES,
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      const isTold = (use: string, name: string) =>
        use !== 'id_token' || inIdToken === 'all' || inIdToken.includes(name);
      return (
        person && {
          accountId: sub,
          claims: (use) => ({
            sub,
            ...Object.fromEntries(Object.entries(person).filter(([name]) => isTold(use, name))),
          }),
        }
      );
    },
    // It calls nobody on this machine by itself, and the console of a test is there.
    fetch: (url, options) => {
      const { dispatcher: _refusing, ...others } = (options ?? {}) as RequestInit & { dispatcher?: unknown };
      return fetch(url, others);
    },
    // Users are not asked for consent: the provider belongs to their employer.
    loadExistingGrant: async (context) => {
      const { session, client } = context.oidc;
      const grant = new context.oidc.provider.Grant({
        accountId: session?.accountId as string,
        clientId: client?.clientId as string,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    conformIdTokenClaims: inIdToken.length === 0,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
      userinfo: { enabled: inIdToken !== 'all' },
    },
    ttl: { Session: 3600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
}

async function interact(
  provider: Provider,
  uid: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html');
    return void response.end(
      `<title>Provider</title><form method="post" action="/interaction/${uid}"><label>Who are you? <input name="sub"></label><button>Enter</button><button name="leave" value="1">Leave</button></form>`,
    );
  }
  const sent = new URLSearchParams(await text(request));
  const answer = sent.has('leave')
    ? { error: 'access_denied' }
    : { login: { accountId: sent.get('sub') ?? '' } };
  await provider.interactionFinished(request, response, answer, { mergeWithLastSubmission: false });
}

async function visit(
  start: string,
  sub: string,
  cookies: Map<string, string>,
  issuer: string,
): Promise<Record<string, string>> {
  let url = start;
  for (let hops = 0; hops < 10; hops += 1) {
    const isPage = new URL(url).pathname.startsWith('/interaction/');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isPage ? { method: 'POST', body: new URLSearchParams(sub === '' ? { leave: '1' } : { sub }) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null)
      throw new Error(`The provider stopped at ${url}: ${(await answer.text()).slice(0, 300)}`);
    url = new URL(next, issuer).href;
    if (!url.startsWith(issuer)) return Object.fromEntries(new URL(url).searchParams);
  }
  throw new Error('The provider goes round in circles');
}
