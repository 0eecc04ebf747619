import { type FieldErrors, flatErrors } from '../../lib/api/result.ts';

/** Fields that the form has only once for all the orders it creates. */
const SHARED = ['severity', 'due_on', 'assignee', 'title', 'description'] as const;
type Shared = (typeof SHARED)[number];

/**
 * `{orders: {0: {assignee: ['…']}, 1: {assignee: ['…']}}}` → the message at the form's single field; `rest`
 * holds the errors without a field.
 */
export function sharedErrors(errors: FieldErrors): {
  fields: Partial<Record<Shared, string>>;
  rest: string[];
} {
  const fields: Partial<Record<Shared, string>> = {};
  const rest = new Set<string>();
  for (const [path, said] of Object.entries(flatErrors(errors))) {
    const field = /^orders\.\d+\.(\w+)/.exec(path)?.[1];
    const shared = SHARED.find((one) => one === field);
    if (shared === undefined) rest.add(said);
    else fields[shared] ??= said;
  }
  return { fields, rest: [...rest] };
}
