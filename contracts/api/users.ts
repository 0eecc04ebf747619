import { MORNINGS } from '@aerowatch/domain/forecast/mornings';
import { FORMATS } from '@aerowatch/domain/formats';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import {
  ADDRESS_FIELDS,
  type AddressField,
  addressField,
  CHANNEL_KEYS,
  CHANNELS,
  FORMAT_CHANNELS,
  type FormatChannel,
  type FormatField,
  formatField,
  NOTIFY_FIELDS,
  OWN_CHANNELS,
} from '@aerowatch/domain/notifications/channels';
import type { OwnAddress } from '@aerowatch/domain/notifications/own-addresses';
import { isTimeZone } from '@aerowatch/domain/series/time-zone';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  fieldsOf,
  flag,
  id,
  idList,
  instant,
  integer,
  listQuery,
  missingOr,
  oneOf,
  page,
  stamps,
  text,
  whole,
} from '../fields.ts';
import { newPassword } from './password.ts';

/** What a session must do before it may do anything else. */
export const LIMITS = ['second_factor_required', 'password_change_required'] as const;
export const UNIT_SYSTEMS = ['metric', 'imperial'] as const;
export const THEMES = ['light', 'dark'] as const;

/** IANA time zone known to this runtime. */
const timeZone = z.string({ error: missingOr('not_text') }).refine(isTimeZone, 'time_zone');
const hourMinute = z.string('not_text').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'hour_minute');
const phone = z
  .string()
  .trim()
  .regex(new RegExp(`${FORMATS.phone.source}|^$`), 'phone')
  .nullable();
const emailField = z
  .email({ error: (issue) => (issue.input === '' ? 'required' : missingOr('email')(issue)) })
  .max(TEXT_LENGTHS.person.email, `max_length|${TEXT_LENGTHS.person.email}`);

/** A channel's own address; masked when read, and a mask sent back changes nothing. Empty or null: none. */
const addressOf = ({ kind, pattern }: OwnAddress) =>
  z
    .string({ error: 'not_text' })
    .trim()
    .max(TEXT_LENGTHS.channel.address, `max_length|${TEXT_LENGTHS.channel.address}`)
    .regex(pattern, `${kind}_address`)
    .nullable();
const addressFields = Object.fromEntries(
  OWN_CHANNELS.map((key) => [addressField(key), addressOf(CHANNELS[key].address)]),
) as Record<AddressField, ReturnType<typeof addressOf>>;
const formatOf = (key: FormatChannel) => CHANNELS[key].address.formats.keys;
/** The formats of each channel that has several, by their schema. */
const formatFields = <T extends z.ZodType>(schema: (keys: ReturnType<typeof formatOf>) => T) =>
  Object.fromEntries(FORMAT_CHANNELS.map((key) => [formatField(key), schema(formatOf(key))])) as Record<
    FormatField,
    T
  >;

/** What users may change of themselves. */
export const ownFields = {
  first_name: text(TEXT_LENGTHS.person.first_name),
  last_name: text(TEXT_LENGTHS.person.last_name),
  email: emailField,
  phone,
  language: oneOf(LANGUAGE_KEYS),
  unit_system: oneOf(UNIT_SYSTEMS),
  theme: oneOf(THEMES),
  time_zone: timeZone,
  /** Whether to notify also when an alert has cleared, if its opening was notified. */
  notify_over: z.boolean('not_boolean'),
  /** Minutes after which an unseen alert of high severity is notified again; null: never. */
  repeat_after: whole(5, 1440).nullable(),
  /** Quiet hours during which e-mails and SMS of low and medium severity wait; null: never. */
  quiet_from: hourMinute.nullable(),
  quiet_to: hourMinute.nullable(),
  /** The weekday (own time zone) on whose morning the week ahead is sent by e-mail; null: never. */
  week_ahead: oneOf(MORNINGS).nullable(),
  ...fieldsOf(NOTIFY_FIELDS, z.boolean('not_boolean')),
  ...addressFields,
  ...formatFields((keys) => oneOf(keys).nullable()),
};
/** Fields that only people who manage users may change. */
const managedFields = {
  is_staff: z.boolean('not_boolean'),
  is_superuser: z.boolean('not_boolean'),
  is_active: z.boolean('not_boolean'),
  groups: z.array(id).max(20, 'max_items|20'),
  client: id.nullable(),
};
export const user = z.object({
  id: integer,
  ...stamps,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  language: z.enum(LANGUAGE_KEYS),
  avatar: z.string().nullable(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  groups: z.array(integer),
  client: integer.nullable(),
  is_active: z.boolean(),
  unit_system: z.enum(UNIT_SYSTEMS),
  theme: z.enum(THEMES),
  time_zone: z.string(),
  notify_over: z.boolean(),
  repeat_after: integer.nullable(),
  quiet_from: z.string().nullable(),
  quiet_to: z.string().nullable(),
  week_ahead: z.enum(MORNINGS).nullable(),
  ...fieldsOf(NOTIFY_FIELDS, z.boolean()),
  ...fieldsOf(ADDRESS_FIELDS, z.string().nullable()),
  ...formatFields((keys) => z.enum(keys).nullable()),
  /** Chosen channels without an address: no phone number, no webhook, no browser any more. */
  unreached: z.array(z.enum(CHANNEL_KEYS)),
  last_login: instant.nullable(),
  /** Only in one's own profile: the e-mail address that awaits confirmation. */
  email_pending: z.string().nullable().optional(),
  /** Only in one's own profile: what this session must do before anything else. */
  limited: z.enum(LIMITS).optional(),
});
export type User = z.infer<typeof user>;

/** Fields that control access and rights, and where messages about the client's boxes are sent. */
const GUARDED = [...Object.keys(managedFields), 'email', 'password', ...ADDRESS_FIELDS];

/** Read-only fields of a profile that is sent back whole; they are accepted and ignored. */
const echoed = {
  id: z.unknown(),
  created_at: z.unknown(),
  updated_at: z.unknown(),
  avatar: z.unknown(),
  unreached: z.unknown(),
  last_login: z.unknown(),
  email_pending: z.unknown(),
  limited: z.unknown(),
};
const changes = z.strictObject({ ...ownFields, ...managedFields, password: newPassword }).partial();

/** A link to choose a password: sent by e-mail, or shown once where none can be sent. */
const invitation = z.object({
  mailed: z.boolean(),
  link: z.string().nullable(),
  expires_at: instant,
});
export type Invitation = z.infer<typeof invitation>;

export const usersList = endpoint({
  name: 'users.list',
  method: 'GET',
  path: '/users/',
  level: 'member',
  tag: 'Users',
  summary: 'Users of your client',
  query: listQuery(
    ['id', 'first_name', 'last_name', 'email', 'client', 'last_login', 'created_at', 'updated_at'],
    {
      ...byChange,
      client: idList.optional(),
      groups: idList.optional(),
      is_active: flag.optional(),
      is_staff: flag.optional(),
      is_superuser: flag.optional(),
      language: z.string().optional(),
      email: z.string().optional(),
    },
  ),
  response: page(user),
});
export const usersCreate = endpoint({
  name: 'users.create',
  confirm: true,
  method: 'POST',
  path: '/users/',
  level: 'privileged',
  tag: 'Users',
  status: 201,
  summary: 'Create a user; without a password they are invited to choose one',
  body: z.strictObject({
    email: emailField,
    password: newPassword.optional(),
    first_name: text(TEXT_LENGTHS.person.first_name),
    last_name: text(TEXT_LENGTHS.person.last_name),
    ...z
      .object({ ...ownFields, ...managedFields })
      .omit({ email: true, first_name: true, last_name: true })
      .partial().shape,
  }),
  response: user.extend({ invitation: invitation.optional() }),
});
export const usersGet = endpoint({
  name: 'users.get',
  method: 'GET',
  path: '/users/{id}/',
  level: 'member',
  resource: 'user',
  tag: 'Users',
  summary: 'One user',
  response: user,
});
export const usersPut = endpoint({
  name: 'users.put',
  confirm: { changing: GUARDED },
  method: 'PUT',
  path: '/users/{id}/',
  level: 'privileged',
  ownRecord: true,
  resource: 'user',
  tag: 'Users',
  errors: [409, 412],
  summary:
    'Replace a user; everyone may send their own whole profile, of which only their own fields are taken',
  body: changes.extend(echoed).partial(),
  response: user,
});
export const usersPatch = endpoint({
  name: 'users.patch',
  confirm: { changing: GUARDED },
  method: 'PATCH',
  path: '/users/{id}/',
  level: 'privileged',
  ownRecord: true,
  resource: 'user',
  tag: 'Users',
  errors: [409, 412],
  summary: 'Change some fields of a user',
  body: changes,
  response: user,
});
export const usersInvite = endpoint({
  name: 'users.invite',
  confirm: true,
  method: 'POST',
  path: '/users/{id}/invite/',
  level: 'privileged',
  resource: 'user',
  tag: 'Users',
  errors: [409],
  summary: 'Send somebody a link to choose a password (7 days, once); links of before end',
  body: z.strictObject({}).optional(),
  response: invitation,
});
export const usersDelete = endpoint({
  name: 'users.delete',
  confirm: true,
  method: 'DELETE',
  path: '/users/{id}/',
  level: 'privileged',
  resource: 'user',
  tag: 'Users',
  errors: [409, 412],
  summary: 'Delete a user; what they did stays in the audit log under a pseudonym',
});
export const groupsList = endpoint({
  name: 'groups.list',
  method: 'GET',
  path: '/groups/',
  level: 'member',
  tag: 'Users',
  summary: 'Roles that exist',
  query: listQuery(['id', 'name'], {}),
  response: page(z.object({ id: integer, name: z.string() })),
});
export const meGet = endpoint({
  name: 'me.get',
  whileLimited: true,
  method: 'GET',
  path: '/me/',
  level: 'member',
  tag: 'Profile',
  summary: 'Your profile and preferences',
  response: user,
});
export const mePatch = endpoint({
  name: 'me.patch',
  confirm: { changing: ['email', ...ADDRESS_FIELDS] },
  method: 'PATCH',
  path: '/me/',
  level: 'observer',
  tag: 'Profile',
  errors: [412, 429],
  summary:
    'Change your profile or preferences; another e-mail asks for your password, beside it or given lately, and holds once the link sent to it was followed',
  body: z
    .strictObject({
      ...ownFields,
      password: z.string({ error: 'required' }).min(1, 'required').max(1000, 'max_length|1000'),
    })
    .partial(),
  response: user,
});
export const confirmEmail = endpoint({
  name: 'me.confirm_email',
  method: 'POST',
  path: '/confirm-email/',
  level: 'visitor',
  tag: 'Profile',
  errors: [429],
  summary: 'Take a new e-mail over by the uid and token of the link sent to it (24 hours, once)',
  body: z.strictObject({ uid: text(100), token: text(200) }),
  response: z.object({ email: z.string(), detail: z.string() }),
});
export const mePassword = endpoint({
  name: 'me.password',
  confirm: 'proof',
  whileLimited: true,
  method: 'POST',
  path: '/me/password/',
  level: 'observer',
  tag: 'Profile',
  errors: [429],
  summary:
    'Change your password; signs out every other session, and gives this one another token (X-Session-Token)',
  body: z.strictObject({
    old_password: z.string({ error: 'required' }).min(1, 'required').max(1000, 'max_length|1000'),
    new_password: newPassword,
  }),
});
export const meTestNotification = endpoint({
  name: 'me.test_notification',
  confirm: 'own',
  method: 'POST',
  path: '/me/test-notification/',
  level: 'observer',
  tag: 'Profile',
  status: 202,
  errors: [409, 429],
  summary: 'Send yourself a test message',
  body: z.strictObject({ channel: oneOf(CHANNEL_KEYS) }),
  response: z.object({ notification: integer }),
});
export const meData = endpoint({
  name: 'me.data',
  recorded: 'export',
  method: 'GET',
  path: '/me/data/',
  level: 'member',
  tag: 'Profile',
  secretsFrom: 'member',
  summary: 'Everything the console keeps about you',
  response: z.record(z.string(), z.unknown()),
});
