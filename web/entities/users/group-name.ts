import type { TextOf } from '../../lib/text.ts';

/** Name of a group in the reader's language; a group of an operator's own keeps its name. */
export function groupName(name: string, domain: TextOf<'domain'>): string {
  if (name === 'Manager') return domain('group.manager');
  return name === 'Operator' ? domain('group.operator') : name;
}
