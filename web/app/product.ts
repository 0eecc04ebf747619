import { useMeta } from '../lib/meta.ts';

/** The product title an operator chose. */
export function useProductTitle(): string {
  return useMeta()?.title ?? 'AeroWatch';
}
