import type { Body } from '../../lib/api/contract.ts';

export type OrderChange = Body<'workOrdersPatch'>;

/** Changes a reference; `overtaken` if somebody else stored one that is not `known`. */
export function referenceEdit(
  stored: string,
  text: string,
  known: readonly string[],
): OrderChange | 'overtaken' {
  if (stored !== text && !known.includes(stored)) return 'overtaken';
  return { external_reference: text === '' ? null : text };
}
