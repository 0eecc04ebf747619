import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders its content right after the surrounding content has been painted, in slices that keep the page
 * responsive: for parts below what is read first. Until then their space is reserved.
 */
export function Later({ minHeight, children }: { minHeight?: number; children: ReactNode }) {
  const due = useDeferredValue(true, false);
  return due ? children : <div style={{ minHeight }} />;
}
