import { createHash } from 'node:crypto';
import { canonicalJson } from '@aerowatch/domain/canonical-json';

/** An entry in the chain: with hashes in place of personal data. */
export interface ChainEntry {
  readonly id: number;
  /** To the microsecond, in UTC. */
  readonly at: string;
  readonly user: number | null;
  readonly client: number | null;
  readonly action: string;
  readonly entity: string;
  readonly entity_id: number | null;
  readonly entity_name: string;
  /** As the database writes JSON: the same text for the same value. */
  readonly changes: string;
  readonly personal: Readonly<Record<string, string>>;
}

/** Before the first entry. */
export const FIRST_HASH = Buffer.alloc(32);

/** SHA-256 of the hash before and the canonical JSON of the entry. */
export function chainHash(before: Buffer, entry: ChainEntry): Buffer {
  return createHash('sha256')
    .update(before)
    .update(canonicalJson({ ...entry }))
    .digest();
}
