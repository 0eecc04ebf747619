import { createHash, randomBytes } from 'node:crypto';
import type { Change } from './diff.ts';

/** Fields of a user that tell who somebody is. */
export const PERSONAL_FIELDS: readonly string[] = ['email', 'first_name', 'last_name', 'phone', 'name'];
/** Fields of other things that name a person by id; the name stands beside them as `…_name`. */
export const NAMING_FIELDS = [
  'user',
  'assignee',
  'created_by',
  'accepted_by',
  'closed_by',
  'seen_by',
  'started_by',
  'approved_by',
] as const;
const NAMES = new Set<string>(NAMING_FIELDS.map((field) => `${field}_name`));
const ERASED: Change = { from: '•', to: '•' };

/** The personal data of an entry: kept beside it and removed with the person. */
export interface PersonalPart {
  readonly part: 'actor' | 'subject';
  readonly person: number | null;
  readonly salt: Buffer;
  readonly content: string;
  /** Hexadecimal; stands in the entry. */
  readonly hash: string;
}
export interface ActorContent {
  readonly user_name: string;
  readonly address: string | null;
  readonly device: string | null;
}
export interface SubjectContent {
  readonly entity_name: string;
  readonly changes: Readonly<Record<string, Change>>;
}

/** The salt keeps anybody from finding the name or address again by trying them all. */
export function personalPart(
  part: PersonalPart['part'],
  person: number | null,
  held: ActorContent | SubjectContent,
): PersonalPart {
  const salt = randomBytes(16);
  // Half of a surrogate pair is no text: PostgreSQL would keep its escape and never read it again.
  const content = JSON.stringify(held, (_key, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  return { part, person, salt, content, hash: personalHash(salt, content) };
}

export function personalHash(salt: Buffer, content: string): string {
  return createHash('sha256').update(salt).update(content).digest('hex');
}

/**
 * Changes with people by their number alone: nothing can be taken out of the chain, and a name has to go with its
 * account. Whoever reads the log is told the names of those who are there.
 */
export function byNumber(changes: Readonly<Record<string, Change>>): Record<string, Change> {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !NAMES.has(field)));
}

/** Changes of a user without their personal values, and those values. */
export function withoutPerson(changes: Readonly<Record<string, Change>>): {
  kept: Record<string, Change>;
  personal: Record<string, Change>;
} {
  const kept: [string, Change][] = [];
  const personal: [string, Change][] = [];
  for (const [name, change] of Object.entries(changes))
    if (PERSONAL_FIELDS.includes(name)) {
      kept.push([name, ERASED]);
      personal.push([name, change]);
    } else kept.push([name, change]);
  return { kept: Object.fromEntries(kept), personal: Object.fromEntries(personal) };
}
