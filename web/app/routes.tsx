import { grants, type Level } from '@aerowatch/domain/access';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { lazyPart } from '../lib/lazy-part.ts';
import { SCREEN_KEYS, type ScreenKey, screenOf } from '../lib/screens.ts';
import { NotFound } from '../ui/not-found.tsx';
import { ShellLayout, VisitorLayout } from './layouts.tsx';
import { AfterSignIn, ToLogin } from './redirects.tsx';
import { RootLayout } from './root-layout.tsx';

const Limited = lazyPart(() => import('./limited.tsx'));
const files = import.meta.glob<{ default: ComponentType }>('../screens/*/*-screen.tsx');
const lazies = new Map<ScreenKey, ComponentType>();
function elementOf(key: ScreenKey) {
  const load = files[`../screens/${screenOf(key).component}-screen.tsx`]!;
  const Lazy = lazies.get(key) ?? lazyPart(load);
  lazies.set(key, Lazy);
  return <Lazy />;
}
const screen = (key: ScreenKey): RouteObject => ({ path: screenOf(key).path, element: elementOf(key) });
const elsewhere = (key: ScreenKey, element: RouteObject['element']): RouteObject => ({
  path: screenOf(key).path,
  element,
});

const ofLevel = (wanted: (level: ReturnType<typeof screenOf>['level']) => boolean): ScreenKey[] =>
  SCREEN_KEYS.filter((key) => wanted(screenOf(key).level));
const PUBLIC = ofLevel((level) => level === 'everybody');
const VISITORS = ofLevel((level) => level === 'visitor');
const SIGNED_IN = ofLevel((level) => level !== 'visitor' && level !== 'everybody');
const may = (level: Level, key: ScreenKey): boolean => grants(level, screenOf(key).level as Level);
/** Every part in every state; only while developing, in no build. */
const Gallery = import.meta.env.DEV ? lazyPart(() => import('./gallery/gallery.tsx')) : null;
const GALLERY: RouteObject[] = Gallery ? [{ path: '/gallery', element: <Gallery /> }] : [];
const NOT_FOUND: RouteObject = { path: '*', element: <NotFound /> };

/** The routes of a level: a screen above it is not registered, so its address is not found. */
export function routesFor(level: Level, limited = false): RouteObject[] {
  if (limited) {
    const only = { path: '*', element: <Limited /> };
    return [{ element: <RootLayout />, children: [{ element: <VisitorLayout />, children: [only] }] }];
  }
  const inside: RouteObject[] =
    level === 'visitor'
      ? [
          { element: <VisitorLayout />, children: [...[...VISITORS, ...PUBLIC].map(screen), NOT_FOUND] },
          ...SIGNED_IN.map((key) => elsewhere(key, <ToLogin />)),
        ]
      : [
          {
            element: <ShellLayout />,
            children: [
              ...[...SIGNED_IN.filter((key) => may(level, key)), ...PUBLIC].map(screen),
              ...VISITORS.map((key) => elsewhere(key, <AfterSignIn />)),
              NOT_FOUND,
            ],
          },
        ];
  return [{ element: <RootLayout />, children: [...GALLERY, ...inside] }];
}
