import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { signedIn } from './signed-in.ts';

const part = (most: number) => z.string({ error: 'not_text' }).max(most, `max_length|${most}`);
/** What the provider returned in the browser's address, and the challenge kept by the browser. */
export const ssoReturned = {
  challenge: part(200).min(1, 'required'),
  state: part(500).min(1, 'required'),
  code: part(4000).optional(),
  iss: part(500).optional(),
  error: part(200).optional(),
};
const begun = z.object({ challenge: z.string(), url: z.string() });
const visit = { level: 'visitor', tag: 'Session' } as const;

export const ssoBegin = endpoint({
  ...visit,
  name: 'auth.sso_begin',
  method: 'POST',
  path: '/sso/',
  errors: [409, 429, 503],
  summary:
    'Begin to sign in at the OpenID provider: where to send the browser, and a challenge that it keeps (five minutes)',
  body: z.strictObject({}).optional(),
  response: begun,
});
export const ssoFinish = endpoint({
  ...visit,
  name: 'auth.sso_finish',
  recorded: 'sign_in',
  method: 'POST',
  path: '/sso/callback/',
  errors: [409, 429, 503],
  summary: 'Finish signing in by what the OpenID provider sent back to PUBLIC_URL/sso',
  body: z.strictObject({ ...ssoReturned, device: part(1000).optional() }),
  response: signedIn,
});
export const ssoLink = endpoint({
  ...visit,
  name: 'me.sso_link',
  level: 'observer',
  confirm: true,
  method: 'POST',
  path: '/me/sso/',
  errors: [409, 503],
  summary:
    'Link your account to the person who signed in at the OpenID provider, begun by /me/confirm/sso/. Accounts of managers and administrators are linked in this way alone, others also by their verified e-mail',
  body: z.strictObject(ssoReturned),
});
export const ssoLogout = endpoint({
  ...visit,
  name: 'auth.sso_logout',
  confirm: 'ends',
  level: 'observer',
  whileLimited: true,
  recorded: 'sign_out',
  method: 'POST',
  path: '/sso/logout/',
  summary:
    'Revoke the token of this call; where the session began at the OpenID provider, the address at which it ends there',
  body: z.strictObject({}).optional(),
  response: z.object({ url: z.string().nullable() }),
});
export const ssoBackchannelLogout = endpoint({
  ...visit,
  name: 'auth.sso_backchannel_logout',
  method: 'POST',
  path: '/sso/backchannel-logout/',
  status: 200,
  form: true,
  errors: [409, 503],
  summary:
    'For the OpenID provider: end the sessions of somebody who signed out there, or whose account it closed (OpenID Connect Back-Channel Logout 1.0)',
  body: z.strictObject({ logout_token: part(8000).min(1, 'required') }),
  response: z.strictObject({}),
});
export const ssoConfirmBegin = endpoint({
  ...visit,
  name: 'me.confirm_sso',
  confirm: 'proof',
  level: 'observer',
  whileLimited: true,
  method: 'POST',
  path: '/me/confirm/sso/',
  errors: [409, 429, 503],
  summary:
    'Begin to confirm by signing in once more at the OpenID provider; what it answers goes to /me/confirm/',
  body: z.strictObject({}).optional(),
  response: begun,
});
