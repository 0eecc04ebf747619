/** Levels of access, from the customer's specification section 6. Each includes the ones before it. */
export const LEVELS = ['visitor', 'member', 'privileged', 'admin'] as const;
export type Level = (typeof LEVELS)[number];

/** Group whose members are privileged. */
export const MANAGER_GROUP = 1;

/** Level of a signed-in user: admin by is_staff or is_superuser, privileged by group 1, else member. */
export function levelOf(user: {
  is_staff: boolean;
  is_superuser: boolean;
  groups: readonly number[];
}): Level {
  if (user.is_staff || user.is_superuser) return 'admin';
  return user.groups.includes(MANAGER_GROUP) ? 'privileged' : 'member';
}

/**
 * What an API key may be let do, beside its name. An endpoint names the one scope that opens it to keys;
 * a key has any of them, none includes another.
 */
export const KEY_SCOPES = ['read', 'work_orders:write', 'measures:write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A key lives a year unless it is told otherwise, and five years at most; its owner is told before. In days. */
export const KEY_DAYS = { usual: 365, most: 1826, told: 14 } as const;

/** Whether `level` grants what `needed` asks. */
export function grants(level: Level, needed: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(needed);
}
