import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, optionalText, text } from '../fields.ts';
import { newPassword } from './password.ts';
import { exactlyOne, givenFactor, secondFactorBody, secondFactorRequired } from './second-factor.ts';
import { signedIn } from './signed-in.ts';
import { ssoReturned } from './sso.ts';

const email = z.string({ error: 'required' }).trim().min(1, 'required').max(254, 'max_length|254');

/** A password for signing in: without rules, because the server compares it. */
const givenPassword = z.string({ error: 'required' }).min(1, 'required').max(1000, 'max_length|1000');

export const login = endpoint({
  name: 'auth.login',
  recorded: 'sign_in',
  method: 'POST',
  path: '/api-token-auth/',
  level: 'visitor',
  tag: 'Session',
  errors: [429],
  summary:
    'Sign in with e-mail and password; answers a token valid six hours, or which second factor is asked for',
  body: z
    .strictObject({
      username: email.optional(),
      email: email.optional(),
      password: givenPassword,
      /** The device token of an earlier sign-in with this browser: failures elsewhere do not count against it. */
      device: z.string({ error: 'not_text' }).max(1000, 'max_length|1000').optional(),
    })
    .refine((body) => body.username !== undefined || body.email !== undefined, {
      path: ['username'],
      message: 'required',
      // Reported together with errors of the other fields, not after them.
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    }),
  response: z.union([signedIn, secondFactorRequired]),
});
export const secondFactor = endpoint({
  name: 'auth.second_factor',
  recorded: 'sign_in',
  method: 'POST',
  path: '/second-factor/',
  level: 'visitor',
  tag: 'Session',
  errors: [429],
  summary: 'Finish signing in with a second factor, or with a passkey alone (five minutes, five tries)',
  body: secondFactorBody,
  response: signedIn,
});
export const logout = endpoint({
  name: 'auth.logout',
  confirm: 'ends',
  whileLimited: true,
  recorded: 'sign_out',
  method: 'POST',
  path: '/logout/',
  level: 'observer',
  tag: 'Session',
  summary: 'Revoke the token of this call',
  body: z.strictObject({}).optional(),
});
export const confirm = endpoint({
  name: 'me.confirm',
  confirm: 'proof',
  recorded: 'confirm',
  method: 'POST',
  path: '/me/confirm/',
  whileLimited: true,
  level: 'observer',
  tag: 'Session',
  errors: [409, 429, 503],
  summary:
    'Prove again who sits there: for ten minutes nothing answers confirm_again to this session. X-Session-Token of the answer is its new token; once that is used, the one before proves nothing more and ends in thirty seconds',
  body: z
    .strictObject({
      password: givenPassword.optional(),
      challenge: z.string({ error: 'not_text' }).max(200, 'max_length|200').optional(),
      ...givenFactor,
      sso: z.strictObject(ssoReturned).optional(),
    })
    .refine(exactlyOne('password', 'totp', 'recovery', 'passkey', 'sso'), {
      path: ['password'],
      message: 'required',
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    }),
  response: z.object({ confirmed_until: instant }),
});
export const checkEmail = endpoint({
  name: 'auth.check_email',
  method: 'POST',
  path: '/check-email/',
  level: 'visitor',
  tag: 'Session',
  errors: [429],
  summary: 'Whether an account with this e-mail exists; throttled',
  body: z.strictObject({ email }),
  response: z.object({ exists: z.literal(true) }),
});
export const resetPassword = endpoint({
  name: 'auth.reset_password',
  method: 'POST',
  path: '/reset-password/',
  level: 'visitor',
  tag: 'Session',
  errors: [429],
  summary:
    'Send the reset link to an e-mail, or set a new password with the uid and token of that link (one hour, once)',
  body: z.union([
    z.strictObject({ email }),
    z.strictObject({ uid: text(100), token: text(200), new_password: newPassword }),
  ]),
  response: z.object({ detail: optionalText(500) }),
});
