import { BadRequest, type FieldErrors } from '../../platform/errors.ts';
import { isCheck } from './present.ts';
import type { StoredCheck } from './schema.ts';

interface SentCheck {
  readonly code?: string | null | undefined;
  readonly text?: string | undefined;
  readonly done: boolean;
  readonly note: string;
}

/** Lines as stored: standard ones by code only, so that each reader sees them in their own language. */
export function storedChecks(checks: readonly SentCheck[]): StoredCheck[] {
  const errors: FieldErrors = {};
  const stored = checks.map(({ code = null, text = '', done, note }, index): StoredCheck => {
    if (isCheck(code)) return { code, text: '', done, note };
    if (text === '') errors[index] = { text: ['required'] };
    return { code: null, text, done, note };
  });
  if (Object.keys(errors).length > 0) throw new BadRequest({ checklist: errors });
  return stored;
}
