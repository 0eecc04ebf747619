import type { Level } from '@aerowatch/domain/access';
import type { ComponentType } from 'react';

export type Screen = () => Promise<{ default: ComponentType }>;

interface ScreenRoute {
  path: string;
  level: Level;
  load: Screen;
}
/** Every screen with its path and the least level that has it (customer's specification, section 2). */
export const SCREENS: readonly ScreenRoute[] = [
  { path: '/', level: 'member', load: () => import('../screens/dashboard/dashboard-screen.tsx') },
  { path: '/map', level: 'member', load: () => import('../screens/map/map-screen.tsx') },
  {
    path: '/visualization',
    level: 'member',
    load: () => import('../screens/visualization/visualization-screen.tsx'),
  },
  {
    path: '/measures/import',
    level: 'privileged',
    load: () => import('../screens/measures-import/measures-import-screen.tsx'),
  },
  { path: '/jobs', level: 'member', load: () => import('../screens/jobs/jobs-screen.tsx') },
  {
    path: '/diagnostics',
    level: 'member',
    load: () => import('../screens/diagnostics/diagnostics-screen.tsx'),
  },
  { path: '/galland-boxes', level: 'member', load: () => import('../screens/boxes/boxes-screen.tsx') },
  {
    path: '/galland-boxes/create',
    level: 'privileged',
    load: () => import('../screens/box-create/box-create-screen.tsx'),
  },
  {
    path: '/galland-boxes/import',
    level: 'privileged',
    load: () => import('../screens/box-import/box-import-screen.tsx'),
  },
  { path: '/galland-boxes/:id', level: 'member', load: () => import('../screens/box/box-screen.tsx') },
  {
    path: '/galland-boxes/:id/edit',
    level: 'member',
    load: () => import('../screens/box-edit/box-edit-screen.tsx'),
  },
  { path: '/alerts', level: 'member', load: () => import('../screens/alerts/alerts-screen.tsx') },
  {
    path: '/alerts/archived',
    level: 'member',
    load: () => import('../screens/alerts/archived-alerts-screen.tsx'),
  },
  { path: '/alerts/:id', level: 'member', load: () => import('../screens/alert/alert-screen.tsx') },
  {
    path: '/supervisors',
    level: 'member',
    load: () => import('../screens/supervisors/supervisors-screen.tsx'),
  },
  {
    path: '/supervisor/create',
    level: 'privileged',
    load: () => import('../screens/supervisor-create/supervisor-create-screen.tsx'),
  },
  {
    path: '/supervisor/:id/edit',
    level: 'member',
    load: () => import('../screens/supervisor-edit/supervisor-edit-screen.tsx'),
  },
  { path: '/users', level: 'member', load: () => import('../screens/users/users-screen.tsx') },
  {
    path: '/users/create',
    level: 'privileged',
    load: () => import('../screens/users/user-create-screen.tsx'),
  },
  {
    path: '/users/:id/edit',
    level: 'privileged',
    load: () => import('../screens/users/user-edit-screen.tsx'),
  },
  { path: '/profile', level: 'member', load: () => import('../screens/profile/profile-screen.tsx') },
  {
    path: '/preferences',
    level: 'member',
    load: () => import('../screens/preferences/preferences-screen.tsx'),
  },
  { path: '/clients', level: 'admin', load: () => import('../screens/clients/clients-screen.tsx') },
  {
    path: '/clients/create',
    level: 'admin',
    load: () => import('../screens/clients/client-create-screen.tsx'),
  },
  {
    path: '/clients/:id/edit',
    level: 'admin',
    load: () => import('../screens/clients/client-edit-screen.tsx'),
  },
  {
    path: '/firmwares',
    level: 'privileged',
    load: () => import('../screens/firmwares/firmwares-screen.tsx'),
  },
  {
    path: '/firmwares/create',
    level: 'privileged',
    load: () => import('../screens/firmwares/firmware-create-screen.tsx'),
  },
  {
    path: '/firmwares/updates',
    level: 'privileged',
    load: () => import('../screens/rollouts/rollouts-screen.tsx'),
  },
  {
    path: '/firmwares/updates/:id',
    level: 'privileged',
    load: () => import('../screens/rollouts/rollout-screen.tsx'),
  },
  {
    path: '/firmwares/:id/edit',
    level: 'privileged',
    load: () => import('../screens/firmwares/firmware-edit-screen.tsx'),
  },
  { path: '/settings', level: 'privileged', load: () => import('../screens/settings/settings-screen.tsx') },
  {
    path: '/settings/keys/create',
    level: 'privileged',
    load: () => import('../screens/settings/key-create-screen.tsx'),
  },
  {
    path: '/settings/tags/create',
    level: 'privileged',
    load: () => import('../screens/settings/tag-create-screen.tsx'),
  },
  {
    path: '/settings/tags/:id/edit',
    level: 'privileged',
    load: () => import('../screens/settings/tag-edit-screen.tsx'),
  },
];
/** Only for visitors. */
export const VISITOR_SCREENS = [
  { path: '/login', load: () => import('../screens/login/login-screen.tsx') },
  { path: '/reset-password', load: () => import('../screens/reset-password/reset-password-screen.tsx') },
  {
    path: '/reset-password/:uid/:token',
    load: () => import('../screens/reset-password/new-password-screen.tsx'),
  },
] as const;
/** For everybody. */
export const PRIVACY = {
  path: '/privacy',
  load: () => import('../screens/privacy/privacy-screen.tsx'),
} as const;
