import { Suspense } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { Splash } from './splash.tsx';

const Shell = lazyPart(() => import('./shell/shell.tsx'));
const Visitor = lazyPart(() => import('./visitor-layout.tsx'));

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
