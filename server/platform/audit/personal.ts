import { createHash, randomBytes } from 'node:crypto';
import type { Change } from './diff.ts';

/** Fields of a user that identify them. */
export const PERSONAL_FIELDS: readonly string[] = ['email', 'first_name', 'last_name', 'phone', 'name'];
/** Fields of other things that refer to a person by id; the name is stored beside them as `…_name`. */
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
  /** Hexadecimal; also stored in the entry. */
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

/** The salt prevents anybody from recovering the name or address by trying all of them. */
export function personalPart(
  part: PersonalPart['part'],
  person: number | null,
  held: ActorContent | SubjectContent,
): PersonalPart {
  const salt = randomBytes(16);
  // Half of a surrogate pair is no valid text: PostgreSQL would store its escape and could never read it
  // again.
  const content = JSON.stringify(held, (_key, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  return { part, person, salt, content, hash: personalHash(salt, content) };
}

export function personalHash(salt: Buffer, content: string): string {
  return createHash('sha256').update(salt).update(content).digest('hex');
}

/**
 * Changes with people as numbers only: nothing can be removed from the chain, but a name must be deleted with
 * its account. Readers of the log see the names of existing people.
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
