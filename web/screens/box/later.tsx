import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders its content right after what stands around it has been painted, in slices between which the page
 * answers: for parts below what is read first. Until then their room is kept.
 */
export function Later({ minHeight, children }: { minHeight?: number; children: ReactNode }) {
  const due = useDeferredValue(true, false);
  return due ? children : <div style={{ minHeight }} />;
}
