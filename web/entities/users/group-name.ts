import type { TextOf } from '../../lib/text.ts';

const NAMES = { Manager: 'group.manager', Operator: 'group.operator', Observer: 'group.observer' } as const;

/** Name of a group in the user's language; groups created by the operator keep their name. */
export function groupName(name: string, domain: TextOf<'domain'>): string {
  const key = (NAMES as Partial<Record<string, (typeof NAMES)[keyof typeof NAMES]>>)[name];
  return key === undefined ? name : domain(key);
}
