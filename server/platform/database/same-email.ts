import { sql } from 'kysely';

/** Whether a row's `email` is this one, but for the case of the letters a to z; as `foldEmail` of the domain has it. */
export const sameEmail = (email: string) =>
  sql<boolean>`lower(email collate "C") = lower(${email}::text collate "C")`;
