import { grants, type Level } from '@aerowatch/domain/access';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { lazyPart } from '../lib/lazy-part.ts';
import { NotFound } from '../ui/not-found.tsx';
import { ShellLayout, VisitorLayout } from './layouts.tsx';
import { AfterSignIn, ToLogin } from './redirects.tsx';
import { RootLayout } from './root-layout.tsx';
import { PRIVACY, SCREENS, type Screen, VISITOR_SCREENS } from './screens.ts';

const lazies = new Map<Screen, ComponentType>();
function elementOf({ load }: { load: Screen }) {
  const Lazy = lazies.get(load) ?? lazyPart(load);
  lazies.set(load, Lazy);
  return <Lazy />;
}
const routeOf = (route: { path: string; load: Screen }): RouteObject => ({
  path: route.path,
  element: elementOf(route),
});

/** The routes of a level: a screen above it is not registered, so its address is not found. */
export function routesFor(level: Level): RouteObject[] {
  const inside: RouteObject[] =
    level === 'visitor'
      ? [
          {
            element: <VisitorLayout />,
            children: [
              ...VISITOR_SCREENS.map(routeOf),
              routeOf(PRIVACY),
              { path: '*', element: <NotFound /> },
            ],
          },
          ...SCREENS.map(({ path }) => ({ path, element: <ToLogin /> })),
        ]
      : [
          {
            element: <ShellLayout />,
            children: [
              ...SCREENS.filter((route) => grants(level, route.level)).map(routeOf),
              ...VISITOR_SCREENS.map(({ path }) => ({ path, element: <AfterSignIn /> })),
              routeOf(PRIVACY),
              { path: '*', element: <NotFound /> },
            ],
          },
        ];
  return [{ element: <RootLayout />, children: inside }];
}
