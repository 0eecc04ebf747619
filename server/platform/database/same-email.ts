import { sql } from 'kysely';

/**
 * Whether a row's `email` is this one, ignoring the case of the letters a to z, like `foldEmail` of the
 * domain.
 */
export const sameEmail = (email: string) =>
  sql<boolean>`lower(email collate "C") = lower(${email}::text collate "C")`;
