import { lazy, Suspense } from 'react';
import { loadWithin } from './chunk-failure.ts';
import { Splash } from './splash.tsx';

const Shell = lazy(() => loadWithin(() => import('./shell/shell.tsx')));
const Visitor = lazy(() => loadWithin(() => import('./visitor-layout.tsx')));

/** Loaded apart: the sign-in page does not carry the shell. */
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
