import type { OpenIdProvider } from '../../../testing/openid-provider.ts';
import type { TestServer } from '../../../testing/start-test-server.ts';

let count = 0;

/** Adds a person to the provider, with a verified address unless `claims` say otherwise. */
export function addPerson(provider: OpenIdProvider, claims: object = {}): { sub: string; email: string } {
  count += 1;
  const sub = `sub-${count}`;
  const email = `person-${count}@example.com`;
  provider.people.set(sub, {
    email,
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Byron',
    ...claims,
  });
  return { sub, email };
}

/** Links the account of somebody who is signed in to their identity at the provider. */
export async function linkAccount(provider: OpenIdProvider, api: ReturnType<TestServer['api']>, sub: string) {
  const { challenge, url } = (await api.post('/me/confirm/sso/')).body;
  return api.post('/me/sso/', { challenge, ...(await provider.visit(url, sub)) });
}

/** What an answer says is wrong. */
export const refusalOf = (answer: { body: { non_field_errors?: string[] } }) =>
  answer.body.non_field_errors?.[0];
