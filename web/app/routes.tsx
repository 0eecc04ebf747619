import { grants, type Level } from '@aerowatch/domain/access';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { ShellLayout, VisitorLayout } from './layouts.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { NotFound } from './not-found.tsx';
import { AfterSignIn, ToLogin } from './redirects.tsx';
import { RootLayout } from './root-layout.tsx';

type Screen = () => Promise<{ default: ComponentType }>;
const files = import.meta.glob<{ default: ComponentType }>('../screens/*/*-screen.tsx');
const screen = (name: string): Screen =>
  files[`../screens/${name}-screen.tsx`] ?? (async () => ({ default: NotFound }));

interface ScreenRoute {
  path: string;
  level: Level;
  load: Screen;
}
/** Every screen with its path and the least level that has it (customer's specification, section 2). */
export const SCREENS: readonly ScreenRoute[] = [
  { path: '/', level: 'member', load: screen('dashboard/dashboard') },
  { path: '/map', level: 'member', load: screen('map/map') },
  { path: '/visualization', level: 'member', load: screen('visualization/visualization') },
  { path: '/diagnostics', level: 'member', load: screen('diagnostics/diagnostics') },
  { path: '/galland-boxes', level: 'member', load: screen('boxes/boxes') },
  { path: '/galland-boxes/create', level: 'privileged', load: screen('box-create/box-create') },
  { path: '/galland-boxes/import', level: 'privileged', load: screen('box-import/box-import') },
  { path: '/galland-boxes/:id', level: 'member', load: screen('box/box') },
  { path: '/galland-boxes/:id/edit', level: 'member', load: screen('box-edit/box-edit') },
  { path: '/alerts', level: 'member', load: screen('alerts/alerts') },
  { path: '/alerts/archived', level: 'member', load: screen('alerts/archived-alerts') },
  { path: '/alerts/:id', level: 'member', load: screen('alert/alert') },
  { path: '/supervisors', level: 'member', load: screen('supervisors/supervisors') },
  { path: '/supervisor/create', level: 'privileged', load: screen('supervisor-create/supervisor-create') },
  { path: '/supervisor/:id/edit', level: 'member', load: screen('supervisor-edit/supervisor-edit') },
  { path: '/users', level: 'member', load: screen('users/users') },
  { path: '/users/create', level: 'privileged', load: screen('users/user-create') },
  { path: '/users/:id/edit', level: 'privileged', load: screen('users/user-edit') },
  { path: '/profile', level: 'member', load: screen('profile/profile') },
  { path: '/preferences', level: 'member', load: screen('preferences/preferences') },
  { path: '/clients', level: 'admin', load: screen('clients/clients') },
  { path: '/clients/create', level: 'admin', load: screen('clients/client-create') },
  { path: '/clients/:id/edit', level: 'admin', load: screen('clients/client-edit') },
  { path: '/firmwares', level: 'privileged', load: screen('firmwares/firmwares') },
  { path: '/firmwares/create', level: 'privileged', load: screen('firmwares/firmware-create') },
  { path: '/firmwares/updates', level: 'privileged', load: screen('rollouts/rollouts') },
  { path: '/firmwares/updates/:id', level: 'privileged', load: screen('rollouts/rollout') },
  { path: '/firmwares/:id/edit', level: 'privileged', load: screen('firmwares/firmware-edit') },
  { path: '/settings', level: 'privileged', load: screen('settings/settings') },
  { path: '/settings/keys/create', level: 'privileged', load: screen('settings/key-create') },
  { path: '/settings/tags/create', level: 'privileged', load: screen('settings/tag-create') },
  { path: '/settings/tags/:id/edit', level: 'privileged', load: screen('settings/tag-edit') },
];
/** Only for visitors. */
export const VISITOR_SCREENS = [
  { path: '/login', load: screen('login/login') },
  { path: '/reset-password', load: screen('reset-password/reset-password') },
  { path: '/reset-password/:uid/:token', load: screen('reset-password/new-password') },
] as const;
const PRIVACY = { path: '/privacy', load: screen('privacy/privacy') } as const;

const lazies = new Map<Screen, ComponentType>();
function elementOf({ load }: { load: Screen }) {
  const Lazy = lazies.get(load) ?? lazyScreen(load);
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
