import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenIdProvider, startOpenIdProvider } from '../../../testing/openid-provider.ts';
import { readConfig } from '../../config.ts';
import { systemClock } from '../../platform/clock.ts';
import { makeLog } from '../../platform/log/log.ts';
import { joined, personOf } from './claims.ts';
import { makeProvider } from './provider.ts';

const CONSOLE = 'http://127.0.0.1:9';
let there: OpenIdProvider;
beforeAll(async () => {
  there = await startOpenIdProvider();
  there.people.set('ada', {
    email: 'Ada@example.com',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Byron',
    groups: ['leads'],
    organisation: 'North Line',
  });
});
afterAll(() => there?.stop());

/** Sends a browser to the provider and back; returns the console's data about the person. */
async function come(more: Readonly<Record<string, string>> = {}) {
  const rules = { OIDC_CLAIM_GROUPS: 'groups', OIDC_GROUPS: 'leads=manager', ...more };
  const { oidc } = readConfig({ ...there.env, ...rules });
  if (oidc === null) throw new Error('not set up');
  const provider = makeProvider(oidc, systemClock, makeLog('silent'));
  const { url, request } = await provider.begin(`${CONSOLE}/sso`, false);
  const { state = '', ...back } = await there.visit(url, 'ada');
  const before = there.requests.length;
  const { claims } = await provider.finish(`${CONSOLE}/sso`, request, { state, ...back }, false);
  return { person: personOf(claims, oidc), usedUserinfo: there.requests.slice(before).includes('me') };
}
const ADA = { sub: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', roles: ['manager'] };

describe('identifying the user', () => {
  it('from the userinfo endpoint where the ID token says only who', async () => {
    there.serve(CONSOLE);
    expect(await come()).toMatchObject({ person: ADA, usedUserinfo: true });
  });
  it('by both names: from the userinfo endpoint where the ID token holds the first alone', async () => {
    there.serve(CONSOLE, { inIdToken: ['given_name', 'email', 'email_verified', 'groups'] });
    expect(await come()).toMatchObject({ person: ADA, usedUserinfo: true });
  });
  it('from the ID token alone where the provider has no userinfo endpoint', async () => {
    there.serve(CONSOLE, { inIdToken: 'all' });
    const { userinfo_endpoint } = await (
      await fetch(`${there.issuer}/.well-known/openid-configuration`)
    ).json();
    expect(userinfo_endpoint).toBeUndefined();
    expect(await come()).toMatchObject({ person: ADA, usedUserinfo: false });
    // A claim in neither source stays unknown, and users who need it are refused later.
    expect((await come({ OIDC_CLAIM_CLIENT: 'company' })).person.clients).toEqual([]);
  });
});

it('a name from the provider holds nothing that is not seen, like one that somebody types', () => {
  const { oidc } = readConfig({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x' });
  const who = { iss: 'https://id.example', sub: 'ada', email: 'ada@example.com' };
  const named = (claims: object) => {
    const { firstName, lastName } = personOf({ ...who, ...claims }, oidc!);
    return [firstName, lastName];
  };
  expect(named({ given_name: 'A\u200Bd\u0007a', family_name: '\u202EBy\u00ADron\u3164' })).toEqual([
    'Ada',
    'Byron',
  ]);
  expect(named({ name: '\u2060Ada\u0000 By\u200Dron' })).toEqual(['Ada', 'Byron']);
});

describe('an e-mail and its verification', () => {
  const { oidc } = readConfig({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x' });
  const who = { iss: 'https://id.example', sub: 'ada' };
  const emailOf = (idToken: object, userinfo: Readonly<Record<string, unknown>> = {}) =>
    personOf(joined([{ ...who, ...idToken }, userinfo]), oidc!).email;
  const [mine, other] = ['ada@example.com', 'boss@example.com'];
  it.each([
    ['both in the ID token', { email: mine, email_verified: true }, { email: other }, mine],
    ['both in userinfo', {}, { email: mine, email_verified: true }, mine],
    ['an address there, a verified one here', { email: other }, { email: mine, email_verified: true }, mine],
    ['an address in one, a verification in the other', { email: other }, { email_verified: true }, null],
    ['the same the other way round', { email_verified: true }, { email: other }, null],
    ['denied by userinfo', { email: mine, email_verified: true }, { email_verified: false }, null],
    ['denied by the ID token', { email_verified: false }, { email: mine, email_verified: true }, null],
    ['denied by one of two claims', { email: mine, email_verified: true, xms_edov: false }, {}, null],
    ['denied as a text', { email: mine, email_verified: 'false', xms_edov: 1 }, {}, null],
    ['said by Entra', { email: mine, xms_edov: '1' }, {}, mine],
    ['never said', { email: mine }, {}, null],
    ['in letters that are folded', { email: 'ADA@Example.COM', email_verified: true }, {}, mine],
    ['with a KELVIN SIGN', { email: '\u212Aate@example.com', email_verified: true }, {}, null],
    ['with a dotless i', { email: 'd\u0131na@example.com', email_verified: true }, {}, null],
  ])('%s', (_name, idToken, userinfo, email) => {
    expect(emailOf(idToken, userinfo)).toBe(email);
  });
  it.each(['', '  ', undefined])('of nobody: %j is no sub', (sub) => {
    expect(() => joined([{ ...who, sub } as never])).toThrow('sub');
  });
});
