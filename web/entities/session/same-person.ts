import { noAnswer, type Result } from '../../lib/api/result.ts';

/** The only person who may continue, and the message for anybody else. */
export interface OnlyPerson {
  readonly id: number | undefined;
  readonly otherwise: string;
}

/**
 * Whoever signs in again must be the person whose session ended: pending changes would otherwise be sent in
 * another person's name, based on what the first one read.
 */
export function samePerson<T extends { readonly user: { readonly id: number } }>(
  result: Result<T>,
  only: OnlyPerson | undefined,
): Result<T> {
  if (!result.ok || only === undefined || result.data.user.id === only.id) return result;
  return { ...noAnswer(), status: 403, code: 'other_person', errors: { user: [only.otherwise] } };
}
