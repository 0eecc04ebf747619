import type { Level } from '@aerowatch/domain/access';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { lazyPart } from '../../lib/lazy-part.ts';
import { SCREEN_KEYS, type ScreenKey, screenOf } from '../../lib/screens.ts';
import { NotFound } from '../../ui/states/not-found.tsx';
import { ShellLayout, VisitorLayout } from './layouts.tsx';
import { type Outcome, outcomeOf } from './outcome.ts';
import { AfterSignIn, ToLogin } from './redirects.tsx';
import { RootLayout } from './root-layout.tsx';
import { loadOf } from './screen-files.ts';

const Limited = lazyPart(() => import('./limited.tsx'));
const lazies = new Map<ScreenKey, ComponentType>();
function elementOf(key: ScreenKey) {
  const Lazy = lazies.get(key) ?? lazyPart(loadOf(key));
  lazies.set(key, Lazy);
  return <Lazy />;
}
const screen = (key: ScreenKey): RouteObject => ({ path: screenOf(key).path, element: elementOf(key) });
const elsewhere = (key: ScreenKey, element: RouteObject['element']): RouteObject => ({
  path: screenOf(key).path,
  element,
});

/** Every component in every state; only during development, in no build. */
const Gallery = import.meta.env.DEV ? lazyPart(() => import('../gallery/gallery.tsx')) : null;
const GALLERY: RouteObject[] = Gallery ? [{ path: '/gallery', element: <Gallery /> }] : [];
const NOT_FOUND: RouteObject = { path: '*', element: <NotFound /> };

/** The routes of a level: a screen above it is not registered, so its address is not found. */
export function routesFor(level: Level, limited = false): RouteObject[] {
  if (limited) {
    const only = { path: '*', element: <Limited /> };
    return [{ element: <RootLayout />, children: [{ element: <VisitorLayout />, children: [only] }] }];
  }
  const of = (what: Outcome): ScreenKey[] => SCREEN_KEYS.filter((key) => outcomeOf(level, key) === what);
  const Layout = level === 'visitor' ? VisitorLayout : ShellLayout;
  const inside: RouteObject[] = [
    {
      element: <Layout />,
      children: [
        ...of('screen').map(screen),
        ...of('after-sign-in').map((key) => elsewhere(key, <AfterSignIn />)),
        NOT_FOUND,
      ],
    },
    ...of('to-login').map((key) => elsewhere(key, <ToLogin />)),
  ];
  return [{ element: <RootLayout />, children: [...GALLERY, ...inside] }];
}
