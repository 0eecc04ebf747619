/** Words of the audit log and of messages set aside that have a wording; others are shown as they came. */
export const AUDIT_ACTIONS = [
  'create',
  'update',
  'delete',
  'login',
  'logout',
  'archive',
  'reopen',
  'refresh',
  'credentials',
  'retry',
  'change_password',
  'reset_password',
  'revoke',
  'import',
  'restore',
  'cancel',
  'pause',
  'resume',
  'advance',
  'export',
] as const;
export const AUDIT_ENTITIES = [
  'boxes',
  'aeros',
  'alerts',
  'supervisors',
  'users',
  'clients',
  'tags',
  'keys',
  'firmwares',
  'rollouts',
  'notes',
  'notifications',
  'jobs',
] as const;
export const ASIDE_REASONS = [
  'not_json',
  'unreadable',
  'unknown_topic',
  'unknown_box',
  'no_such_aero',
  'too_many_measures',
  'future',
  'already_replayed',
] as const;

export function isKnown<const T extends readonly string[]>(words: T, word: string): word is T[number] {
  return words.includes(word);
}
