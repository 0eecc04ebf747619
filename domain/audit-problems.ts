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

/** What can be wrong with an exported log besides. */
export const EXPORT_PROBLEMS = ['unreadable', 'unsigned', 'other_end', 'other_key'] as const;

export type ChainProblemCode = (typeof CHAIN_PROBLEMS)[number];
export type AuditProblemCode = ChainProblemCode | (typeof EXPORT_PROBLEMS)[number];

/** One thing that does not hold, as a code with what it is about; the words for it stand in i18n. */
export interface AuditProblem<Code extends AuditProblemCode = AuditProblemCode> {
  readonly code: Code;
  /** Number of the entry in the chain; the first of those that are missing; the line of a file that cannot be read. */
  readonly entry?: number;
  /** The last of those that are missing. */
  readonly until?: number;
  /** When (ISO 8601, UTC) and what the changed entry says it was. */
  readonly at?: string;
  readonly action?: string;
  /** How many entries. */
  readonly count?: number;
  /** The key that is known, as SHA-256 in hex. */
  readonly key?: string;
}
