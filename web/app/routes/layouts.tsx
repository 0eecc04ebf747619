import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Splash } from '../splash.tsx';

export const loadShell = () => import('../shell/shell.tsx');
export const loadVisitor = () => import('../visitor/visitor-layout.tsx');
const Shell = lazyPart(loadShell);
const Visitor = lazyPart(loadVisitor);

/** Loaded separately: the sign-in page does not need the shell. */
export function ShellLayout() {
  return (
    <Suspense fallback={<Splash />}>
      <Shell />
    </Suspense>
  );
}
export function VisitorLayout() {
  return (
    <Suspense fallback={<Splash />}>
      <Visitor />
    </Suspense>
  );
}
