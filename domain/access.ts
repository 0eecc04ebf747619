/**
 * The customer's levels of access, each including those before it, and the observer, who reads what a member
 * reads and changes only their own settings.
 */
export const LEVELS = ['visitor', 'observer', 'member', 'privileged', 'admin'] as const;
export type Level = (typeof LEVELS)[number];

/** Group whose members are privileged. */
export const MANAGER_GROUP = 1;
export const OPERATOR_GROUP = 2;
/**
 * Role groups of an identity provider can be mapped to: the group they grant here, or an administrator's
 * rights.
 */
export const OBSERVER_GROUP = 3;

/** Roles that groups of an identity provider can stand for: the group they give here, or an administrator's rights. */
export const SSO_ROLES = {
  admin: null,
  manager: MANAGER_GROUP,
  operator: OPERATOR_GROUP,
  observer: OBSERVER_GROUP,
} as const;
export type SsoRole = keyof typeof SSO_ROLES;

/** Minutes for which a confirmation by password or factor is valid. */
export const CONFIRMED_MINUTES = 10;

/**
 * Level of a signed-in user: admin by is_staff or is_superuser, privileged by group 1, observer by group 3
 * alone, else member. Roles add up: a user who is Operator and Observer is a member.
 */
export function levelOf(user: {
  is_staff: boolean;
  is_superuser: boolean;
  groups: readonly number[];
}): Level {
  if (user.is_staff || user.is_superuser) return 'admin';
  if (user.groups.includes(MANAGER_GROUP)) return 'privileged';
  const observes = user.groups.includes(OBSERVER_GROUP) && !user.groups.includes(OPERATOR_GROUP);
  return observes ? 'observer' : 'member';
}

/**
 * What an API key may do. An endpoint names the one scope that opens it to keys; a key has any number of
 * scopes, and none includes another.
 */
export const KEY_SCOPES = ['read', 'work_orders:write', 'measures:write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * Lifetime of a key in days: a year by default, at most five years with two leap days. The owner is notified
 * before it ends.
 */
export const KEY_DAYS = { usual: 365, most: 1827, told: 14 } as const;

/** Who must have a second factor, from nobody to everybody; `staff` are administrators. */
export const SECOND_FACTOR_POLICIES = ['optional', 'staff', 'privileged', 'all'] as const;
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];
const MIN_LEVEL = { staff: 'admin', privileged: 'privileged', all: 'observer' } as const;

/**
 * Whether a user of this level must have a second factor, by the policy or because the client requires it.
 */
export function mustHaveSecondFactor(
  policy: SecondFactorPolicy,
  level: Level,
  clientRequires: boolean,
): boolean {
  return clientRequires || (policy !== 'optional' && grants(level, MIN_LEVEL[policy]));
}

/** Whether `level` includes `needed`. */
export function grants(level: Level, needed: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(needed);
}
