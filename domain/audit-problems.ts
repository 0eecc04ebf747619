/** What can be wrong with the chain of the audit log as the database holds it. */
export const CHAIN_PROBLEMS = [
  'missing',
  'removed',
  'changed',
  'actor_removed',
  'actor_changed',
  'subject_removed',
  'subject_changed',
  'never_chained',
  'late',
  'cut',
  'rewritten',
  'head_forged',
] as const;

/** What can be wrong with an exported log in addition. */
export const EXPORT_PROBLEMS = ['unreadable', 'unsigned', 'other_end', 'other_key'] as const;

export type ChainProblemCode = (typeof CHAIN_PROBLEMS)[number];
export type AuditProblemCode = ChainProblemCode | (typeof EXPORT_PROBLEMS)[number];

/** One problem, as a code with the entry it is about; its texts stand in i18n. */
export interface AuditProblem<Code extends AuditProblemCode = AuditProblemCode> {
  readonly code: Code;
  /** Number of the entry in the chain, of the first missing entry, or of the unreadable line of a file. */
  readonly entry?: number;
  /** Number of the last missing entry. */
  readonly until?: number;
  /** Time (ISO 8601, UTC) and action that the changed entry states. */
  readonly at?: string;
  readonly action?: string;
  /** How many entries. */
  readonly count?: number;
  /** The known key, as SHA-256 in hex. */
  readonly key?: string;
}
