import type { usersPatch } from '@aerowatch/contracts/api/users';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import { ADDRESS_FIELDS, FORMAT_FIELDS, NOTIFY_FIELDS } from '@aerowatch/domain/notifications/channels';
import { BadRequest, Forbidden } from '../../platform/errors.ts';
import { may, type UserViewer } from '../../platform/viewer.ts';
import type { UserRow } from './store.ts';

export type UserChange = BodyOf<typeof usersPatch>;
type Field = keyof UserChange;

export const OWN_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'language',
  'unit_system',
  'theme',
  'time_zone',
  'notify_over',
  'repeat_after',
  'quiet_from',
  'quiet_to',
  'week_ahead',
  ...NOTIFY_FIELDS,
  ...ADDRESS_FIELDS,
  ...FORMAT_FIELDS,
] as const satisfies readonly Field[];
const MANAGED_FIELDS = [
  'is_staff',
  'is_superuser',
  'is_active',
  'groups',
  'client',
] as const satisfies readonly Field[];
/** Fields that only an administrator may set. */
const ADMIN_FIELDS: readonly Field[] = ['is_staff', 'is_superuser', 'client'];

export const isAdmin = (user: { is_staff: boolean; is_superuser: boolean }) =>
  user.is_staff || user.is_superuser;

/**
 * Whether the viewer manages this user: administrators everybody, privileged users their client's
 * non-administrators.
 */
export function manages(viewer: UserViewer, user: UserRow): boolean {
  if (viewer.level === 'admin') return true;
  return (
    may(viewer, 'privileged') &&
    viewer.clientId !== null &&
    user.client_id === viewer.clientId &&
    !isAdmin(user)
  );
}

/**
 * The part of a change that this viewer may make. A whole profile (PUT) sent by its own user is reduced to
 * their own fields; otherwise a changed field beyond the viewer's rights is a 403.
 */
export function permittedChange(
  viewer: UserViewer,
  before: UserRow,
  sent: UserChange,
  whole: boolean,
): UserChange {
  const own = viewer.id === before.id;
  const managed = manages(viewer, before);
  if (!own && !managed) throw new Forbidden();
  if (own && sent.password !== undefined) throw new BadRequest({ password: ['password_own'] });
  // A user's own e-mail needs the password and a link, so it is changed in the profile.
  if (own && sent.email !== undefined && sent.email !== before.email)
    throw new BadRequest({ email: ['email_own'] });
  const change: UserChange = pick(sent, [...OWN_FIELDS, 'password']);
  if (own && whole && viewer.level !== 'admin') return change;
  for (const field of MANAGED_FIELDS.filter((name) => differs(before, sent, name)))
    if (!managed || (viewer.level !== 'admin' && ADMIN_FIELDS.includes(field))) throw new Forbidden();
  return { ...change, ...pick(sent, MANAGED_FIELDS) };
}

/** Whether a change grants or removes access, or changes rights. */
export function takesProof(before: UserRow, change: UserChange): boolean {
  const moves = change.email !== undefined && change.email !== before.email;
  return (
    moves || change.password !== undefined || MANAGED_FIELDS.some((name) => differs(before, change, name))
  );
}

/** A new user: privileged users create them for their own client and without administrator rights. */
export function permittedNew<T extends UserChange>(
  viewer: UserViewer,
  sent: T,
): T & { client: number | null } {
  if (viewer.level === 'admin') return { ...sent, client: sent.client ?? null };
  const elsewhere = sent.client !== undefined && sent.client !== viewer.clientId;
  if (viewer.clientId === null || elsewhere || sent.is_staff === true || sent.is_superuser === true)
    throw new Forbidden();
  return { ...sent, client: viewer.clientId };
}

function differs(before: UserRow, sent: UserChange, field: (typeof MANAGED_FIELDS)[number]): boolean {
  const value = sent[field];
  if (value === undefined) return false;
  if (field === 'groups') return [...new Set(sent.groups)].sort().join() !== [...before.groups].sort().join();
  return value !== (field === 'client' ? before.client_id : before[field]);
}

function pick(sent: UserChange, fields: readonly Field[]): UserChange {
  return Object.fromEntries(
    fields.filter((field) => sent[field] !== undefined).map((field) => [field, sent[field]]),
  );
}

/** Quiet hours need a start and an end that differ; with only one they would silently have no effect. */
export function refuseHalfQuiet(change: UserChange, before?: UserRow): void {
  if (change.quiet_from === undefined && change.quiet_to === undefined) return;
  const from = change.quiet_from === undefined ? (before?.quiet_from ?? null) : change.quiet_from;
  const to = change.quiet_to === undefined ? (before?.quiet_to ?? null) : change.quiet_to;
  if ((from === null) !== (to === null))
    throw new BadRequest({ [from === null ? 'quiet_from' : 'quiet_to']: ['quiet_both'] });
  if (from !== null && from === to) throw new BadRequest({ quiet_to: ['quiet_same'] });
}
