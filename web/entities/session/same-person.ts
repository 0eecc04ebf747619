import { noAnswer, type Result } from '../../lib/api/result.ts';

/** Who may go on, and the words for who may not. */
export interface OnlyPerson {
  readonly id: number | undefined;
  readonly otherwise: string;
}

/**
 * Who signs in again in the middle of something must be who began it: what waits would be sent in another
 * person's name, over what was read for the first.
 */
export function samePerson<T extends { readonly user: { readonly id: number } }>(
  result: Result<T>,
  only: OnlyPerson | undefined,
): Result<T> {
  if (!result.ok || only === undefined || result.data.user.id === only.id) return result;
  return { ...noAnswer(), status: 403, code: 'other_person', errors: { user: [only.otherwise] } };
}
