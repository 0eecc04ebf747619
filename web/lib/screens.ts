import type { Level } from '@aerowatch/domain/access';
import type { TextKey, Texts } from '@aerowatch/i18n/index';
import {
  IconAdjustments,
  IconBell,
  IconBox,
  IconBuilding,
  IconChartLine,
  IconCpu,
  IconDeviceMobile,
  IconEyeCheck,
  IconLayoutDashboard,
  IconMap2,
  IconRoute,
  IconSettings,
  IconStethoscope,
  IconTemperature,
  IconTool,
  IconTransfer,
  IconUpload,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';

interface Row {
  /** In React Router's syntax. */
  path: `/${string}`;
  /** The lowest level that may open it; `visitor`: only users who are not signed in. */
  level: Level | 'everybody';
  /** Its file: web/screens/<component>-screen.tsx. */
  component: `${string}/${string}`;
  /** Its place in the sidebar, in this order; `palette` means that only the command palette lists it. */
  entry?: { group: 'menu' | 'settings' | 'palette'; title: TextKey<Texts['common']>; icon: typeof IconBell };
  /** The sidebar entry to highlight when its own path is not below one. */
  under?: string;
}

/** Every screen, one row each. Paths and levels are the customer's. */
export const SCREENS = {
  dashboard: {
    path: '/',
    level: 'observer',
    component: 'dashboard/dashboard',
    entry: { group: 'menu', title: 'nav.dashboard', icon: IconLayoutDashboard },
  },
  map: {
    path: '/map',
    level: 'observer',
    component: 'map/map',
    entry: { group: 'menu', title: 'nav.map', icon: IconMap2 },
  },
  line: {
    path: '/line',
    level: 'observer',
    component: 'line/line',
    entry: { group: 'menu', title: 'nav.line', icon: IconRoute },
  },
  boxes: {
    path: '/galland-boxes',
    level: 'observer',
    component: 'boxes/boxes',
    entry: { group: 'menu', title: 'nav.boxes', icon: IconBox },
  },
  boxCreate: { path: '/galland-boxes/create', level: 'privileged', component: 'box-create/box-create' },
  boxImport: { path: '/galland-boxes/import', level: 'privileged', component: 'box-import/box-import' },
  configurationChanges: {
    path: '/galland-boxes/changes',
    level: 'observer',
    component: 'configuration-changes/configuration-changes',
    entry: { group: 'palette', title: 'nav.changes', icon: IconAdjustments },
    under: 'boxes',
  },
  configurationChange: {
    path: '/galland-boxes/changes/:id',
    level: 'observer',
    component: 'configuration-changes/configuration-change',
    under: 'boxes',
  },
  box: { path: '/galland-boxes/:id', level: 'observer', component: 'box/box' },
  boxEdit: { path: '/galland-boxes/:id/edit', level: 'member', component: 'box-edit/box-edit' },
  alerts: {
    path: '/alerts',
    level: 'observer',
    component: 'alerts/alerts',
    entry: { group: 'menu', title: 'nav.alerts', icon: IconBell },
  },
  alertsArchived: { path: '/alerts/archived', level: 'observer', component: 'alerts/archived-alerts' },
  silences: {
    path: '/alerts/silences',
    level: 'observer',
    component: 'silences/silences',
    entry: { group: 'palette', title: 'nav.silences', icon: IconBell },
    under: 'alerts',
  },
  duty: {
    path: '/alerts/duty',
    level: 'observer',
    component: 'duty/duty',
    entry: { group: 'palette', title: 'nav.duty', icon: IconBell },
    under: 'alerts',
  },
  alert: { path: '/alerts/:id', level: 'observer', component: 'alert/alert' },
  visualization: {
    path: '/visualization',
    level: 'observer',
    component: 'visualization/visualization',
    entry: { group: 'menu', title: 'nav.visualization', icon: IconChartLine },
  },
  diagnostics: {
    path: '/diagnostics',
    level: 'observer',
    component: 'diagnostics/diagnostics',
    entry: { group: 'menu', title: 'nav.diagnostics', icon: IconStethoscope },
  },
  forecast: {
    path: '/forecast',
    level: 'observer',
    component: 'forecast/forecast',
    entry: { group: 'palette', title: 'nav.forecast', icon: IconTemperature },
    under: 'diagnostics',
  },
  workOrders: {
    path: '/work-orders',
    level: 'observer',
    component: 'work-orders/work-orders',
    entry: { group: 'menu', title: 'nav.work_orders', icon: IconTool },
  },
  workRound: { path: '/work-orders/round', level: 'observer', component: 'work-round/work-round' },
  offline: {
    path: '/work-orders/device',
    level: 'observer',
    component: 'offline/offline',
    entry: { group: 'palette', title: 'nav.offline', icon: IconDeviceMobile },
    under: 'workOrders',
  },
  workOrder: { path: '/work-orders/:id', level: 'observer', component: 'work-order/work-order' },
  jobs: {
    path: '/jobs',
    level: 'observer',
    component: 'jobs/jobs',
    entry: { group: 'palette', title: 'nav.jobs', icon: IconTransfer },
    under: 'visualization',
  },
  measuresImport: {
    path: '/measures/import',
    level: 'privileged',
    component: 'measures-import/measures-import',
    entry: { group: 'palette', title: 'nav.import', icon: IconUpload },
    under: 'visualization',
  },
  clients: {
    path: '/clients',
    level: 'admin',
    component: 'clients/clients',
    entry: { group: 'settings', title: 'nav.clients', icon: IconBuilding },
  },
  clientCreate: { path: '/clients/create', level: 'admin', component: 'clients/client-create' },
  clientEdit: { path: '/clients/:id/edit', level: 'admin', component: 'clients/client-edit' },
  supervisors: {
    path: '/supervisors',
    level: 'observer',
    component: 'supervisors/supervisors',
    entry: { group: 'settings', title: 'nav.supervisors', icon: IconEyeCheck },
  },
  supervisorCreate: {
    path: '/supervisor/create',
    level: 'privileged',
    component: 'supervisor-create/supervisor-create',
    under: 'supervisors',
  },
  supervisorEdit: {
    path: '/supervisor/:id/edit',
    level: 'member',
    component: 'supervisor-edit/supervisor-edit',
    under: 'supervisors',
  },
  users: {
    path: '/users',
    level: 'observer',
    component: 'users/users',
    entry: { group: 'settings', title: 'nav.users', icon: IconUsers },
  },
  userImport: { path: '/users/import', level: 'privileged', component: 'user-import/user-import' },
  userCreate: { path: '/users/create', level: 'privileged', component: 'users/user-create' },
  userEdit: { path: '/users/:id/edit', level: 'privileged', component: 'users/user-edit' },
  firmwares: {
    path: '/firmwares',
    level: 'privileged',
    component: 'firmwares/firmwares',
    entry: { group: 'settings', title: 'nav.firmwares', icon: IconCpu },
  },
  firmwareCreate: { path: '/firmwares/create', level: 'privileged', component: 'firmwares/firmware-create' },
  firmwareEdit: { path: '/firmwares/:id/edit', level: 'privileged', component: 'firmwares/firmware-edit' },
  firmwareUpdates: {
    path: '/firmwares/updates',
    level: 'privileged',
    component: 'rollouts/rollouts',
    entry: { group: 'palette', title: 'nav.rollouts', icon: IconCpu },
  },
  firmwareUpdate: { path: '/firmwares/updates/:id', level: 'privileged', component: 'rollouts/rollout' },
  profile: {
    path: '/profile',
    level: 'observer',
    component: 'profile/profile',
    entry: { group: 'settings', title: 'nav.profile', icon: IconUserCircle },
  },
  preferences: {
    path: '/preferences',
    level: 'observer',
    component: 'preferences/preferences',
    entry: { group: 'settings', title: 'nav.preferences', icon: IconAdjustments },
  },
  settings: {
    path: '/settings',
    level: 'privileged',
    component: 'settings/settings',
    entry: { group: 'settings', title: 'nav.settings', icon: IconSettings },
  },
  keyCreate: { path: '/settings/keys/create', level: 'privileged', component: 'settings/key-create' },
  tagCreate: { path: '/settings/tags/create', level: 'privileged', component: 'settings/tag-create' },
  tagEdit: { path: '/settings/tags/:id/edit', level: 'privileged', component: 'settings/tag-edit' },
  login: { path: '/login', level: 'visitor', component: 'login/login' },
  sso: { path: '/sso', level: 'everybody', component: 'sso/sso' },
  confirmEmail: {
    path: '/confirm-email/:uid/:token',
    level: 'everybody',
    component: 'confirm-email/confirm-email',
  },
  resetPassword: { path: '/reset-password', level: 'visitor', component: 'reset-password/reset-password' },
  newPassword: {
    path: '/reset-password/:uid/:token',
    level: 'visitor',
    component: 'reset-password/new-password',
  },
  shared: { path: '/shared', level: 'everybody', component: 'shared/shared' },
  privacy: { path: '/privacy', level: 'everybody', component: 'privacy/privacy' },
} as const satisfies Record<string, Row>;

export type ScreenKey = keyof typeof SCREENS;
export const SCREEN_KEYS = Object.keys(SCREENS) as ScreenKey[];
/** A row by any key. */
export const screenOf = (key: ScreenKey): Row => SCREENS[key];
