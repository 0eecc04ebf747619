import { SECOND_FACTOR_POLICIES } from '@aerowatch/domain/access';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, integer, text } from '../fields.ts';

export const FACTOR_METHODS = ['totp', 'passkey', 'recovery'] as const;
/** Ways in which a signed-in user can confirm who they are. */
export const CONFIRM_METHODS = ['password', ...FACTOR_METHODS, 'sso'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

const secret = z.string({ error: 'required' }).min(1, 'required').max(200, 'max_length|200');
const code = z
  .string({ error: 'required' })
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'code_digits'));
const recoveryCode = z.string({ error: 'required' }).trim().min(1, 'required').max(50, 'max_length|50');
/** The answer of the browser's authenticator (PublicKeyCredential.toJSON), and the options for it. */
const passkeyAnswer = z.record(z.string().max(100), z.unknown());
const passkeyOptions = z.record(z.string(), z.unknown());

/** Proof of a second factor: one of these. */
export const givenFactor = {
  totp: code.optional(),
  recovery: recoveryCode.optional(),
  passkey: passkeyAnswer.optional(),
};
/** Refuses a body with none or several of these fields. */
export const exactlyOne =
  (...names: readonly string[]) =>
  (body: object): boolean =>
    names.filter((name) => (body as Record<string, unknown>)[name] !== undefined).length === 1;
/** Reported together with errors of the other fields, not after them. */
const always = {
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** The answer to a correct password when a second factor is required. */
export const secondFactorRequired = z.object({
  second_factor: z.object({
    challenge: z.string(),
    methods: z.array(z.enum(FACTOR_METHODS)),
    passkey: passkeyOptions.nullable(),
  }),
});

const setup = { apiKey: false, tag: 'Profile', level: 'observer', whileLimited: true } as const;

export const secondFactorAnswer = {
  challenge: secret,
  ...givenFactor,
  device: z.string({ error: 'not_text' }).max(1000, 'max_length|1000').optional(),
};
export const secondFactorBody = z
  .strictObject(secondFactorAnswer)
  .refine(exactlyOne('totp', 'recovery', 'passkey'), {
    path: ['totp'],
    message: 'required',
    ...always,
  });
export const passkeyOptionsEndpoint = endpoint({
  name: 'auth.passkey_options',
  method: 'POST',
  path: '/passkey-options/',
  level: 'visitor',
  tag: 'Session',
  errors: [409, 429],
  summary: 'Begin to sign in with a passkey alone; what it answers goes to /second-factor/',
  body: z.strictObject({}).optional(),
  response: z.object({ challenge: z.string(), passkey: passkeyOptions }),
});
export const secondFactorGet = endpoint({
  ...setup,
  name: 'me.second_factor',
  secretsFrom: 'observer',
  method: 'GET',
  path: '/me/second-factor/',
  summary: 'Your second factors, and whether you must have one',
  response: z.object({
    required: z.boolean(),
    totp: z.object({ confirmed_at: instant }).nullable(),
    passkeys: integer,
    recovery_codes: integer,
    /** The origin for which passkeys can be created; null where browsers create none. */
    passkey_origin: z.string().nullable(),
    has_password: z.boolean(),
    /** Single sign-on linked to this account, and since when; null where it is not. */
    sso: z.object({ label: z.string().nullable(), linked_at: instant }).nullable(),
  }),
});
export const totpSet = endpoint({
  ...setup,
  name: 'me.totp_set',
  method: 'POST',
  path: '/me/second-factor/totp/',
  confirm: true,
  errors: [429],
  summary:
    'Set up an authenticator: without a body its secret, with a first code of it the recovery codes, shown once',
  body: z.strictObject({ code: code.optional() }).optional(),
  response: z.union([
    z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
    z.object({ recovery_codes: z.array(z.string()) }),
  ]),
});
export const totpDelete = endpoint({
  ...setup,
  name: 'me.totp_delete',
  method: 'DELETE',
  path: '/me/second-factor/totp/',
  confirm: true,
  summary: 'Remove your authenticator',
});
export const recoveryCodesRenew = endpoint({
  ...setup,
  name: 'me.recovery_codes',
  method: 'POST',
  path: '/me/second-factor/recovery-codes/',
  confirm: true,
  errors: [409],
  summary: 'Ten new recovery codes in place of the old ones; shown in this answer only',
  body: z.strictObject({}).optional(),
  response: z.object({ recovery_codes: z.array(z.string()) }),
});
const passkey = z.object({
  id: integer,
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
export const passkeysList = endpoint({
  ...setup,
  name: 'me.passkeys',
  secretsFrom: 'observer',
  method: 'GET',
  path: '/me/passkeys/',
  summary: 'Your passkeys',
  response: z.object({ results: z.array(passkey) }),
});
export const passkeysCreate = endpoint({
  ...setup,
  name: 'me.passkey_create',
  method: 'POST',
  path: '/me/passkeys/',
  confirm: true,
  errors: [409, 429],
  summary:
    'Add a passkey: without a body the options of the browser’s call, with its answer the passkey, and recovery codes with the first factor',
  body: z
    .strictObject({ challenge: secret, name: text(TEXT_LENGTHS.passkey.name), response: passkeyAnswer })
    .optional(),
  response: z.union([
    z.object({ challenge: z.string(), options: passkeyOptions }),
    z.object({ passkey, recovery_codes: z.array(z.string()) }),
  ]),
});
export const passkeysDelete = endpoint({
  ...setup,
  name: 'me.passkey_delete',
  method: 'DELETE',
  path: '/me/passkeys/{id}/',
  confirm: true,
  summary: 'Remove one of your passkeys',
});
export const usersRemoveFactors = endpoint({
  name: 'users.remove_second_factor',
  method: 'DELETE',
  path: '/users/{id}/second-factor/',
  level: 'privileged',
  resource: 'user',
  tag: 'Users',
  confirm: true,
  summary: 'Remove the second factors of somebody who lost them; both are told by e-mail',
});
const session = z.object({
  id: integer,
  created_at: instant,
  last_used_at: instant.nullable(),
  expires_at: instant,
  /** Browser and system, from the user agent; empty when unknown. */
  device: z.string(),
  address: z.string().nullable(),
  method: z.enum(['password', 'second_factor', 'passkey', 'sso']),
  current: z.boolean(),
});
export const sessionsList = endpoint({
  ...setup,
  name: 'me.sessions',
  secretsFrom: 'observer',
  method: 'GET',
  path: '/me/sessions/',
  summary: 'Where you are signed in',
  response: z.object({ results: z.array(session) }),
});
export const sessionsDeleteOthers = endpoint({
  ...setup,
  name: 'me.sessions_delete',
  method: 'DELETE',
  path: '/me/sessions/',
  confirm: true,
  summary: 'Sign out everywhere else',
});
export const sessionsDelete = endpoint({
  ...setup,
  name: 'me.session_delete',
  method: 'DELETE',
  path: '/me/sessions/{id}/',
  confirm: true,
  summary: 'Sign out one of your sessions',
});
export const confirmOptions = endpoint({
  ...setup,
  tag: 'Session',
  name: 'me.confirm_options',
  confirm: 'proof',
  method: 'POST',
  path: '/me/confirm/options/',
  summary: 'What you can confirm with: the password, codes, a passkey with its options, single sign-on',
  body: z.strictObject({}).optional(),
  response: z.object({
    methods: z.array(z.enum(CONFIRM_METHODS)),
    challenge: z.string(),
    passkey: passkeyOptions.nullable(),
  }),
});
/** How users sign in, among those the caller may see. */
export const securityGet = endpoint({
  name: 'security.get',
  method: 'GET',
  path: '/security/',
  level: 'privileged',
  secretsFrom: 'privileged',
  tag: 'Users',
  summary: 'Who must have a second factor and who lacks one, and how single sign-on is set up',
  response: z.object({
    second_factor: z.enum(SECOND_FACTOR_POLICIES),
    /** Minutes after which an unused session ends; null: only the limit of six hours. */
    session_idle: integer.nullable(),
    /** Active people whom the caller may see. */
    people: z.object({ count: integer, with_factor: integer, by_sso: integer }),
    /** Users who must have a second factor and have none: at most a hundred, by name. */
    lacking: z.array(z.object({ id: integer, name: z.string(), email: z.string() })),
    clients: z.array(z.object({ id: integer, name: z.string(), require_second_factor: z.boolean() })),
    sso: z
      .object({
        issuer: z.string(),
        label: z.string().nullable(),
        creates: z.boolean(),
        claim_client: z.string().nullable(),
        claim_groups: z.string().nullable(),
        /** Whether it answers now. */
        reachable: z.boolean(),
      })
      .nullable(),
  }),
});
