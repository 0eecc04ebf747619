import { useRead } from '../lib/api/read.ts';

export const DEFAULT_TITLE = 'AeroWatch';
/** The product title an operator chose. */
export function useProductTitle(): string {
  return useRead('meta', {}).data?.title ?? DEFAULT_TITLE;
}
